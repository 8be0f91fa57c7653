/**
 * Creates the Fastify instance with everything that applies to every request: ids, logs without patient data, security
 * headers, strict bodies, time limits, and responses of one form.
 *
 * The log contains the route's pattern, never the path or the query, because both may contain names.
 */
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';
import type { SecureServers } from '../tls/secure-servers.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { answerFault, answerUnknownRoute } from './answer-fault.ts';
import { withoutBasePath } from './base-path.ts';
import { bareAnswer, headersOfAll, makeRequestId, secureHeadersOfAll } from './bare-answer.ts';
import { anonymousPace, endUnreadBody, jsonPace, uploadPace, watchBody, type BodyPace } from './body-pace.ts';
import { trustedAddress, type TrustProxy } from './caller-address.ts';
import { connectionLimits, InFlight, type ConnectionLimits } from './connection-limits.ts';
import { serveAs } from './serve-request.ts';
import { closeSilentAsIdle } from './silent-connections.ts';
import { parseInPieces } from './parse-in-pieces.ts';
import { Refusal } from './refusal.ts';
import { observeRequests } from './observe-requests.ts';
import { httpStatusOf } from './status.ts';
import { parseStrictJson } from './strict-json.ts';
import { Turns } from './turns.ts';

export type HttpSettings = {
  readonly log: FastifyBaseLogger;
  /** The proxies that are trusted for the caller's address. */
  readonly trustProxy: TrustProxy;
  /** The path under which the product is installed, such as `/rhythmdesk`; empty at the root of a host. */
  readonly basePath?: string;
  /** With it the server speaks HTTPS only. */
  readonly secure?: SecureServers | null;
  readonly limits?: ConnectionLimits;
  readonly headerWaits?: HeaderWaits;
  /** Counts each answered request. */
  readonly metrics?: Pick<Metrics, 'request'> | undefined;
};

/**
 * How long a request's headers may take, and how often Node looks for connections that take longer; in milliseconds.
 */
export type HeaderWaits = { readonly headersTimeout: number; readonly connectionsCheckingInterval: number };

const jsonLimitBytes = 256 * 1024;

/** Node keeps the response that a connection is for in a field of its own. */
const isAnswering = (socket: Socket): boolean => (Reflect.get(socket, '_httpMessage') ?? null) !== null;

/**
 * Answers bytes that are not HTTP, unless a request before them is not answered completely yet: the refusal would be taken
 * for its answer or become a part of it. They never reach a route; they get a refusal and the connection is closed. A
 * connection without a request in time is closed without a response. Browsers open some in advance, and would take a
 * late response for that of a request sent at the same moment; without a response they send the request again.
 */
function answerBrokenConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  const { code = '' } = error;
  const isSilent = code === 'ECONNRESET' || code === 'ERR_HTTP_REQUEST_TIMEOUT' || !socket.writable;
  if (isSilent || isAnswering(socket) || /^ERR_(SSL|TLS)_/.test(code)) {
    socket.destroy();
    return;
  }
  const { headers, body } = bareAnswer(new Refusal('input/invalid'), undefined);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 422 ${STATUS_CODES[422] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}

function refuseBusy(request: IncomingMessage, response: ServerResponse): void {
  const refusal = new Refusal('server/busy');
  const { headers, body } = bareAnswer(refusal, request.headers['accept-language']);
  response.writeHead(httpStatusOf(refusal.code), { ...headers, 'retry-after': '2' }).end(body);
}

const nodeOptions = { requestTimeout: 0, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 };
const usualWaits: HeaderWaits = { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 };

function paceOf({ headers }: IncomingMessage): BodyPace {
  if (headers.authorization === undefined) return anonymousPace;
  return /^application\/(json|fhir\+json)/.test(headers['content-type'] ?? 'application/json')
    ? jsonPace
    : uploadPace;
}

/**
 * Returns Node's server with the limits in front of the framework, which answers some broken paths without any hook.
 */
function limitedServer({
  trustProxy,
  secure,
  limits,
  headerWaits,
}: Required<Pick<HttpSettings, 'trustProxy' | 'secure' | 'limits' | 'headerWaits'>>) {
  return (handler: RequestListener): Server => {
    const addressOf = trustedAddress(trustProxy);
    const inFlight = new InFlight(limits);
    const turns = new Turns();
    const refused = new WeakSet<Socket>();
    const options = { ...nodeOptions, ...headerWaits };
    const take: RequestListener = (request, response) => {
      if (request.socket.destroyed) return;
      response.setHeaders(new Map(Object.entries(secure === null ? headersOfAll : secureHeadersOfAll)));
      const admission = inFlight.admit(request, response, addressOf(request));
      if (admission === 'admitted') {
        turns.take(request.socket, response, () =>
          serveAs(request, response, () => {
            watchBody(request, paceOf(request), () => request.destroy());
            endUnreadBody(request, response);
            handler(request, response);
          }),
        );
        return;
      }
      refused.add(request.socket.pause());
      if (admission === 'too-many-of-address') refuseBusy(request, response);
      else request.socket.destroy();
    };
    const server = secure === null ? createServer(options, take) : secure.create(options, take);
    parseInPieces(server, (socket) => refused.has(socket));
    inFlight.cutIdleReaders(server);
    closeSilentAsIdle(server);
    return server;
  };
}

/** Accepts bodies of this media type as JSON. */
export function acceptJson(app: FastifyInstance, mediaType: string): void {
  app.addContentTypeParser<Buffer>(mediaType, { parseAs: 'buffer' }, (_request, body, done) => {
    const parsed = parseStrictJson(body);
    if (parsed === null) done(new Refusal('input/json'));
    else done(null, parsed);
  });
}

/** Accepts forms; a field that occurs several times is a list. */
export function acceptForms(app: FastifyInstance): void {
  const mediaType = 'application/x-www-form-urlencoded';
  app.addContentTypeParser<string>(mediaType, { parseAs: 'string' }, (_request, body, done) => {
    const form = new URLSearchParams(body);
    const fields = [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length > 1 ? values : values[0]] as const;
    });
    done(null, Object.fromEntries(fields));
  });
}

function addHooks(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
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

/** Creates an instance without routes: bind them, then call `servePages`, then listen. */
export async function makeHttpServer({
  log,
  trustProxy,
  basePath = '',
  secure = null,
  limits = connectionLimits,
  headerWaits = usualWaits,
  metrics,
}: HttpSettings): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: makeRequestId,
    requestIdHeader: false,
    // `trustedAddress` has left one address, the trusted one.
    trustProxy: trustProxy !== false && ((_address, hop) => hop === 0),
    bodyLimit: jsonLimitBytes,
    rewriteUrl: ({ url = '/' }) => withoutBasePath(basePath, url),
    serverFactory: limitedServer({ trustProxy, secure, limits, headerWaits }),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    clientErrorHandler: answerBrokenConnection,
    frameworkErrors: answerFault,
    routerOptions: { maxParamLength: 200, caseSensitive: true, ignoreTrailingSlash: false },
  });
  app.setErrorHandler(answerFault);
  app.removeAllContentTypeParsers();
  acceptJson(app, 'application/json');
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
  observeRequests(app, metrics);
  return app;
}
