import { randomBytes } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryRoot } from '../processes/repository.ts';
import { signInBoundKb, signInScripts, weightFault } from './sign-in-weight.ts';
import { ensureWebBuilt } from './web-build.ts';

let dist: string;
const write = (path: string, text: string): void => writeFileSync(join(dist, path), text);
/** Makes a script that cannot be compressed below this size. */
const script = (bytes: number, ...imports: string[]): string =>
  `${imports.join('')}export const text="${randomBytes(bytes).toString('base64')}";`;

beforeAll(() => {
  dist = mkdtempSync(join(tmpdir(), 'rhythmdesk-weight-'));
  mkdirSync(join(dist, 'assets'));
  write(
    'index.html',
    '<script type="module" src="./assets/main-1.js"></script><link href="./assets/preload-2.js">',
  );
  write(
    'assets/main-1.js',
    script(4_000, 'import{a as b}from"./shared-3.js";', 'const later=()=>import("./later-4.js");'),
  );
  write('assets/preload-2.js', script(2_000, "import'./shared-3.js';"));
  write('assets/shared-3.js', script(3_000, 'import"./main-1.js";'));
  write('assets/later-4.js', script(90_000));
});
afterAll(() => rmSync(dist, { recursive: true }));

test('the scripts of the page and their static imports count once each, later ones do not', () => {
  expect([...signInScripts(dist).keys()].sort()).toEqual(['main-1.js', 'preload-2.js', 'shared-3.js']);
});

test('a page above its limit is refused with its weight and its largest scripts', () => {
  expect(weightFault(dist, 12)).toBeUndefined();
  expect(weightFault(dist, 8)).toMatch(
    /have (9|10)\.\d kB, the limit is 8 kB: main-1\.js 4\.\d kB, shared-3/,
  );
});

test('a page without scripts is an error', () => {
  const empty = mkdtempSync(join(tmpdir(), 'rhythmdesk-weight-'));
  writeFileSync(join(empty, 'index.html'), '<html></html>');
  expect(weightFault(empty, 8)).toContain('names no scripts');
  rmSync(empty, { recursive: true });
});

test('the sign-in page is within its limit', async () => {
  // The page is built from these files: `npm test -- --changed` runs this test if one of them changes.
  const sources = globSync('packages/{ecg,domain,contract,web}/src/**/*.{ts,tsx,css}', {
    cwd: repositoryRoot,
  });
  expect(sources.length).toBeGreaterThan(1_000);
  await ensureWebBuilt(repositoryRoot);
  expect(weightFault(join(repositoryRoot, 'packages/web/dist'), signInBoundKb)).toBeUndefined();
});
