import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isBuilt, pageHash } from './web-build.ts';

let root: string;
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rhythmdesk-web-'));
  for (const name of ['ecg', 'domain', 'contract', 'web']) write(`packages/${name}/src/a.ts`, name);
  write('package-lock.json', '{}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test.each([
  ['packages/web/src/a.ts', 'changed'],
  ['packages/ecg/src/new.ts', 'new'],
  ['packages/web/index.html', '<html></html>'],
  ['package-lock.json', '{"changed":1}'],
])('a change of %s needs a build', (path, text) => {
  const before = pageHash(root);
  write(path, text);
  expect(pageHash(root)).not.toBe(before);
});

test.each(['packages/web/src/a.test.ts', 'packages/server/src/a.ts', 'packages/web/dist/app.js'])(
  'a change of %s does not',
  (path) => {
    const before = pageHash(root);
    write(path, 'new');
    expect(pageHash(root)).toBe(before);
  },
);

test('the page is built if it exists and its stamp is of these sources', () => {
  expect(isBuilt(root)).toBe(false);
  write('packages/web/dist/index.html', '<html></html>');
  expect(isBuilt(root)).toBe(false);
  write('packages/web/dist/.built-from', pageHash(root));
  expect(isBuilt(root)).toBe(true);
  write('packages/web/src/a.ts', 'changed');
  expect(isBuilt(root)).toBe(false);
});
