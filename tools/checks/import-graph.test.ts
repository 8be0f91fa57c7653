import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordKeyOf, lintKeys, readRecord, writeRecord } from './check-record.ts';
import { reach, readImportGraph, reversed } from './import-graph.ts';

const rules = 'oxlint.config.ts';
const files = {
  [rules]: "import { rules } from './tools/rules.ts';\nexport default rules;\n",
  'tools/rules.ts': 'export const rules = {};\n',
  'package-lock.json': '{}',
  'docs/security.md': 'A page.\n',
  'packages/ecg/src/beat.ts': 'export type Beat = number;\n',
  'packages/domain/src/case.ts':
    "import type { Beat } from '@rhythmdesk/ecg/beat';\nexport type Case = Beat;\n",
  'packages/server/src/read.ts': [
    "import type { Case } from '@rhythmdesk/domain/case';",
    "import { row } from './row.ts';",
    "export const worker = new URL('./worker.ts', import.meta.url);",
    "export const page = new URL('./page.typ', import.meta.url);",
    'export const f = (x: Case): number => row(x);',
  ].join('\n'),
  'packages/server/src/row.ts':
    '/** As `./comment.ts` says. */\nexport const row = (x: number): number => x;\n',
  'packages/server/src/comment.ts': 'export const c = 1;\n',
  'packages/server/src/worker.ts': "import './row.ts';\n",
  'packages/server/src/page.typ': '= Title\n',
  'packages/server/src/migrate.ts': "export const folder = path.resolve(here, './migrations');\n",
  'packages/server/src/migrations/0001-first.sql': 'select 1;\n',
  'packages/server/src/server.test.ts':
    "import './read.ts';\nconst all = globSync('packages/server/src/m*.ts');\n",
  'packages/server/src/security.test.ts': "const page = join(root, 'docs/security.md');\n",
  'packages/server/src/gone.test.ts': "import { gone } from './gone.ts';\n",
  'packages/web/src/platform/texts/en/desk.ts': "export const texts = { open: 'Open' };\n",
  'packages/web/src/platform/texts/ko/desk.ts': "export const texts = { open: '열기' };\n",
  'packages/web/src/desk.tsx': "const { t } = useTranslation('desk');\n",
  'packages/web/src/query.ts': "import 'query';\ndeclare module 'query' {\n  interface Register {}\n}\n",
  'packages/web/src/list.ts': "import { useQuery } from 'query';\n",
  'packages/web/src/window.ts': 'export const w = 1;\ndeclare global {\n  interface Window {}\n}\n',
};

let root: string;
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'rhythmdesk-graph-'));
  for (const [path, text] of Object.entries(files)) write(path, text);
});
afterAll(() => rmSync(root, { recursive: true }));

const server = (names: readonly string[]): string[] => names.map((name) => `packages/server/src/${name}`);

test('a file names its imports, its worker and its template, and no file of its comments', () => {
  const { names, runs } = readImportGraph(root);
  const run = server(['row.ts', 'worker.ts', 'page.typ']);
  expect([...(names.get('packages/server/src/read.ts') ?? [])]).toEqual([
    'packages/domain/src/case.ts',
    ...run,
  ]);
  expect([...(runs.get('packages/server/src/read.ts') ?? [])]).toEqual(run);
  expect(names.get('packages/server/src/row.ts')).toEqual(new Set());
});

test('a folder, a page by its path and the texts of a namespace are named, and files of a test’s glob are read', () => {
  const { runs, reads } = readImportGraph(root);
  const of = (file: string): string[] => [...(runs.get(file) ?? [])];
  expect(of('packages/server/src/migrate.ts')).toEqual(server(['migrations/0001-first.sql']));
  expect(of('packages/server/src/security.test.ts')).toEqual(['docs/security.md']);
  expect(of('packages/server/src/server.test.ts')).toEqual(server(['read.ts']));
  expect([...(reads.get('packages/server/src/server.test.ts') ?? [])]).toEqual(server(['migrate.ts']));
  const texts = ['en', 'ko'].map((language) => `packages/web/src/platform/texts/${language}/desk.ts`);
  expect(of('packages/web/src/desk.tsx')).toEqual(texts);
});

test('importers of a removed file are found', () => {
  const gone = 'packages/server/src/gone.ts';
  const importers = reversed(readImportGraph(root, [gone]).runs);
  expect([...reach(importers, [gone])]).toEqual([gone, 'packages/server/src/gone.test.ts']);
});

test('nothing is followed beyond a file that ends the path', () => {
  const importers = reversed(readImportGraph(root).runs);
  const start = 'packages/server/src/page.typ';
  const ends = (file: string): boolean => file.endsWith('read.ts');
  expect([...reach(importers, [start], ends)]).toEqual([start, 'packages/server/src/read.ts']);
});

/** Returns the files whose key changes if `path` contains `text`. */
function changedKeys(path: keyof typeof files, text: string): string[] {
  const before = lintKeys(readImportGraph(root), rules);
  write(path, text);
  const after = lintKeys(readImportGraph(root), rules);
  write(path, files[path]);
  return Object.keys(before).filter((file) => before[file] !== after[file]);
}

test('a type changes the keys of all files that use it, however far', () => {
  const seen = [
    'packages/domain/src/case.ts',
    'packages/ecg/src/beat.ts',
    ...server(['read.ts', 'server.test.ts']),
  ];
  expect(changedKeys('packages/ecg/src/beat.ts', 'export type Beat = string;\n')).toEqual(seen);
});

test('an addition to a package’s types changes the keys of its importers', () => {
  const text = files['packages/web/src/query.ts'];
  expect(changedKeys('packages/web/src/query.ts', `${text}// changed\n`)).toEqual([
    'packages/web/src/list.ts',
    'packages/web/src/query.ts',
  ]);
});

test('a global changes the keys of its folder, and the rest of its file only those of its importers', () => {
  const text = files['packages/web/src/window.ts'];
  const changed = changedKeys('packages/web/src/window.ts', text.replace('{}', '{ a: 1 }'));
  expect(changed).toHaveLength(6);
  expect(changed.every((file) => file.startsWith('packages/web/'))).toBe(true);
  const inFile = changedKeys('packages/web/src/window.ts', text.replace('w = 1', 'w = 2'));
  expect(inFile).toEqual(['packages/web/src/window.ts']);
});

test.each([
  ['package-lock.json', '{"changed":1}'],
  ['tools/rules.ts', 'export const rules = { strict: true };\n'],
] as const)('a change of %s changes every key', (path, text) => {
  expect(changedKeys(path, text)).toEqual(Object.keys(lintKeys(readImportGraph(root), rules)));
});

test('a record is read as it was written, and a missing one is empty', () => {
  expect(readRecord(root, 'lint')).toEqual({});
  const keys = { 'a.ts': recordKeyOf(['a']), 'b c.ts': recordKeyOf(['b']) };
  writeRecord(root, 'lint', keys);
  expect(readRecord(root, 'lint')).toEqual(keys);
});
