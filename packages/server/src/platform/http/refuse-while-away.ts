/**
 * Refuses requests while the database is unavailable, so that nobody waits. New requests are asked at once to retry in
 * a moment, and running ones as soon as the outage is known. Uploads continue, because they need no database until their
 * end; event streams stay open.
 */
import { apiBase } from '@rhythmdesk/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DatabaseWatch } from '../db/database-watch.ts';
import { answerFault } from './answer-fault.ts';
import { hasBody } from './body-pace.ts';
import { Refusal } from './refusal.ts';

const retryAfterS = 2;
const away = (): Refusal => new Refusal('server/unavailable', { retry_after_s: retryAfterS });

const isJson = (request: FastifyRequest): boolean =>
  request.headers['content-type']?.startsWith('application/json') !== false;

/** Must be called before the routes are bound. */
export function refuseWhileAway(app: FastifyInstance, watch: Pick<DatabaseWatch, 'isAway' | 'onAway'>): void {
  const open = new Map<FastifyRequest, FastifyReply>();
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith(apiBase) || request.is404) return done();
    if (watch.isAway()) return done(away());
    if (isJson(request) || !hasBody(request.raw)) {
      open.set(request, reply);
      // This also covers a sender that disconnects before there is a response, for which the framework has no hook.
      reply.raw.once('close', () => open.delete(request));
    }
    done();
  });
  const end = watch.onAway(() => {
    for (const [request, reply] of open) {
      if (!reply.sent) answerFault(away(), request, reply);
    }
  });
  app.addHook('onClose', (_app, done) => {
    end();
    done();
  });
}
