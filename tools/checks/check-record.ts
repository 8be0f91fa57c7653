/**
 * Records which files and checks passed, in node_modules/.cache, so that the next run leaves out what has not changed.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCode } from '../processes/repository.ts';
import { reach, type ImportGraph } from './import-graph.ts';

const keyLength = 20;

/** Maps the path of a file or the name of a check to a key over everything that the result depends on. */
export type Keys = Readonly<Record<string, string>>;

export const cacheFolder = (root: string): string => join(root, 'node_modules/.cache/rhythmdesk');
const recordFile = (root: string, name: string): string => join(cacheFolder(root), `${name}-in-order`);

export function readRecord(root: string, name: string): Keys {
  const file = recordFile(root, name);
  if (!existsSync(file)) return {};
  const lines = readFileSync(file, 'utf8').split('\n');
  return Object.fromEntries(lines.map((line) => [line.slice(keyLength + 1), line.slice(0, keyLength)]));
}

/** Two commands may write at the same time, so each file is written whole and then renamed. */
export function writeRecord(root: string, name: string, keys: Keys): void {
  const file = recordFile(root, name);
  const lines = Object.entries(keys).map(([path, key]) => `${key} ${path}`);
  mkdirSync(cacheFolder(root), { recursive: true });
  writeFileSync(`${file}.${String(process.pid)}`, lines.join('\n'));
  renameSync(`${file}.${String(process.pid)}`, file);
}

export const recordKeyOf = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('base64url').slice(0, keyLength);

/** Matches files that affect the check of every file: packages and compiler settings. */
export const isSetting = (file: string): boolean =>
  file === 'package-lock.json' || /(?:^|\/)(?:package|tsconfig[\w.-]*)\.json$/.test(file);

/**
 * The folders with their own compiler settings. Each may import from those before it; server and page never import each
 * other.
 */
const folders = [
  ...['packages/ecg', 'packages/domain', 'packages/contract', 'packages/web', 'packages/server'],
  ...['tools', 'tools/bench', 'e2e'],
];
const folderOf = (file: string): number => folders.findLastIndex((folder) => file.startsWith(`${folder}/`));
const ends = new Set(['packages/web', 'tools/bench'].map((folder) => folders.indexOf(folder)));

/** Returns whether a global that one folder declares is visible in another. */
const isSeenIn = (folder: number, declaring: number): boolean =>
  declaring === folder || (declaring < folder && !ends.has(declaring));

/**
 * Makes a key for each code file over everything that a typed rule can see of it: its text, all its direct and indirect
 * imports, the globals that our files declare, the packages, the compiler settings, and `settings` with everything that
 * it imports.
 */
export function lintKeys(graph: ImportGraph, settings: string): Keys {
  const { hashes, names, globals } = graph;
  const code = [...hashes.keys()].filter(isCode);
  const place = new Map([...hashes.keys()].map((file, at) => [file, at]));
  const list = [...hashes.values()];
  const closure = (starts: readonly string[]): string =>
    recordKeyOf(
      [...Uint32Array.from([...reach(names, starts)].flatMap((file) => place.get(file) ?? [])).sort()].map(
        (at) => list[at] ?? '',
      ),
    );
  const shared = closure([settings, ...[...hashes.keys()].filter(isSetting)]);
  const globalKeys = folders.map((_, folder) =>
    recordKeyOf([...globals].filter(([file]) => isSeenIn(folder, folderOf(file))).map(([, text]) => text)),
  );
  return Object.fromEntries(
    code.map((file) => [file, recordKeyOf([closure([file]), globalKeys[folderOf(file)] ?? '', shared])]),
  );
}
