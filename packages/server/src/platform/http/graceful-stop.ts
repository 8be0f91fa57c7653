/**
 * Stops a server without losing a response: no new connections, event streams ended, resumable bodies cut. Running
 * requests get `limitMs` to finish, then the rest is cut.
 */
import type { FastifyInstance } from 'fastify';
import type { EventStreams } from './event-stream.ts';
import type { ResumableBodies } from './resumable-bodies.ts';

export async function stopServer(
  app: FastifyInstance,
  streams: EventStreams,
  limitMs: number,
  bodies?: ResumableBodies,
): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), limitMs);
  // Closing looks for idle connections once. A connection whose response ends later would stay open until its timeout.
  const release = setInterval(() => app.server.closeIdleConnections(), 100);
  const closed = app.close();
  streams.closeAll();
  bodies?.cutAll();
  await closed;
  clearTimeout(cut);
  clearInterval(release);
}
