/** Begins a run of tests or programs: names a folder for its database, which starts when the first of them asks for it. */
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { beginTestRun, endTestRun } from './test-cluster.ts';
import { hasMemoryFolder, memoryFolder } from './test-memory.ts';

type End = () => Promise<void>;

/** On the disk, for programs that measure or break what they run on. */
export async function setUpOnDisk(): Promise<End> {
  const folder = await beginTestRun();
  return () => endTestRun(folder);
}

/** vitest's global set-up: in memory where there is enough, with every other temporary file of the tests. */
export default async function setUp(): Promise<End> {
  if (!(await hasMemoryFolder())) return setUpOnDisk();
  const folder = await beginTestRun(memoryFolder);
  const temporary = path.join(folder, 'tmp');
  await mkdir(temporary);
  // Tests start databases as other users, who have to pass through.
  await chmod(folder, 0o711);
  await chmod(temporary, 0o1777);
  process.env['TMPDIR'] = temporary;
  return () => endTestRun(folder);
}
