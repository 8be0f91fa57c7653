/**
 * Routes whose protocol is not the table's, such as resumable uploads: the handler gets Node's own request and
 * response, with the body unread. What every answer has stays: request id, security headers, the catalogue's error
 * form.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, type Language } from '../texts/language.ts';
import { errorBodyOf, refusalOf } from './answer-fault.ts';
import { Refusal } from './refusal.ts';
import { statusOf } from './status.ts';

export type RawCall = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly request_id: string;
  readonly ip: string;
  readonly language: Language;
};
export type RawHandler = (call: RawCall) => Promise<void>;

export const rawMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'] as const;

/** Answers a fault in the catalogue's form; ends the connection where an answer had begun. */
export function answerRawFault(
  { request, response, request_id }: Pick<RawCall, 'request' | 'response' | 'request_id'>,
  fault: unknown,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const refusal = refusalOf(fault) ?? new Refusal('server/fault');
  const body = JSON.stringify(errorBodyOf(refusal, request_id, request.headers['accept-language']));
  const { retry_after_s } = refusal.detail;
  if (retry_after_s !== undefined) response.setHeader('retry-after', Math.max(1, Math.ceil(retry_after_s)));
  response.writeHead(statusOf(refusal.code), {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function copyHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
}

async function pass(request: FastifyRequest, reply: FastifyReply, handle: RawHandler): Promise<FastifyReply> {
  copyHeaders(reply);
  reply.hijack();
  const call: RawCall = {
    request: request.raw,
    response: reply.raw,
    request_id: request.id,
    ip: request.ip,
    language: languageOf(request.headers['accept-language']),
  };
  try {
    await handle(call);
  } catch (fault) {
    if (refusalOf(fault) === null) request.log.error({ err: fault }, 'fault');
    answerRawFault(call, fault);
  }
  return reply;
}

/** Hands every call of `path` and of whatever lies below it to `handle`. Before listening. */
export function serveRaw(app: FastifyInstance, path: string, handle: RawHandler): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, next) => next(null));
    for (const url of [path, `${path}/*`]) {
      scope.route({
        method: [...rawMethods],
        url,
        exposeHeadRoute: false,
        compress: false,
        handler: (request, reply) => pass(request, reply, handle),
      });
    }
    done();
  });
}
