import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { dependencyState, ensureDependencies, treeMatches } from './dependencies.mjs';
import { findNode, isNewEnough } from './find-node.mjs';
import { explainFailure } from './install-failure.mjs';
import { withInstallLock } from './install-lock.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rhythmdesk-setup-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const lock = (packages: object): string => JSON.stringify({ packages: { '': {}, ...packages } });
const one = { 'node_modules/a': { version: '1.0.0' } };

test('a tree matches if every package has its version; only optional and extraneous ones may be missing', () => {
  const optional = { 'node_modules/other-platform': { version: '1.0.0', optional: true } };
  expect(treeMatches(lock({ ...one, ...optional }), lock(one))).toBe(true);
  const extraneous = { 'node_modules/left-over': { version: '1.0.0', extraneous: true } };
  expect(treeMatches(lock({ ...one, ...extraneous }), lock(one))).toBe(true);
  expect(treeMatches(lock({ ...one, 'node_modules/b': { version: '1.0.0' } }), lock(one))).toBe(false);
  expect(treeMatches(lock({ 'node_modules/a': { version: '2.0.0' } }), lock(one))).toBe(false);
  expect(treeMatches(lock(one), undefined)).toBe(false);
});

test('a tree that npm made by itself is adopted, and a changed lock file needs another', async () => {
  writeFileSync(join(root, 'package-lock.json'), lock(one));
  expect(dependencyState(root)).toBe('missing');
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'node_modules/.package-lock.json'), lock(one));
  expect(dependencyState(root)).toBe('unstamped');
  await ensureDependencies(root);
  expect(dependencyState(root)).toBe('ready');
  writeFileSync(join(root, 'package-lock.json'), lock({ 'node_modules/a': { version: '2.0.0' } }));
  expect(dependencyState(root)).toBe('missing');
});

test('an installation without development packages is enough for commands that need none', () => {
  const development = { 'node_modules/vite': { version: '1.0.0', dev: true } };
  writeFileSync(join(root, 'package-lock.json'), lock({ ...one, ...development }));
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'node_modules/.package-lock.json'), lock(one));
  expect(dependencyState(root)).toBe('missing');
  expect(dependencyState(root, false)).toBe('ready');
  writeFileSync(join(root, 'node_modules/.package-lock.json'), lock({}));
  expect(dependencyState(root, false)).toBe('missing');
});

test.each([
  ['npm error code ENOTFOUND', /could not reach the package registry/],
  ['npm error code EACCES', /may not write/],
  ['npm error code ENOSPC', /disk is full/],
  ['Error: spawn npm ENOENT', /npm was not found/],
  ['npm error code EUSAGE', /disagree/],
  ['something new', /npm ci failed\.\n\nsomething new/],
])('“%s” is explained', (errors, words) => {
  expect(explainFailure(errors)).toMatch(words);
});

test('the lock of an installer that was killed before it wrote its id is void', async () => {
  const file = join(root, 'installing');
  writeFileSync(file, '');
  const minuteAgo = new Date(Date.now() - 60_000);
  utimesSync(file, minuteAgo, minuteAgo);
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => said.mockRestore());
  const work = vi.fn(() => Promise.resolve());
  await withInstallLock(file, work);
  expect(work).toHaveBeenCalledTimes(1);
});

test('two installers wait for each other, and the lock of a dead one is void', async () => {
  const file = join(root, 'installing');
  writeFileSync(file, '999999999');
  const order: string[] = [];
  const waited = Promise.withResolvers<undefined>();
  const said = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    if (text.toString().includes('waiting for it')) waited.resolve(undefined);
    return true;
  });
  onTestFinished(() => said.mockRestore());
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await waited.promise;
    order.push(`${name} ends`);
  };
  await Promise.all([withInstallLock(file, work('a')), withInstallLock(file, work('b'))]);
  expect(order).toHaveLength(4);
  expect(order[1]?.at(0)).toBe(order[0]?.at(0));
  expect(() => readFileSync(file)).toThrow(/ENOENT/);
});

test.each([
  ['v24.0.0', true],
  ['v26.1.0', true],
  ['v20.20.2', false],
  ['nonsense', false],
])('%s is new enough: %s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected);
});

/** Creates an executable that reports this version. */
function plantNode(folder: string, version: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'node');
  writeFileSync(file, `#!/bin/sh\necho ${version}\n`);
  chmodSync(file, 0o755);
  return file;
}

const old = { executable: '/old/node', version: 'v20.0.0' };

test.skipIf(process.platform === 'win32')(
  'the packaged Node comes first, then our own, then that of the PATH',
  () => {
    const onPath = plantNode(join(root, 'elsewhere'), 'v25.0.0');
    const tooOld = plantNode(join(root, 'too-old'), 'v22.0.0');
    const path = [join(root, 'too-old'), join(root, 'elsewhere')].join(':');
    const recent = { executable: '/recent/node', version: 'v24.3.0' };
    expect(findNode(root, { path, self: old })).toBe(onPath);
    expect(findNode(root, { path: join(tooOld, '..'), self: old })).toBeUndefined();
    expect(findNode(root, { path, self: recent })).toBe('/recent/node');
    const packaged = plantNode(
      join(root, `node_modules/node-${process.platform}-${process.arch}/bin`),
      'v24.21.0',
    );
    expect(findNode(root, { path, self: recent })).toBe(packaged);
  },
);

test.skipIf(process.platform === 'win32')('a packaged Node that does not start is skipped', () => {
  const folder = join(root, `node_modules/node-${process.platform}-${process.arch}/bin`);
  mkdirSync(folder, { recursive: true });
  symlinkSync('/bin/false', join(folder, 'node'));
  expect(findNode(root, { path: '', self: old })).toBeUndefined();
});
