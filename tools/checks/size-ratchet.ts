/**
 * Checks the limits: no file longer than 300 lines, no function longer than 50.
 *
 * It is a ratchet and not a lint rule: whatever is over the limit today is listed in `size-exceptions.json` with its
 * size, and may only become smaller. An exception fails if its subject has grown, if it has shrunk without the entry
 * being lowered, and if it is no longer needed; `exceptionsAtMost` keeps the list from growing.
 *
 * A function is anything with a body: declarations, methods, accessors, arrows. It is counted from its first line to
 * its last without the functions inside it, of which only the first line counts; each of them has its own count.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { isCode, ownFiles } from '../processes/repository.ts';

export const fileLimit = 300;
export const functionLimit = 50;
/** The allowed number of exceptions. Lower it whenever one is removed. */
const exceptionsAtMost = 0;

/** `where` is a path, or a path and a function's name joined by `#`. */
export type Size = { readonly where: string; readonly lines: number };

type NamedNode = ts.Node & { readonly name?: ts.Node };

function nameOf(node: NamedNode, source: ts.SourceFile): string {
  if (node.name !== undefined) return node.name.getText(source);
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText(source);
  if (ts.isCallExpression(parent)) {
    const [first] = parent.arguments;
    const title = first !== undefined && ts.isStringLiteralLike(first) ? ` “${first.text}”` : '';
    return `${parent.expression.getText(source).split('\n', 1).join('').slice(0, 40)}()${title}`;
  }
  return 'anonymous';
}

function functionsOver(source: ts.SourceFile, path: string): Size[] {
  const found: Size[] = [];
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  /** Returns how many lines the functions in a node take after their first lines. */
  const visit = (node: ts.Node): number => {
    let inner = 0;
    ts.forEachChild(node, (child) => {
      inner += visit(child);
    });
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return inner;
    const after = lineOf(node.getEnd()) - lineOf(node.getStart(source));
    const lines = after + 1 - inner;
    if (lines > functionLimit) found.push({ where: `${path}#${nameOf(node, source)}`, lines });
    return after;
  };
  visit(source);
  return found;
}

/** Returns what is over a limit in the text of one file. */
export function oversized(path: string, text: string): Size[] {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  // No function in it can be too long, so the file need not be parsed.
  if (lines <= functionLimit) return [];
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const file = lines > fileLimit ? [{ where: path, lines }] : [];
  return [...file, ...functionsOver(source, path)];
}

const limitOf = (where: string): number => (where.includes('#') ? functionLimit : fileLimit);

/** Returns the faults, one line each; none if all is well. */
export function sizeComplaints(
  found: readonly Size[],
  exceptions: readonly Size[],
  atMost: number,
): string[] {
  const allowed = new Map(exceptions.map(({ where, lines }) => [where, lines]));
  const present = new Set(found.map(({ where }) => where));
  const tooMany =
    exceptions.length > atMost
      ? [`size-exceptions.json has ${exceptions.length} entries; at most ${atMost} are allowed`]
      : [];
  const grown = found.flatMap(({ where, lines }) => {
    const known = allowed.get(where);
    if (known === undefined) return [`${where}: ${lines} lines, the limit is ${limitOf(where)}`];
    if (lines > known) return [`${where}: grew from ${known} to ${lines} lines`];
    return lines < known ? [`${where}: shrank to ${lines} lines; lower its entry from ${known}`] : [];
  });
  const idle = exceptions.filter(({ where }) => !present.has(where));
  return [
    ...tooMany,
    ...grown,
    ...idle.map(({ where }) => `${where}: no longer needs its exception; remove the entry`),
  ];
}

function isSize(value: unknown): value is Size {
  return (
    typeof value === 'object' &&
    value !== null &&
    'where' in value &&
    typeof value.where === 'string' &&
    'lines' in value &&
    typeof value.lines === 'number'
  );
}

function readExceptions(root: string): Size[] {
  const parsed: unknown = JSON.parse(readFileSync(join(root, 'tools/checks/size-exceptions.json'), 'utf8'));
  if (!Array.isArray(parsed) || !parsed.every(isSize))
    throw new Error('size-exceptions.json: [{ where, lines }, …]');
  return parsed;
}

export function checkSizes(root: string): string[] {
  const files = ownFiles(root).filter(isCode);
  const found = files.flatMap((path) => oversized(path, readFileSync(join(root, path), 'utf8')));
  return sizeComplaints(found, readExceptions(root), exceptionsAtMost);
}
