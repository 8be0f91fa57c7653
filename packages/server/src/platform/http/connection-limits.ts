/**
 * Limits the open requests of one connection and one address. Browsers send the next request on a connection after the
 * previous response. A client that pipelines hundreds makes the server work and keep responses that nobody reads. The
 * requests in flight are therefore counted per connection and per address before anything else happens, and a
 * connection whose reader does not read is closed.
 *
 * Invariants: a request refused by `admit` uses no route, no session and no body. Every admitted request is subtracted
 * when its response is sent or its connection is closed, so that the counts return to zero.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type ConnectionLimits = {
  /** The maximum number of unanswered requests on one connection; more closes the connection. */
  readonly perConnection: number;
  /** The maximum number of unanswered requests of one address; more are refused. */
  readonly perAddress: number;
  /** Of these, the maximum number of requests without a token. */
  readonly anonymousPerAddress: number;
  /** If nothing of a response was read for this long, its connection is closed. */
  readonly readerIdleMs: number;
};

export const connectionLimits: ConnectionLimits = {
  perConnection: 4,
  perAddress: 2000,
  anonymousPerAddress: 256,
  readerIdleMs: 60_000,
};

export type Admission = 'admitted' | 'too-many-on-connection' | 'too-many-of-address';

/** Counts by key; a key at zero is removed. */
class Tally<Key> {
  readonly #counts = new Map<Key, number>();
  of(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }
  add(key: Key, by: 1 | -1): void {
    const count = this.of(key) + by;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
  get size(): number {
    return this.#counts.size;
  }
}

export class InFlight {
  readonly #limits: ConnectionLimits;
  readonly #connections = new Tally<Socket>();
  readonly #addresses = new Tally<string>();
  readonly #anonymous = new Tally<string>();

  constructor(limits: ConnectionLimits = connectionLimits) {
    this.#limits = limits;
  }

  /** The number of connections and addresses with a request in flight. */
  get size(): number {
    return this.#connections.size + this.#addresses.size + this.#anonymous.size;
  }

  admit(request: IncomingMessage, response: ServerResponse, address: string): Admission {
    const { socket } = request;
    const anonymous = request.headers.authorization === undefined;
    if (this.#connections.of(socket) >= this.#limits.perConnection) return 'too-many-on-connection';
    const full =
      this.#addresses.of(address) >= this.#limits.perAddress ||
      (anonymous && this.#anonymous.of(address) >= this.#limits.anonymousPerAddress);
    if (full) return 'too-many-of-address';
    this.#count(socket, address, anonymous, 1);
    response.once('close', () => this.#count(socket, address, anonymous, -1));
    return 'admitted';
  }

  #count(socket: Socket, address: string, anonymous: boolean, by: 1 | -1): void {
    this.#connections.add(socket, by);
    this.#addresses.add(address, by);
    if (anonymous) this.#anonymous.add(address, by);
  }

  /**
   * Closes idle connections: those without a request, and those whose response nobody reads. A request that the server
   * has not answered yet keeps its connection. Node counts every byte that the other side reads as activity.
   */
  cutIdleReaders(server: Server): void {
    const { readerIdleMs } = this.#limits;
    server.setTimeout(readerIdleMs, (socket: Socket) => {
      if (this.#connections.of(socket) === 0 || socket.writableLength > 0) socket.destroy();
      else socket.setTimeout(readerIdleMs);
    });
  }
}
