/**
 * Begins a run of tests or programs: creates a folder for its database, which starts when the first of them requests
 * it.
 */
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { beginTestRun, endTestRun } from './test-cluster.ts';
import { hasMemoryFolder, memoryFolder } from './test-memory.ts';

type End = () => Promise<void>;

/** Uses the disk, for programs that measure or break their storage. */
export async function setUpOnDisk(): Promise<End> {
  const folder = await beginTestRun();
  return () => endTestRun(folder);
}

/** Runs as vitest's global set-up: uses memory if there is enough, also for all other temporary files of the tests. */
export default async function setUp(): Promise<End> {
  if (!(await hasMemoryFolder())) return setUpOnDisk();
  const folder = await beginTestRun(memoryFolder);
  const temporary = path.join(folder, 'tmp');
  await mkdir(temporary);
  // Tests start databases as other users, who must be able to enter the folder.
  await chmod(folder, 0o711);
  await chmod(temporary, 0o1777);
  process.env['TMPDIR'] = temporary;
  return () => endTestRun(folder);
}
