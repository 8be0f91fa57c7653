/**
 * Finds which files of the repository refer to which others: by an import, by the address of a worker or a template, by
 * a glob, or by a path from the root of the repository. It reads string literals without a compiler; the whole tree
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
  /** What the compiler reads for each file: its imports, including type-only ones. */
  readonly names: Edges;
  /** What each file needs at run time: its imports, and the files it names by path. */
  readonly runs: Edges;
  /** The files whose text a test reads through globs. */
  readonly reads: Edges;
  /** The names in the import statements of each file, including packages. */
  readonly statements: ReadonlyMap<string, string>;
  /** What applies without an import: the declarations of each file that declares globals. */
  readonly globals: ReadonlyMap<string, string>;
};

const typeOnly = /\b(?:import|export)\s+type\s[^'"`;]*?from\s*(?:'[^']+'|"[^"]+")/g;
const literal = /(['"`])([\w@.*{},\-/]*[\w*}](?:\?[\w&=]+)?)\1/g;
const statement = /(?:from|import|require|path)[\s=(]*(['"`])[^'"`\n]+\1/g;
const commentLines = /^\s*(?:\/\*\*?|\*|\/\/)(?:\s.*)?$/gm;
/** Matches the namespace of a component's texts; the page loads their files by language. */
const namespace = /\b(?:useTranslation|loadNamespaces|getFixedT)\([^')]*'([\w-]+)'/g;
const textFile = /^packages\/web\/src\/platform\/texts\/[a-z]+\/[\w-]+\.ts$/;
const augmented = /^declare module '([^']+)'/gm;
const declaredGlobals = /^declare global \{[\s\S]*?^\}/gm;

const isRelative = (name: string): boolean => /^\.{1,2}\//.test(name);
const literalsOf = (text: string): string[] =>
  [...text.matchAll(literal)].map(([, , name = '']) => name.split('?')[0] ?? '');

/** Returns functions that resolve a literal in `from` to files; `removed` files count as if they existed. */
function resolver(files: readonly string[]) {
  const known = new Set(files);
  const byFolder = Map.groupBy(files, (file) => posix.dirname(file));
  const globs = new Map<string, readonly string[]>();
  const one = (path: string): readonly string[] => (known.has(path) ? [path] : []);
  /** Resolves an import, or a folder or file by a path relative to this file. */
  const imported = (from: string, name: string): readonly string[] => {
    const [, room, rest] = /^@rhythmdesk\/([a-z]+)\/(.+)$/.exec(name) ?? [];
    if (room !== undefined) return one(`packages/${room}/src/${String(rest)}.ts`);
    if (!isRelative(name)) return [];
    const path = posix.join(posix.dirname(from), name);
    return known.has(path) ? [path] : (byFolder.get(path) ?? []);
  };
  /** Resolves a file by its path from the root, or one in the same folder by its bare name. */
  const byPath = (from: string, name: string): readonly string[] =>
    one(name.includes('/') ? name : posix.join(posix.dirname(from), name));
  const byGlob = (from: string, name: string): readonly string[] => {
    const glob = isRelative(name) ? posix.join(posix.dirname(from), name) : name;
    if (!glob.includes('*') || !glob.includes('/') || glob.startsWith('*')) return [];
    const found = globs.get(glob) ?? files.filter((file) => matchesGlob(file, glob));
    globs.set(glob, found);
    return found;
  };
  return { imported, byPath, byGlob };
}

/** A file that imports a package also depends on our file that extends the package's types. */
function addAugmentations(
  names: ReadonlyMap<string, Set<string>>,
  statements: ReadonlyMap<string, string>,
  augmenting: readonly (readonly [file: string, name: string])[],
): void {
  for (const [file, imported] of statements) {
    for (const [from, name] of augmenting) if (imported.includes(name)) names.get(file)?.add(from);
  }
}

/** Reads the tree; `removed` lists deleted files, so that files which still name them are found. */
export function readImportGraph(root: string, removed: readonly string[] = []): ImportGraph {
  const present = ownFiles(root);
  const { imported, byPath, byGlob } = resolver([...present, ...removed]);
  const texts = Map.groupBy(
    present.filter((file) => textFile.test(file)),
    (file) => posix.basename(file, '.ts'),
  );
  const hashes = new Map<string, string>();
  const names = new Map<string, Set<string>>();
  const runs = new Map<string, Set<string>>();
  const reads = new Map<string, Set<string>>();
  const statements = new Map<string, string>();
  const globals = new Map<string, string>();
  const augmenting: [file: string, name: string][] = [];
  for (const file of present) {
    const bytes = readFileSync(join(root, file));
    hashes.set(file, createHash('sha256').update(bytes).digest('base64url').slice(0, 20));
    if (!isCode(file)) continue;
    const text = bytes.toString('utf8');
    const code = text.replaceAll(commentLines, '');
    const running = literalsOf(code.replaceAll(typeOnly, ''));
    const shown = [...code.matchAll(namespace)].flatMap(([, name = '']) => texts.get(name) ?? []);
    names.set(file, new Set(literalsOf(code).flatMap((name) => imported(file, name))));
    runs.set(
      file,
      new Set([...running.flatMap((name) => [...imported(file, name), ...byPath(file, name)]), ...shown]),
    );
    if (file.includes('.test.')) reads.set(file, new Set(running.flatMap((name) => byGlob(file, name))));
    statements.set(file, (text.match(statement) ?? []).join('\n'));
    for (const [, name = ''] of code.matchAll(augmented)) augmenting.push([file, name]);
    const declared = file.endsWith('.d.ts') ? [code] : code.match(declaredGlobals);
    if (declared !== null) globals.set(file, declared.join('\n'));
  }
  addAugmentations(names, statements, augmenting);
  return { hashes, names, runs, reads, statements, globals };
}

export function reversed(edges: Edges): Edges {
  const back = new Map<string, Set<string>>();
  for (const [from, targets] of edges) {
    for (const to of targets) back.set(to, (back.get(to) ?? new Set()).add(from));
  }
  return back;
}

/**
 * Returns everything that the edges lead to from `starts`, including these; edges are not followed beyond files in
 * `ends`.
 */
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
