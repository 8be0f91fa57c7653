/** Waits until a server that was just started is ready, as long as its process lives. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Time limit for a server that accepts connections and does not answer; a slow one is waited for. */
const silentMs = 30_000;

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(silentMs) }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

/** Returns true once `/readyz` reports ready, false if the server ends before. */
export async function untilReady(origin: string, ended: Promise<unknown>): Promise<boolean> {
  let over = false;
  const watch = ended.then(() => {
    over = true;
  });
  while (!over) {
    if (await answers(`${origin}/readyz`)) return true;
    await Promise.race([sleep(200), watch]);
  }
  return false;
}
