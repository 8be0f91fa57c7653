/**
 * Redirects browsers that come without encryption to the encrypted address. It redirects to no other address than
 * `PUBLIC_URL`, whatever host a request names.
 *
 * Only pages are redirected. A program that sends a token or data without encryption would continue to do so unnoticed,
 * so that it gets an error instead, and has to be corrected.
 */
import { apiBase } from '@rhythmdesk/contract/route';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { basePathOf } from '../config/site-address.ts';
import { withoutBasePath } from './base-path.ts';
import { bareAnswer, headersOfAll } from './bare-answer.ts';
import { listenOn, type OpenPort } from './listen.ts';
import { Refusal } from './refusal.ts';
import { httpStatusOf } from './status.ts';
import type { Troubles } from './troubles.ts';

export type RedirectSettings = {
  readonly host: string;
  readonly port: number;
  /** The https address of users, without a slash at its end. */
  readonly public_url: string;
  readonly troubles: Troubles;
};

const programPaths = [apiBase.replace(/[^/]+\/$/, ''), '/fhir/'];
const isRead = (method = ''): boolean => method === 'GET' || method === 'HEAD';

/** Returns the path with its query; `/` for a request that names a whole address or none. */
const targetOf = ({ url = '/' }: IncomingMessage): string => (url.startsWith('/') ? url : '/');

function isOfProgram({ method, headers }: IncomingMessage, target: string): boolean {
  return (
    !isRead(method) ||
    headers.authorization !== undefined ||
    programPaths.some((path) => target.startsWith(path))
  );
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const refusal = new Refusal('server/unencrypted');
  const { headers, body } = bareAnswer(refusal, request.headers['accept-language']);
  response.writeHead(httpStatusOf(refusal.code), headers).end(request.method === 'HEAD' ? undefined : body);
}

async function answerHealth(response: ServerResponse, troubles: Troubles): Promise<void> {
  const body = JSON.stringify({ status: 'ok', troubles: await troubles(false) });
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(200, { ...headersOfAll, ...headers, connection: 'close' }).end(body);
}

/** Throws if the port cannot be used. */
export async function openRedirectPort(
  { host, port, public_url, troubles }: RedirectSettings,
  onFault: (fault: unknown) => void,
): Promise<OpenPort> {
  const base_path = basePathOf(public_url);
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    request.resume();
    const target = withoutBasePath(base_path, targetOf(request));
    if (isRead(request.method) && target === '/healthz') {
      answerHealth(response, troubles).catch((fault: unknown) => {
        onFault(fault);
        response.destroy();
      });
      return;
    }
    if (isOfProgram(request, target)) {
      refuse(request, response);
      return;
    }
    const location = new URL(`${public_url}${target}`);
    const headers = { location: location.href, 'cache-control': 'no-store', 'content-length': '0' };
    response.writeHead(308, { ...headersOfAll, ...headers, connection: 'close' }).end();
  });
  server.maxConnections = 1_000;
  return listenOn(server, { host, port }, onFault);
}
