/**
 * Reads which file of the repository names which other: by an import, by the address of a worker or a template, by a
 * glob, or by its path from the root of the repository. It reads string literals and asks no compiler: the whole tree
 * takes less than a second.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, matchesGlob, posix } from 'node:path';
import { isCode, ownFiles } from '../processes/repository.ts';

export type Edges = ReadonlyMap<string, ReadonlySet<string>>;
export type ImportGraph = {
  /** Every file by its path from the root, with a hash of its content. */
  readonly hashes: ReadonlyMap<string, string>;
  /** What the compiler reads for each file: its imports, type-only ones included. */
  readonly names: Edges;
  /** What each file needs when it runs: its imports, what it names by path, and what the globs of a test find. */
  readonly runs: Edges;
  /** The names in the import statements of each file, those of packages included. */
  readonly statements: ReadonlyMap<string, string>;
  /** What counts without an import: of each file that declares globals their declaration. */
  readonly globals: ReadonlyMap<string, string>;
};

const typeOnly = /\b(?:import|export)\s+type\s[^'"`;]*?from\s*(?:'[^']+'|"[^"]+")/g;
const literal = /(['"`])([\w@.*{},\-/]*[\w*}](?:\?[\w&=]+)?)\1/g;
const statement = /(?:from|import|require|path)[\s=(]*(['"`])[^'"`\n]+\1/g;
const commentLines = /^\s*(?:\/\*\*?|\*|\/\/)(?:\s.*)?$/gm;
/** A component names the namespace of its texts; the page loads their files by language. */
const namespace = /\b(?:useTranslation|loadNamespaces|getFixedT)\([^')]*'([\w-]+)'/g;
const textFile = /^packages\/web\/src\/platform\/texts\/[a-z]+\/[\w-]+\.ts$/;
const augmented = /^declare module '([^']+)'/gm;
const declaredGlobals = /^declare global \{[\s\S]*?^\}/gm;

/** Answers which files a literal in `from` names; `removed` files count as if they were there. */
function resolver(files: readonly string[]) {
  const known = new Set(files);
  const byFolder = Map.groupBy(files, (file) => posix.dirname(file));
  const globs = new Map<string, readonly string[]>();
  const match = (glob: string): readonly string[] => {
    const found = globs.get(glob) ?? files.filter((file) => matchesGlob(file, glob));
    globs.set(glob, found);
    return found;
  };
  const file = (path: string): readonly string[] => (known.has(path) ? [path] : []);
  const byPath = (from: string, name: string): readonly string[] => {
    const path = name.includes('/') ? name : posix.join(posix.dirname(from), name);
    if (!path.includes('*')) return file(path);
    // What collects all pages or all texts for the page would tie everything to everything.
    return from.includes('.test.') ? match(path) : [];
  };
  return (from: string, text: string, running: boolean): readonly string[] => {
    const [name = ''] = text.split('?');
    const [, room, rest] = /^@rhythmdesk\/([a-z]+)\/(.+)$/.exec(name) ?? [];
    if (room !== undefined) return file(`packages/${room}/src/${String(rest)}.ts`);
    if (!/^\.{1,2}\//.test(name)) return running ? byPath(from, name) : [];
    const path = posix.join(posix.dirname(from), name);
    if (path.includes('*')) return running ? byPath(from, path) : [];
    return known.has(path) ? [path] : (byFolder.get(path) ?? []);
  };
}

/** Who imports a package sees what a file of ours adds to its types. */
function addAugmentations(
  names: ReadonlyMap<string, Set<string>>,
  statements: ReadonlyMap<string, string>,
  augmenting: readonly (readonly [file: string, name: string])[],
): void {
  for (const [file, imported] of statements) {
    for (const [from, name] of augmenting) if (imported.includes(name)) names.get(file)?.add(from);
  }
}

/** Reads the tree; `removed` names files that are gone, so that who still names them is found. */
export function readImportGraph(root: string, removed: readonly string[] = []): ImportGraph {
  const present = ownFiles(root);
  const resolve = resolver([...present, ...removed]);
  const hashes = new Map<string, string>();
  const names = new Map<string, Set<string>>();
  const runs = new Map<string, ReadonlySet<string>>();
  const statements = new Map<string, string>();
  const globals = new Map<string, string>();
  const augmenting: [file: string, name: string][] = [];
  const texts = Map.groupBy(
    present.filter((file) => textFile.test(file)),
    (file) => posix.basename(file, '.ts'),
  );
  const named = (file: string, text: string, running: boolean): Set<string> =>
    new Set([
      ...[...text.matchAll(literal)].flatMap(([, , name = '']) => resolve(file, name, running)),
      ...[...text.matchAll(namespace)].flatMap(([, name = '']) => texts.get(name) ?? []),
    ]);
  for (const file of present) {
    const bytes = readFileSync(join(root, file));
    hashes.set(file, createHash('sha256').update(bytes).digest('base64url').slice(0, 20));
    if (!isCode(file)) continue;
    const text = bytes.toString('utf8').replaceAll(commentLines, '');
    statements.set(file, (bytes.toString('utf8').match(statement) ?? []).join('\n'));
    names.set(file, named(file, text, false));
    runs.set(file, named(file, text.replaceAll(typeOnly, ''), true));
    for (const [, name = ''] of text.matchAll(augmented)) augmenting.push([file, name]);
    const declared = file.endsWith('.d.ts') ? [text] : text.match(declaredGlobals);
    if (declared !== null) globals.set(file, declared.join('\n'));
  }
  addAugmentations(names, statements, augmenting);
  return { hashes, names, runs, statements, globals };
}

export function reversed(edges: Edges): Edges {
  const back = new Map<string, Set<string>>();
  for (const [from, targets] of edges) {
    for (const to of targets) back.set(to, (back.get(to) ?? new Set()).add(from));
  }
  return back;
}

/** Everything that the edges lead to from `starts`, these included; beyond a file that `ends` names they are not followed. */
export function reach(
  edges: Edges,
  starts: Iterable<string>,
  ends: (file: string) => boolean = () => false,
): Set<string> {
  const seen = new Set(starts);
  const waiting = [...seen];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (ends(file)) continue;
    for (const next of edges.get(file) ?? []) {
      if (!seen.has(next)) waiting.push(next);
      seen.add(next);
    }
  }
  return seen;
}
