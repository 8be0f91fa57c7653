/**
 * The Fastify instance with everything that holds for every request: ids, logs without patient data, security
 * headers, strict bodies, limits in time, and answers of one form.
 *
 * The log has the route's pattern, never the address or the query, since both may hold names.
 */
import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';
import { answerFault, answerUnknownRoute, errorBodyOf } from './answer-fault.ts';
import { jsonPace, uploadPace, watchBody } from './body-pace.ts';
import { answerPolicy } from './content-policy.ts';
import { Refusal } from './refusal.ts';
import { parseStrictJson } from './strict-json.ts';

export type HttpSettings = {
  readonly log: FastifyBaseLogger;
  /** Believe the proxy in front, and only that one, about the caller's address. */
  readonly trustProxy: boolean;
};

const jsonLimitBytes = 256 * 1024;

const makeRequestId = (): string => randomBytes(12).toString('base64url');

/**
 * Bytes that are no HTTP never reach a route; they get the catalogue's answer and the connection ends. A connection on
 * which no request came in time ends without a word: browsers open some ahead, and would take a late answer for that of
 * the request which they send at the same moment; without one they send it again.
 */
function answerBrokenConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(errorBodyOf(new Refusal('input/invalid'), makeRequestId(), undefined));
  socket.end(
    `HTTP/1.1 422 ${STATUS_CODES[422] ?? ''}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${String(Buffer.byteLength(body))}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    const parsed = parseStrictJson(body);
    if (parsed === null) done(new Refusal('input/json'));
    else done(null, parsed);
  });
}

function addHooks(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    void reply.header('content-security-policy', answerPolicy);
    const isFile = request.headers['content-type']?.startsWith('application/json') === false;
    watchBody(request.raw, isFile ? uploadPace : jsonPace, () => request.raw.destroy());
    if (request.is404 && request.method !== 'GET' && request.method !== 'HEAD') {
      answerUnknownRoute(request, reply);
      return;
    }
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.caller?.id,
      },
      'request',
    );
    done();
  });
}

/** An instance without routes: bind them, then `servePages`, then listen. */
export async function makeHttpServer({ log, trustProxy }: HttpSettings): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: makeRequestId,
    requestIdHeader: false,
    trustProxy: trustProxy ? (_address, hop) => hop === 0 : false,
    bodyLimit: jsonLimitBytes,
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    connectionTimeout: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16_384 },
    clientErrorHandler: answerBrokenConnection,
    frameworkErrors: answerFault,
    routerOptions: { maxParamLength: 200, caseSensitive: true, ignoreTrailingSlash: false },
  });
  app.setErrorHandler(answerFault);
  acceptJsonOnly(app);
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  });
  await app.register(compress, {
    global: true,
    threshold: 1024,
    customTypes: /^text\/(?!event-stream)|[/+](json|javascript|xml)(;|$)/,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 6 },
  });
  addHooks(app);
  return app;
}
