/** Opens connections to a server of this thread while the thread is busy, for tests. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Opens the connections, and counts in the shared number how many the system has established. */
const opener = `
  const { connect } = require('node:net');
  const { workerData: { port, count, established } } = require('node:worker_threads');
  for (let at = 0; at < count; at += 1)
    connect(port, '127.0.0.1', () => { Atomics.add(established, 0, 1); Atomics.notify(established, 0); }).on('error', () => undefined);
`;

/** The time limit only ends a wait in vain. */
const longestMs = 60_000;

/**
 * Returns how many of the connections the system has established, once it has all. This thread accepts none before it
 * gets to the next turn of its event loop. `close` ends them.
 */
export async function openWhileBusy(
  port: number,
  count: number,
): Promise<{ readonly established: number; readonly close: () => Promise<unknown> }> {
  const established = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(opener, { eval: true, workerData: { port, count, established } });
  await once(thread, 'online');
  const end = performance.now() + longestMs;
  for (let seen = 0; seen < count && performance.now() < end; seen = Atomics.load(established, 0))
    Atomics.wait(established, 0, seen, end - performance.now());
  return { established: Atomics.load(established, 0), close: () => thread.terminate() };
}
