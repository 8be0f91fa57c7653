/**
 * Stops a server without losing an answer: no new connections, event streams ended, running requests given
 * `limitMs` to finish, whatever then remains cut.
 */
import type { FastifyInstance } from 'fastify';
import type { EventStreams } from './event-stream.ts';

export async function stopServer(
  app: FastifyInstance,
  streams: EventStreams,
  limitMs: number,
): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), limitMs);
  const closed = app.close();
  streams.closeAll();
  await closed;
  clearTimeout(cut);
}
