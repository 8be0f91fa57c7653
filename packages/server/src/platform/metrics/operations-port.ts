/**
 * Serves metrics and health on a port of their own, from the first moment of a program on: while tables are migrated
 * the program lives and is not ready. A worker has no other port.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { bearerToken } from '../http/caller.ts';
import { listenOn, type OpenPort } from '../http/listen.ts';
import { isServing, type Troubles } from '../http/troubles.ts';
import type { Metrics } from './metrics.ts';

export type OperationsPort = OpenPort & {
  /** From now on health is what this function says, and not that the program starts. */
  readonly report: (troubles: Troubles) => void;
};

export type OperationsSettings = {
  readonly host: string;
  readonly port: number;
  /** The bearer token that the metrics need; undefined if they need none. */
  readonly token: string | undefined;
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function isAllowed({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true;
  const given = bearerToken(headers.authorization);
  return typeof given === 'object' && timingSafeEqual(digest(given.token), digest(token));
}

type Answer = { readonly status: number; readonly type: string; readonly body: string };

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

async function health(troubles: Troubles, prove: boolean): Promise<Answer> {
  const found = await troubles(prove);
  if (!prove) return json(200, { status: 'ok', troubles: found });
  const isReady = isServing(found);
  return json(isReady ? 200 : 500, { status: isReady ? 'ready' : 'not ready', troubles: found });
}

async function answer(
  request: IncomingMessage,
  { token }: OperationsSettings,
  metrics: Metrics,
  troubles: Troubles,
): Promise<Answer> {
  const { pathname } = new URL(request.url ?? '/', 'http://operations');
  if (request.method !== 'GET' && request.method !== 'HEAD') return json(405, { status: 'only GET' });
  if (pathname === '/healthz') return health(troubles, false);
  if (pathname === '/readyz') return health(troubles, true);
  if (pathname !== '/metrics') return json(404, { status: 'not found' });
  if (!isAllowed(request, token)) return json(401, { status: 'METRICS_TOKEN is required' });
  return { status: 200, type: metrics.contentType, body: await metrics.text() };
}

function send(request: IncomingMessage, response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Throws if the port cannot be used. */
export async function openOperationsPort(
  settings: OperationsSettings,
  metrics: Metrics,
  onFault: (fault: unknown) => void,
): Promise<OperationsPort> {
  let troubles: Troubles = () => Promise.resolve(['starting']);
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    request.resume();
    answer(request, settings, metrics, troubles).then(
      (given) => send(request, response, given),
      (fault: unknown) => {
        onFault(fault);
        send(request, response, json(500, { status: 'fault' }));
      },
    );
  });
  server.maxConnections = 100;
  const opened = await listenOn(server, settings, onFault);
  return { ...opened, report: (given) => void (troubles = given) };
}
