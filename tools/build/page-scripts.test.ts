import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryRoot } from '../processes/repository.ts';
import { partsOf, scriptsOf } from './page-scripts.ts';
import { ensureWebBuilt } from './web-build.ts';

/** More than any part of the page needs, and far below what it needed before shared code was one file. */
const mostFiles = 32;

let assets: string;
beforeAll(() => {
  assets = mkdtempSync(join(tmpdir(), 'rhythmdesk-scripts-'));
  writeFileSync(join(assets, 'main-1.js'), 'import{a}from"./b~2.js";const later=()=>import("./list-3.js");');
  writeFileSync(join(assets, 'b~2.js'), 'export const a=1;');
  writeFileSync(join(assets, 'list-3.js'), 'import"./b~2.js";export*from"./c-4.js";');
  writeFileSync(join(assets, 'c-4.js'), 'const far=()=>import(`./dialog-5.js`);export{far};');
  writeFileSync(join(assets, 'dialog-5.js'), 'export const dialog=1;');
});
afterAll(() => rmSync(assets, { recursive: true }));

test('a script needs what it imports statically, not what it loads on demand', () => {
  expect([...scriptsOf(assets, ['main-1.js']).keys()].sort()).toEqual(['b~2.js', 'main-1.js']);
  expect([...scriptsOf(assets, ['list-3.js']).keys()].sort()).toEqual(['b~2.js', 'c-4.js', 'list-3.js']);
});

test('the parts are what any script loads on demand', () => {
  expect([...partsOf(assets)].sort()).toEqual(['dialog-5.js', 'list-3.js']);
});

test('no part of the page needs many files', async () => {
  await ensureWebBuilt(repositoryRoot);
  const built = join(repositoryRoot, 'packages/web/dist/assets');
  const parts = [...partsOf(built)].map((part) => ({ part, files: scriptsOf(built, [part]).size }));
  expect(parts.length).toBeGreaterThan(50);
  expect(parts.filter(({ files }) => files > mostFiles)).toEqual([]);
});
