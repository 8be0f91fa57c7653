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
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCaptured } from '../processes/child-process.ts';
import { digestOf, evenModes, packTree, writeSums } from './pack-tree.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rhythmdesk-pack-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes the same tree, with files in this order, of this age, and with these modes. */
async function archiveOf(
  place: string,
  names: readonly string[],
  age: number,
  mode: number,
): Promise<string> {
  const tree = join(folder, place, 'release');
  mkdirSync(join(tree, 'bin'), { recursive: true, mode: mode | 0o700 });
  for (const name of names) {
    writeFileSync(join(tree, name), `the text of ${name}`);
    utimesSync(join(tree, name), age, age);
    chmodSync(join(tree, name), mode);
  }
  chmodSync(join(tree, 'bin/run'), 0o700);
  symlinkSync('run', join(tree, 'bin/link'));
  evenModes(tree);
  writeSums(tree);
  const archive = join(folder, `${place}.tar.gz`);
  await packTree(tree, archive, new Date(1_700_000_000_000));
  return archive;
}

test('two folders with the same content give the same bytes, whatever their order, age and modes', async () => {
  const one = await archiveOf('one', ['b', 'a', 'bin/run'], 1_000, 0o600);
  const other = await archiveOf('a-longer-name', ['bin/run', 'a', 'b'], 2_000, 0o664);
  expect(await digestOf(one)).toBe(await digestOf(other));
});

test('the sums are those that sha256sum checks', async () => {
  await archiveOf('one', ['b', 'bin/run'], 1_000, 0o644);
  const tree = join(folder, 'one/release');
  const check = () => runCaptured('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: tree });
  expect(readFileSync(join(tree, 'SHA256SUMS'), 'utf8')).toMatch(
    /^[0-9a-f]{64} {2}b\n[0-9a-f]{64} {2}bin\/run\n$/,
  );
  expect((await check()).code).toBe(0);
  writeFileSync(join(tree, 'b'), 'damaged');
  expect((await check()).code).toBe(1);
});
