/** Handles, in a thread started by `runInThread`, the orders sent to it, one after the other. */
import { parentPort } from 'node:worker_threads';

/** A fault of the work is not caught: it ends the thread, and its order fails with it. */
export function serveOrders(work: (order: unknown) => unknown): void {
  const answer = async (order: unknown): Promise<void> => {
    const outcome = await work(order);
    parentPort?.postMessage(outcome);
  };
  parentPort?.on('message', (order: unknown) => void answer(order));
}
