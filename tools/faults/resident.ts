/** Reads the memory of a process from the kernel's table. */
import { readdir, readFile } from 'node:fs/promises';

/** Returns the resident memory in bytes. */
export async function residentOf(pid: number): Promise<number> {
  const line = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${String(pid)}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) * 1024;
}

export const openFilesOf = async (pid: number): Promise<number> =>
  (await readdir(`/proc/${String(pid)}/fd`)).length;
