/** Requests the health of a server repeatedly, in a thread that no other work of a fault program delays. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { health } from './ask.ts';

const { address, everyMs } = z.object({ address: z.string(), everyMs: z.number() }).parse(workerData);

/** Null if there was no response. */
for (;;) {
  const said = await health(address, 'healthz');
  parentPort?.postMessage(said === null ? null : said.ms);
  await sleep(everyMs);
}
