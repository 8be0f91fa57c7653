/** Serves a request as one piece of work: a fault that nothing catches closes its connection and nothing else. */
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { workAs } from '../current-work.ts';

/**
 * Runs the listeners of an emitter as part of the request, because a socket's own events belong to none. If a listener
 * throws, the fault is thrown again as part of the request.
 */
function listenAs(end: () => void, emitter: EventEmitter): void {
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
  emitter.emit = (...event: Parameters<typeof emit>) => workAs(end, () => emitOrFail(...event));
}

/** Runs `work`, all that it starts and all listeners of the request or its response as part of the request. */
export function serveAs(request: IncomingMessage, response: ServerResponse, work: () => void): void {
  const end = (): void => void request.socket.destroy();
  listenAs(end, request);
  listenAs(end, response);
  workAs(end, work);
}
