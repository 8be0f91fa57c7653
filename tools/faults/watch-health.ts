/** Asks a server for its health while something is done to it, as somebody would who has nothing to do with that. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '@rhythmdesk/server/app/test-process';
import { health } from './ask.ts';

export type Watched = {
  slowestMs: number;
  unanswered: number;
  /** The lines of the log about faults that nobody caught. */
  readonly uncaught: Set<string>;
};

/** Asks every `everyMs` and reads the server's log until `work` is done. */
export async function watchDuring(
  node: ServerProcess,
  work: () => Promise<void>,
  everyMs = 250,
): Promise<Watched> {
  const watched: Watched = { slowestMs: 0, unanswered: 0, uncaught: new Set() };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const said = await health(node.address, 'healthz');
      if (said === null) watched.unanswered += 1;
      else watched.slowestMs = Math.max(watched.slowestMs, said.ms);
      for (const line of node.said()) if (line.includes('nobody caught')) watched.uncaught.add(line);
      await sleep(everyMs);
    }
  })();
  await work().finally(() => (isOver = true));
  await watching;
  return watched;
}
