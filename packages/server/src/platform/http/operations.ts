/** Serves the routes for operators of the installation: liveness, readiness, and the API's description. */
import { apiBase, type Route } from '@rhythmdesk/contract/route';
import type { FastifyInstance } from 'fastify';
import type { ReplicaFigures } from '../db/replica-port.ts';
import { answerUnknownRoute } from './answer-fault.ts';
import { hashedStylePolicy } from './content-policy.ts';
import { docsPage, docsStyleHash } from './docs-page.ts';
import { fixedAnswer, sendFixed } from './fixed-answer.ts';
import { openApiOf, type OpenApi } from './openapi.ts';
import { isServing, type Troubles } from './troubles.ts';

/** The contact for reports of security weaknesses; null if none is configured. */
export type SecurityContact = { readonly email: string; readonly now: () => Date } | null;

/** The state of the installation that the health routes report. */
export type OperationState = {
  readonly troublesOf: Troubles;
  /** The percentage of stored files verified since an upgrade or a restore; null once all have been. */
  readonly verifiedPercent: () => Promise<number | null>;
  /** The files that the bucket does not have yet; null if there are none. */
  readonly waitingFiles: () => Promise<FilesWaiting | null>;
  /** What a replica of the database has answered; null without one. */
  readonly replica: () => ReplicaFigures | null;
};

type FilesWaiting = {
  readonly files: number;
  /** Open uploads of which the bucket lacks bytes. */
  readonly uploads: number;
  readonly bytes: number;
  readonly since: string;
};

const validMs = 180 * 86_400_000;

/**
 * Returns the text of RFC 9116. It stays valid as long as it is served: the expiry date is counted from the day of the
 * request.
 */
function securityText({ email, now }: NonNullable<SecurityContact>): string {
  const expires = new Date(now().getTime() + validMs).toISOString().slice(0, 10);
  return `Contact: mailto:${email}\nExpires: ${expires}T00:00:00Z\nPreferred-Languages: en, ja, ko, zh\n`;
}

function serveSecurityText(app: FastifyInstance, contact: SecurityContact): void {
  app.get('/.well-known/security.txt', (request, reply) => {
    if (contact === null) answerUnknownRoute(request, reply);
    else void reply.type('text/plain; charset=utf-8').send(securityText(contact));
    return reply;
  });
}

export function serveOperations(
  app: FastifyInstance,
  table: Readonly<Record<string, Route>>,
  { troublesOf, verifiedPercent, waitingFiles, replica }: OperationState,
  contact: SecurityContact,
  base_path = '',
): void {
  serveSecurityText(app, contact);
  const api = (): OpenApi => openApiOf(table, base_path);
  const description = fixedAnswer(() => JSON.stringify(api()), 'application/json; charset=utf-8');
  const docs = fixedAnswer(() => docsPage(api(), base_path), 'text/html; charset=utf-8');
  const docsPolicy = hashedStylePolicy(docsStyleHash);
  app.get('/healthz', { exposeHeadRoute: true }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', troubles: await troublesOf(false) }),
  );
  app.get('/readyz', { exposeHeadRoute: true }, async (_request, reply) => {
    const troubles = await troublesOf(true);
    const isReady = isServing(troubles);
    const percent = isReady ? await verifiedPercent().catch(() => null) : null;
    const waiting = isReady ? await waitingFiles().catch(() => null) : null;
    const reads = replica();
    return reply
      .status(isReady ? 200 : 500)
      .header('cache-control', 'no-store')
      .send({
        status: isReady ? 'ready' : 'not ready',
        troubles,
        ...(percent === null ? {} : { stored_files_verified_percent: percent }),
        ...(waiting === null ? {} : { files_waiting: waiting }),
        ...(reads === null ? {} : { replica: reads }),
      });
  });
  const whole = { compress: false as const };
  app.get(`${apiBase}openapi.json`, whole, (request, reply) => sendFixed(description, request, reply));
  app.get(`${apiBase}docs`, whole, (request, reply) =>
    sendFixed(docs, request, reply.header('content-security-policy', docsPolicy)),
  );
}
