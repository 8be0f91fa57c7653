/**
 * Reads processor time in milliseconds from the kernel: the work that was done, however busy the machine is otherwise.
 * Null if the system does not report it (Linux does).
 */
import { readFile } from 'node:fs/promises';

const msPerTick = 10;

async function ticksIn(place: string, [first, last]: readonly [number, number]): Promise<number | null> {
  const text = await readFile(place, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name before the last bracket may contain anything; `state` follows it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.slice(first, last + 1).reduce((sum, field) => sum + Number(field), 0);
}

const inMs = (ticks: number | null): number | null => (ticks === null ? null : ticks * msPerTick);

/** Returns the time of the main thread, which answers all requests. */
export const mainThreadMs = async (pid: number): Promise<number | null> =>
  inMs(await ticksIn(`/proc/${String(pid)}/task/${String(pid)}/stat`, [11, 12]));

/** Returns the time of a process with its threads and the children that have ended. */
export const processMs = async (pid: number): Promise<number | null> =>
  inMs(await ticksIn(`/proc/${String(pid)}/stat`, [11, 14]));
