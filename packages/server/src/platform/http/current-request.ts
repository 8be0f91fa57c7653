/**
 * Knows which request the running code works for, so that a fault that nobody caught ends that request and not the
 * server. Timers, streams and promises that a request starts belong to it as well.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';

const current = new AsyncLocalStorage<IncomingMessage>();

/** Runs `work`, and all that it starts, as part of the request. */
export function serveAs(request: IncomingMessage, work: () => void): void {
  current.run(request, work);
}

/** Closes the connection of the request that the running code works for; false if it works for none. */
export function endCurrentRequest(): boolean {
  const request = current.getStore();
  request?.socket.destroy();
  return request !== undefined;
}
