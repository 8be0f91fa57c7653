/**
 * Distinguishes processes more reliably than a pid does, because pids are reused, also after a restart of the machine.
 * The mark combines the boot and the start time of the process, so the same pid and mark never occur again.
 */
import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

async function linuxMark(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The second field is the program's name in brackets, which may contain spaces and brackets: read after the last one.
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

/** Returns the mark of a living process, null for one that has ended or is a zombie. */
export async function processMark(pid: number): Promise<string | null> {
  return process.platform === 'linux' ? linuxMark(pid) : psField(pid, 'lstart');
}

/** Returns the command line of a living process, joined by spaces; null for one that has ended. */
export async function commandLine(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return psField(pid, 'command');
  const raw = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  return raw === null || raw === '' ? null : raw.split('\0').join(' ').trim();
}

/** Returns the working folder of a living process; null if it cannot be determined. */
export async function workingFolder(pid: number): Promise<string | null> {
  return readlink(`/proc/${pid}/cwd`).catch(() => null);
}
