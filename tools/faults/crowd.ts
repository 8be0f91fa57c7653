/**
 * Opens many connections to one server as the people behind a proxy do, each session from an address of its own, in a
 * thread that measures nobody else's requests.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/** A signed-in user at an address of its own. */
export type Member = { readonly token: string; readonly from: string };

export type CrowdPlan = {
  readonly origin: string;
  readonly members: readonly Member[];
  readonly streamPath: string;
  readonly streamsEach: number;
  /** Takes a JSON body that arrives slowly and never ends. */
  readonly bodyPath: string;
  readonly bodies: number;
  readonly tilePath: string;
  /** Requests for tiles that each member keeps in flight. */
  readonly tilesEach: number;
};

const crowdSeen = z.object({
  streams: z.number(),
  streamsEnded: z.number(),
  bodiesEnded: z.number(),
  tiles: z.number(),
  medianMs: z.number(),
  slowestMs: z.number(),
  /** Error responses by status and code, with their number. */
  refused: z.record(z.string(), z.number()),
  /** Connections that broke off although they were new. */
  broken: z.array(z.string()),
});
export type CrowdSeen = z.output<typeof crowdSeen>;

const entry = new URL('./crowd-thread.ts', import.meta.url);

/**
 * Runs `work` once every stream and body is open, while tiles are requested until it ends them. The streams and bodies
 * stay until `work` is done. Returns what the crowd has seen.
 */
export async function withCrowd<Result>(
  plan: CrowdPlan,
  work: (endTiles: () => void) => Promise<Result>,
): Promise<{ readonly seen: CrowdSeen; readonly result: Result }> {
  const thread = new Worker(entry, { workerData: plan });
  try {
    await once(thread, 'message');
    const last = once(thread, 'message');
    const result = await work(() => thread.postMessage('end'));
    const seen: unknown = (await last)[0];
    return { seen: crowdSeen.parse(seen), result };
  } finally {
    await thread.terminate();
  }
}
