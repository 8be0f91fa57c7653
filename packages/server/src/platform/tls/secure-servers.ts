/** Creates HTTPS servers that all use one certificate, and replaces it while they serve. */
import type { RequestListener, ServerOptions } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { KeyPair } from './key-pair.ts';

/** TLS 1.2 and 1.3; connections in progress keep the certificate with which they began. */
const contextOf = ({ cert, key }: KeyPair) => ({ cert, key, minVersion: 'TLSv1.2' as const });
const handshakeTimeout = 10_000;

export class SecureServers {
  readonly #servers = new Set<Server>();
  #pair: KeyPair;

  constructor(pair: KeyPair) {
    this.#pair = pair;
  }

  create(options: ServerOptions, listener: RequestListener): Server {
    const server = createServer({ ...options, ...contextOf(this.#pair), handshakeTimeout }, listener);
    this.#servers.add(server);
    server.once('close', () => this.#servers.delete(server));
    return server;
  }

  /** New connections use this pair. */
  use(pair: KeyPair): void {
    this.#pair = pair;
    for (const server of this.#servers) server.setSecureContext(contextOf(pair));
  }
}
