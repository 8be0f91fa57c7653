/**
 * Nobody waits for a database that is away: new requests are told at once to try again in a moment, those under way
 * as soon as it is known. An upload's bytes go on, since they need no database until their end; streams stay open.
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

/** Before the routes are bound. */
export function refuseWhileAway(app: FastifyInstance, watch: Pick<DatabaseWatch, 'isAway' | 'onAway'>): void {
  const open = new Map<FastifyRequest, FastifyReply>();
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith(apiBase) || request.is404) return done();
    if (watch.isAway()) return done(away());
    if (isJson(request) || !hasBody(request.raw)) {
      open.set(request, reply);
      // Also where the sender goes before there is an answer, which no hook of the framework tells.
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
