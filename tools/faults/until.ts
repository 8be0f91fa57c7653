/**
 * Waits for something that another process does, by checking repeatedly. The time limit only ends a wait that would
 * never end.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export async function until(
  words: string,
  isSo: () => Promise<boolean> | boolean,
  longestMs = 120_000,
  everyMs = 50,
): Promise<void> {
  for (const end = performance.now() + longestMs; performance.now() < end; await sleep(everyMs)) {
    if (await isSo()) return;
  }
  throw new Error(`Waited in vain: ${words}`);
}
