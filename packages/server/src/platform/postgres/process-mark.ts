/**
 * Tells one process from another for longer than a pid does: pids are given out again, also after a restart of the
 * machine. The mark joins the boot and the moment at which the process began, so pid and mark together never repeat.
 */
import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

async function linuxMark(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The second field is the program's name in brackets and may hold spaces and brackets itself: read after the last.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X' || startTicks === undefined) return null;
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => 'boot');
  return `${boot.trim()}:${startTicks}`;
}

async function psField(pid: number, field: string): Promise<string | null> {
  const answer = await run('ps', ['-ww', '-o', `${field}=`, '-p', String(pid)]).catch(() => null);
  const text = answer?.stdout.trim() ?? '';
  return text === '' ? null : text;
}

/** The mark of a living process, null for one that is gone or a zombie. */
export async function processMark(pid: number): Promise<string | null> {
  return process.platform === 'linux' ? linuxMark(pid) : psField(pid, 'lstart');
}

/** The words of a living process's command line, joined by spaces; null for one that is gone. */
export async function commandLine(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return psField(pid, 'command');
  const raw = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  return raw === null || raw === '' ? null : raw.split('\0').join(' ').trim();
}

/** Where a living process stands; null where that cannot be known. */
export async function workingFolder(pid: number): Promise<string | null> {
  return readlink(`/proc/${pid}/cwd`).catch(() => null);
}
