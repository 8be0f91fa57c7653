/** Writes the result of a handler: JSON checked against the row's schema, bytes, or the start of an event stream. */
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { isBinaryAnswer, isJsonAnswer, type Route } from '@rhythmdesk/contract/route';
import { create as attachment } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { EventStreams } from './event-stream.ts';
import { Headed, type BinaryReply, type OpenEvents } from './handler.ts';
import { isCommitted } from './idempotency.ts';

export type AnswerOptions = {
  /** In tests and development, a field that the row does not contain is a fault; in production it is left out. */
  readonly strictAnswers: boolean;
  /** The media type of JSON answers; `application/json` by default. */
  readonly jsonType?: string;
  readonly streams: EventStreams;
};

function isBinaryReply(reply: unknown): reply is BinaryReply {
  if (typeof reply !== 'object' || reply === null || !('body' in reply)) return false;
  return reply.body instanceof Uint8Array || reply.body instanceof Readable;
}

function isOpenEvents(reply: unknown): reply is OpenEvents {
  return typeof reply === 'function';
}

/** Returns the value to send; throws if the handler's value does not match the row's schema. */
function provenOutput(schema: z.ZodType, value: unknown, strict: boolean): unknown {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Error(`answer without its shape: ${parsed.error.message}`);
  if (strict) {
    const sent: unknown = JSON.parse(JSON.stringify(value));
    const proven: unknown = JSON.parse(JSON.stringify(parsed.data));
    if (!isDeepStrictEqual(sent, proven)) throw new Error('answer with a field that its row does not name');
  }
  return parsed.data;
}

function sendBinary(reply: FastifyReply, mediaType: string, binary: BinaryReply): FastifyReply {
  const { body } = binary;
  const size = body instanceof Uint8Array ? body.byteLength : binary.size_bytes;
  void reply.type(binary.media_type ?? mediaType);
  // A cache on disk would keep a patient's signal after sign-out; the page keeps tiles in memory.
  void reply.header('cache-control', 'no-store');
  if (size !== undefined) void reply.header('content-length', size);
  if (binary.filename !== undefined) {
    void reply.header('content-disposition', attachment(binary.filename));
  }
  return reply.send(
    body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : body,
  );
}

function plainHeaders(reply: FastifyReply): Record<string, string | number | string[]> {
  const headers: Record<string, string | number | string[]> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}

function openEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  schema: z.ZodType,
  open: OpenEvents,
  streams: EventStreams,
): FastifyReply {
  const last = request.headers['last-event-id'];
  const headers = plainHeaders(reply);
  reply.hijack();
  let end = (): void => undefined;
  const sink = streams.start(reply.raw, {
    headers,
    schema,
    lastEventId: typeof last === 'string' ? last : null,
    onEnd: () => end(),
  });
  end = open(sink);
  if (!streams.has(sink)) end();
  return reply;
}

export function writeAnswer(
  row: Route,
  reply: FastifyReply,
  given: unknown,
  options: AnswerOptions,
): FastifyReply {
  const answer = row.output;
  if (isJsonAnswer(answer)) {
    const isWrapped = given instanceof Headed || isCommitted(given);
    const output = provenOutput(answer, isWrapped ? given.value : given, options.strictAnswers);
    const head = given instanceof Headed ? given.head : { status: row.success ?? 200, headers: {} };
    if (row.ends_session === true) void reply.header('clear-site-data', '"cache"');
    return reply
      .status(head.status)
      .headers({ 'cache-control': 'no-store', ...head.headers })
      .type(`${options.jsonType ?? 'application/json'}; charset=utf-8`)
      .send(JSON.stringify(output));
  }
  if (isBinaryAnswer(answer)) {
    if (isBinaryReply(given)) return sendBinary(reply.status(row.success ?? 200), answer.binary, given);
    throw new Error(`${row.path}: a binary row must give bytes`);
  }
  if (isOpenEvents(given)) return openEvents(reply.request, reply, answer.events, given, options.streams);
  throw new Error(`${row.path}: an event row must give what opens its stream`);
}
