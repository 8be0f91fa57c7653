/**
 * Accepts connections of MLLP senders. The messages of a connection are answered one after the other, in their order;
 * while one is answered, no more of that connection is read.
 */
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { withoutZone } from '../http/caller-address.ts';
import { isTlsCode, tlsWords } from '../tls/tls-fault.ts';
import { framed, MllpFramer, type Framed } from './mllp-framer.ts';

/** The sender of a connection, as far as the network knows it. */
export type Peer = {
  readonly address: string;
  /** The SHA-256 of its client certificate, in lower-case digits; null without TLS. */
  readonly fingerprint: string | null;
};

export type MllpIdentity = { readonly key: string; readonly cert: string };

export type ListenOptions = {
  readonly host: string;
  readonly port: number;
  /** With TLS a client certificate of one of these authorities is required. */
  readonly tls: (MllpIdentity & { readonly ca: string }) | null;
  readonly connections: number;
  readonly idle_ms: number;
  /** Returns the answers to a message, each of which is sent in a frame of its own. */
  readonly answer: (message: Framed, peer: Peer) => Promise<readonly Buffer[]>;
  readonly onFault: (fault: unknown, peer: Peer) => void;
  /** Called when TLS does not let a sender in, for example with a certificate that is not trusted. */
  readonly onRefused?: (reason: string, address: string) => void;
  /** Called at the end of a connection on which bytes outside of frames or incomplete frames arrived. */
  readonly onDropped: (
    dropped: { readonly skipped_bytes: number; readonly frames: number },
    peer: Peer,
  ) => void;
};

export type MllpListener = {
  readonly port: number;
  /** New connections by TLS get this certificate. */
  readonly use: (identity: MllpIdentity) => void;
  readonly stop: () => Promise<void>;
};

const contextOf = (given: NonNullable<ListenOptions['tls']>) => ({
  ...given,
  minVersion: 'TLSv1.2' as const,
});

/** The most bytes that the unfinished frames of all connections may take together. */
const mostHeldBytes = 256 * 1024 * 1024;

const addressOf = (socket: net.Socket): string =>
  withoutZone((socket.remoteAddress ?? '').replace(/^::ffff:/, ''));

/** Returns why TLS ended a connection; null if the sender left, as programs do that only look whether a port is open. */
function refusalOf(fault: unknown, socket: tls.TLSSocket): string | null {
  // Node ends a connection whose certificate it does not trust, and names only that it ended.
  const ofCertificate: unknown = socket.authorizationError;
  if (typeof ofCertificate === 'string') return tlsWords(ofCertificate);
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  return isTlsCode(code) && fault instanceof Error ? tlsWords(code, fault.message) : null;
}

function peerOf(socket: net.Socket): Peer {
  const address = addressOf(socket);
  const certificate = socket instanceof tls.TLSSocket ? socket.getPeerCertificate() : undefined;
  return { address, fingerprint: certificate?.fingerprint256.replaceAll(':', '').toLowerCase() ?? null };
}

class Connections {
  readonly #framers = new Set<MllpFramer>();
  readonly #open = new Map<net.Socket, Promise<void>>();
  /** Connections on which a message is being answered. */
  readonly #answering = new Set<net.Socket>();
  #stopping = false;
  readonly #options: ListenOptions;

  constructor(options: ListenOptions) {
    this.#options = options;
  }

  take(socket: net.Socket): void {
    const peer = peerOf(socket);
    const { idle_ms, onFault } = this.#options;
    socket.setNoDelay(true);
    socket.setTimeout(idle_ms, () => socket.destroy());
    socket.on('error', () => undefined);
    const served = this.#serve(socket, peer)
      .catch((fault: unknown) => {
        if (!socket.destroyed) onFault(fault, peer);
      })
      .finally(() => {
        socket.destroy();
        this.#open.delete(socket);
      });
    this.#open.set(socket, served);
  }

  #heldBytes(): number {
    return [...this.#framers].reduce((sum, { heldBytes }) => sum + heldBytes, 0);
  }

  async #serve(socket: net.Socket, peer: Peer): Promise<void> {
    const framer = new MllpFramer();
    this.#framers.add(framer);
    try {
      for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
        const found = Buffer.isBuffer(chunk) ? framer.push(chunk) : [];
        if (this.#heldBytes() > mostHeldBytes) throw new Error('too many unfinished messages at once');
        this.#answering.add(socket);
        for (const message of found) await this.#answer(socket, message, peer);
        this.#answering.delete(socket);
        if (this.#stopping) break;
      }
      // The last answer leaves before the connection ends.
      await new Promise<void>((resolve) => void socket.end(resolve));
    } finally {
      this.#answering.delete(socket);
      framer.end();
      this.#framers.delete(framer);
      const { skippedBytes: skipped_bytes, droppedFrames: frames } = framer;
      if (skipped_bytes + frames > 0) this.#options.onDropped({ skipped_bytes, frames }, peer);
    }
  }

  async #answer(socket: net.Socket, message: Framed, peer: Peer): Promise<void> {
    const replies = await this.#options.answer(message, peer);
    if (replies.length === 0 || socket.destroyed || socket.write(Buffer.concat(replies.map(framed)))) return;
    const waiting = new AbortController();
    const { signal } = waiting;
    const ends = [once(socket, 'drain', { signal }), once(socket, 'close', { signal })];
    await Promise.race(ends).finally(() => waiting.abort());
    await Promise.allSettled(ends);
  }

  /** Lets the messages that are being answered finish, and ends all connections. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const socket of this.#open.keys()) if (!this.#answering.has(socket)) socket.destroy();
    await Promise.all(this.#open.values());
  }
}

export async function listenMllp(options: ListenOptions): Promise<MllpListener> {
  const connections = new Connections(options);
  const take = (socket: net.Socket): void => connections.take(socket);
  const server =
    options.tls === null
      ? net.createServer({ allowHalfOpen: true }, take)
      : tls.createServer(
          {
            ...{ ...contextOf(options.tls), allowHalfOpen: true },
            ...{ requestCert: true, rejectUnauthorized: true, handshakeTimeout: 10_000 },
          },
          take,
        );
  // Also those whose handshake never ended.
  const sockets = new Set<net.Socket>();
  // A connection that TLS ended no longer knows its address.
  const addresses = new WeakMap<net.Socket, string>();
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    addresses.set(socket, addressOf(socket));
    socket.once('close', () => sockets.delete(socket));
  });
  server.maxConnections = options.connections;
  server.on('tlsClientError', (fault: unknown, socket: tls.TLSSocket) => {
    const reason = refusalOf(fault, socket);
    const of: unknown = Reflect.get(socket, '_parent');
    if (reason !== null)
      options.onRefused?.(reason, of instanceof net.Socket ? (addresses.get(of) ?? '') : '');
    socket.destroy();
  });
  server.listen({ host: options.host, port: options.port });
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    use: (identity) => {
      if (server instanceof tls.Server && options.tls !== null)
        server.setSecureContext(contextOf({ ...options.tls, ...identity }));
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      await connections.stop();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
