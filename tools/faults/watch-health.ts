/** Requests the health of a server during a fault, as an independent observer would. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ServerProcess } from '@rhythmdesk/server/testing/test-process';
import { z } from 'zod';

export type Watched = {
  slowestMs: number;
  unanswered: number;
  /** The lines of the log about uncaught errors. */
  readonly uncaught: readonly string[];
};

const entry = new URL('./probe-health.ts', import.meta.url);
/** Requests the health every `everyMs`, from the first response on, and reads the server's log, until `work` is done. */
export async function watchDuring(
  node: ServerProcess,
  work: () => Promise<void>,
  everyMs = 250,
): Promise<Watched> {
  const watched: Watched = { slowestMs: 0, unanswered: 0, uncaught: node.listen('nobody caught') };
  const probe = new Worker(entry, { workerData: { address: node.address, everyMs } });
  await once(probe, 'message');
  probe.on('message', (given: unknown) => {
    const ms = z.number().nullable().parse(given);
    if (ms === null) watched.unanswered += 1;
    else watched.slowestMs = Math.max(watched.slowestMs, ms);
  });
  try {
    await work();
    // Includes the time of the request that was in flight at the end.
    await once(probe, 'message');
  } finally {
    await probe.terminate();
  }
  return watched;
}
