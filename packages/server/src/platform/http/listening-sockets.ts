/**
 * Lets a server accept several connections in each turn of its event loop. Node accepts one from each listening socket,
 * and a turn of a busy server takes 10 to 30 ms: the last of a thousand connections that arrive together would wait for
 * a thousand turns, while those before it are served again and again.
 *
 * Several sockets listen on one port, over which Linux distributes connections evenly (SO_REUSEPORT).
 */
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import { createServer, type ListenOptions, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

type Place = { readonly host: string; readonly port: number };

/** Other systems give all connections to one of the sockets. */
const count = process.platform === 'linux' ? 16 : 1;
const sharing = { reusePort: count > 1 };

/**
 * New connections that the system keeps for a socket while the server is busy. Beyond it, their senders wait for seconds
 * and some are reset. Node's own number is 511; the system lowers it to `net.core.somaxconn`.
 */
const backlog = 4_096;

async function listen(server: Server, options: ListenOptions): Promise<void> {
  server.listen(options);
  await once(server, 'listening');
}

/** Throws if something listens there. Sockets that share a port would share it with another server of this user too. */
async function checkUnused(place: Place): Promise<void> {
  const probe = createServer();
  await listen(probe, place);
  probe.close();
  await once(probe, 'close');
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server without a port');
  return address.port;
}

/** Returns a server whose connections are those of `server`. */
function beside(server: HttpServer): Server {
  const further = createServer({ allowHalfOpen: !(server instanceof HttpsServer), noDelay: true });
  return further.on('connection', (socket) => server.emit('connection', socket));
}

/** Lets the server listen; returns its address as a URL. Closing the server closes each socket. */
export async function listenOnSockets(
  app: FastifyInstance,
  place: Place,
  listenTextResolver: (address: string) => string,
): Promise<string> {
  if (place.port !== 0) await checkUnused(place);
  const { server } = app;
  const furthers = Array.from({ length: count - 1 }, () => beside(server));
  const close = server.close.bind(server);
  server.close = (onClosed) => {
    const all = Promise.all(furthers.filter(({ listening }) => listening).map(closed));
    return close((fault) => void all.then(() => onClosed?.(fault)));
  };
  const address = await app.listen({ ...place, ...sharing, backlog, listenTextResolver });
  for (const further of furthers) {
    await listen(further, { ...place, ...sharing, backlog, port: portOf(server) });
    further.on('error', (fault) => server.emit('error', fault));
  }
  return address;
}
