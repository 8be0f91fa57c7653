/** Ports of this machine. What is free now may be taken a moment later; whoever then listens fails loudly. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to connections and to whoever asks for any (Linux from 32 768): minutes may pass
 * before somebody listens, in which another program's connections would have taken one of those. Above the ports that
 * journeys make of it for their provider.
 */
const [first, end] = [30_000, 32_768];

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(first, end);
    if (await isPortFree('127.0.0.1', port)) return port;
  }
  throw new Error(`No port from ${String(first)} on is free.`);
}

/** The system's code of why nothing can listen there, such as `EADDRINUSE`; null where it can. */
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
