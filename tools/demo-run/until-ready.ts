/** Waits for a server that was just started, as long as it lives. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Of a server that takes connections and says nothing; one that is merely slow is waited for. */
const silentMs = 30_000;

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(silentMs) }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

/** True once `/readyz` says so; false when the server has ended before. */
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
