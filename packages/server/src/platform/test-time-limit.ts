/** Lets a time limit of the product end when the test says so, so that no test depends on the speed of the machine. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, vi } from 'vitest';

/** Far more turns of the event loop than one socket of this process needs to read what another one has sent. */
const turns = 20;

/** Starts `work`, waits until `isSent`, and then ends every time limit of up to `limit_ms` that runs. */
export async function passTimeLimit<Result>(
  work: () => Promise<Result>,
  isSent: () => boolean,
  limit_ms: number,
): Promise<PromiseSettledResult<Result>> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const ended = Promise.allSettled([work()]);
    await expect.poll(isSent).toBe(true);
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    vi.advanceTimersByTime(limit_ms);
    const [result] = await ended;
    return result;
  } finally {
    vi.useRealTimers();
  }
}
