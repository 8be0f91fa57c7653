/**
 * Handles the requests of a connection one after the other, each once the server has read from all other connections.
 * Responses are sent in order anyway, so a client gains nothing by sending several requests at once. Requests that
 * still wait when their connection ends are never handled.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Waiting = { readonly response: ServerResponse; readonly handle: () => void };

export class Turns {
  /** The requests that wait behind the one in progress. A connection without one has no entry. */
  readonly #waiting = new WeakMap<Socket, Waiting[]>();

  /** Calls `handle` once the earlier requests on this connection are answered and other connections were read. */
  take(socket: Socket, response: ServerResponse, handle: () => void): void {
    const waiting = this.#waiting.get(socket);
    if (waiting !== undefined) {
      waiting.push({ response, handle });
      return;
    }
    this.#waiting.set(socket, []);
    this.#handleNext(socket, { response, handle });
  }

  #handleNext(socket: Socket, { response, handle }: Waiting): void {
    response.once('close', () => {
      const next = this.#waiting.get(socket)?.shift();
      if (next === undefined) this.#waiting.delete(socket);
      else this.#handleNext(socket, next);
    });
    // If a connection is refused because of what it sent at once, none of its requests is handled.
    setImmediate(() => {
      if (!socket.destroyed) handle();
    });
  }
}
