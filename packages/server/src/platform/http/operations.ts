/** The calls of those who run the installation: alive, ready, and the API's description. */
import { apiBase, type Route } from '@rhythmdesk/contract/route';
import type { FastifyInstance } from 'fastify';
import { makeNonce, pagePolicy } from './content-policy.ts';
import { docsPage } from './docs-page.ts';
import { openApiOf } from './openapi.ts';

export type Readiness = () => Promise<boolean>;

export function serveOperations(
  app: FastifyInstance,
  table: Readonly<Record<string, Route>>,
  isReady: Readiness,
): void {
  const api = openApiOf(table);
  const description = JSON.stringify(api);
  app.get('/healthz', { exposeHeadRoute: true }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', { exposeHeadRoute: true }, async (_request, reply) => {
    const ready = await isReady().catch(() => false);
    return reply
      .status(ready ? 200 : 500)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready' });
  });
  app.get(`${apiBase}openapi.json`, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(description),
  );
  app.get(`${apiBase}docs`, (_request, reply) => {
    const nonce = makeNonce();
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(docsPage(api, nonce));
  });
}
