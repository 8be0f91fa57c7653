/**
 * Tracks the request for which the running code works, so that an uncaught fault ends that request and not the server.
 * Timers, streams and promises that a request starts belong to it as well.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

const current = new AsyncLocalStorage<IncomingMessage>();

/**
 * Runs the listeners of an emitter as part of the request, because a socket's own events belong to none. If a listener
 * throws, the fault is thrown again as part of the request.
 */
function listenAs(request: IncomingMessage, emitter: EventEmitter): void {
  const emit = emitter.emit.bind(emitter);
  const emitOrFail = (...event: Parameters<typeof emit>): boolean => {
    try {
      return emit(...event);
    } catch (fault) {
      queueMicrotask(() => {
        throw fault;
      });
      return true;
    }
  };
  emitter.emit = (...event: Parameters<typeof emit>) => current.run(request, emitOrFail, ...event);
}

/** Runs `work`, all that it starts and all listeners of the request or its response as part of the request. */
export function serveAs(request: IncomingMessage, response: ServerResponse, work: () => void): void {
  listenAs(request, request);
  listenAs(request, response);
  current.run(request, work);
}

/** Closes the connection of the request for which the running code works; returns false if there is none. */
export function endCurrentRequest(): boolean {
  const request = current.getStore();
  request?.socket.destroy();
  return request !== undefined;
}
