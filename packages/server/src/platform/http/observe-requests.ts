/** Counts each request for the metrics and records it as a span: by its route template, never by its path. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';
import { beginSpan, isTracing, type OpenSpan } from '../traces/traces.ts';

const routeOf = (request: FastifyRequest): string =>
  request.is404 ? 'none' : (request.routeOptions.url ?? 'none');

/** An event stream lasts as long as its page is open. */
const isStream = (reply: FastifyReply): boolean =>
  String(reply.raw.getHeader('content-type') ?? '').startsWith('text/event-stream');

/**
 * Runs the rest of a request as a part of its span. The events of a body belong to their connection, so the span is
 * entered again once the body has been read.
 */
function recordSpans(app: FastifyInstance): void {
  const open = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const span = beginSpan(request.method, 'server', { 'http.request.method': request.method });
    if (span === null) done();
    else {
      open.set(request, span);
      span.within(() => done());
    }
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const span = open.get(request);
    if (span === undefined) done();
    else span.within(() => done());
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    open.get(request)?.end({
      name: `${request.method} ${route}`,
      failed: reply.statusCode >= 500,
      attributes: {
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'rhythmdesk.request_id': request.id,
      },
    });
    done();
  });
}

export function observeRequests(app: FastifyInstance, metrics: Pick<Metrics, 'request'> | undefined): void {
  if (isTracing()) recordSpans(app);
  if (metrics === undefined) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    if (!isStream(reply))
      metrics.request(
        { method, route: routeOf(request), status: reply.statusCode },
        reply.elapsedTime / 1000,
      );
    done();
  });
}
