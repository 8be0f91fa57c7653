/**
 * Stops a server without losing an answer: no new connections, event streams ended, resumable bodies cut, running
 * requests given `limitMs` to finish, whatever then remains cut.
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
  // Closing looks for idle connections once; one whose answer ends after that would stay until its time is over.
  const release = setInterval(() => app.server.closeIdleConnections(), 100);
  const closed = app.close();
  streams.closeAll();
  bodies?.cutAll();
  await closed;
  clearTimeout(cut);
  clearInterval(release);
}
