import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runNode } from '../processes/child-process.ts';
import { repositoryRoot } from '../processes/repository.ts';
import { ensureServerBuilt } from './server-build.ts';

let root: string;
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const inServer = (path: string, text: string): void => write(`packages/server/src/${path}`, text);

const thread = `
  import { workerData, parentPort } from 'node:worker_threads';
  const doubled: number = workerData * 2;
  parentPort?.postMessage(doubled);`;
const starter = `
  import { readFileSync } from 'node:fs';
  import { join } from 'node:path';
  import { Worker } from 'node:worker_threads';
  const entry = new URL('./double-thread.ts', import.meta.url);
  export const readWords = (): string =>
    readFileSync(new URL('./words.txt', import.meta.url), 'utf8') + readFileSync(join(import.meta.dirname, 'words.txt'), 'utf8');
  export const double = (number: number): Promise<number> =>
    new Promise((resolve) => new Worker(entry, { workerData: number }).once('message', resolve));`;
const main = `
  import { double, readWords } from '../features/doubles/start-thread.ts';
  console.log(readWords(), await double(21));`;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rhythmdesk a#server-'));
  symlinkSync(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'));
  write('package.json', '{"type":"module"}');
  write('package-lock.json', '{}');
  for (const name of ['packages/ecg', 'packages/domain', 'packages/contract', 'tools/build'])
    write(`${name}/a.ts`, '');
  inServer('features/doubles/double-thread.ts', thread);
  inServer('features/doubles/start-thread.ts', starter);
  inServer('features/doubles/words.txt', 'twice ');
  inServer('app/main.ts', main);
  inServer('app/worker.ts', 'console.log(process.argv.length);');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a bundled program starts bundled threads and finds files beside its sources', async () => {
  const folder = await ensureServerBuilt(root);
  // Without the source file, only the bundled thread can run.
  rmSync(join(root, 'packages/server/src/features/doubles/double-thread.ts'));
  const { code, stdout } = await runNode([join(folder, 'main.js')], { cwd: tmpdir() });
  expect(stdout).toBe('twice twice  42\n');
  expect(code).toBe(0);
});

test('programs are built again only if their sources have changed', async () => {
  const first = await ensureServerBuilt(root);
  writeFileSync(join(first, 'mark'), '');
  inServer('app/main.test.ts', 'new');
  expect(await ensureServerBuilt(root)).toBe(first);
  expect(readdirSync(first)).toContain('mark');
  inServer('app/main.ts', 'console.log("new");');
  const second = await ensureServerBuilt(root);
  expect(second).not.toBe(first);
  expect((await runNode([join(second, 'main.js')], { cwd: root })).stdout).toBe('new\n');
});

test('a new build keeps those that may still run, and no more', async () => {
  const first = await ensureServerBuilt(root);
  const kept = async (count: number): Promise<string[]> => {
    for (let at = 0; at < count; at += 1) {
      inServer('app/worker.ts', `console.log(${String(at)});`);
      await ensureServerBuilt(root);
    }
    return readdirSync(dirname(first)).map((name) => join(dirname(first), name));
  };
  expect(await kept(4)).toContain(first);
  const later = await kept(6);
  expect(later).toHaveLength(5);
  expect(later).not.toContain(first);
});

test('two commands that build at once both get the complete build', async () => {
  const [first, second] = await Promise.all([ensureServerBuilt(root), ensureServerBuilt(root)]);
  expect(second).toBe(first);
  expect(readdirSync(dirname(first))).toHaveLength(1);
  expect((await runNode([join(first, 'main.js')], { cwd: root })).stdout).toBe('twice twice  42\n');
});

test('sources that cannot be bundled leave no partial build', async () => {
  inServer('app/main.ts', "import './nowhere.ts';");
  await expect(ensureServerBuilt(root)).rejects.toThrow(/nowhere/);
  expect(existsSync(join(root, 'packages/server/dist/programs'))).toBe(false);
});

test('two threads with one file name, or one named like a program, are refused with both files', async () => {
  inServer('features/others/double-thread.ts', thread);
  inServer('features/others/start-thread.ts', starter);
  const both = "import '../features/doubles/start-thread.ts';\nimport '../features/others/start-thread.ts';";
  inServer('app/main.ts', both);
  await expect(ensureServerBuilt(root)).rejects.toThrow(
    /double-thread\.js: .*(doubles|others)\/double-thread\.ts and .*(doubles|others)\/double-thread\.ts/,
  );
  inServer('features/doubles/worker.ts', thread);
  inServer('app/main.ts', "import '../features/doubles/other.ts';");
  inServer('features/doubles/other.ts', "console.log(new URL('./worker.ts', import.meta.url));");
  await expect(ensureServerBuilt(root)).rejects.toThrow(/worker\.js: a program and .*doubles\/worker\.ts/);
});
