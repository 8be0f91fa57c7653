/**
 * Finds free ports of this machine. A free port may be taken a moment later; a server that then listens on it fails
 * with an error.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * The range is below the ports that systems assign to connections and to programs that request any port (Linux from 32
 * 768): minutes may pass before the server listens, and another program's connection could take such a port meanwhile.
 * It is above the ports that journeys derive from it for their provider.
 */
const [first, end] = [30_000, 32_768];

/** Returns a port on which nothing listens. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(first, end);
    if (await isPortFree('127.0.0.1', port)) return port;
  }
  throw new Error(`No port from ${String(first)} on is free.`);
}

/** Returns the system's code for why nothing can listen there, such as `EADDRINUSE`; null if it is possible. */
export function listenFault(host: string, port: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const server = createServer();
  server.once('error', (fault) => resolve('code' in fault ? String(fault.code) : fault.message));
  server.listen(port, host, () => server.close(() => resolve(null)));
  return promise;
}

export async function isPortFree(host: string, port: number): Promise<boolean> {
  return (await listenFault(host, port)) === null;
}
