/**
 * An answer that is the same for everybody until the next release: made, compressed and named by its content once,
 * when the server starts, so that a request costs no more than handing out the bytes.
 */
import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

export type FixedAnswer = {
  readonly mediaType: string;
  readonly etag: string;
  /** By content coding. */
  readonly bodies: { readonly identity: Buffer; readonly gzip: Buffer; readonly br: Buffer };
};

export function fixedAnswer(text: string, mediaType: string): FixedAnswer {
  const identity = Buffer.from(text);
  const etag = `"${createHash('sha256').update(identity).digest('base64url')}"`;
  return {
    mediaType,
    etag,
    bodies: { identity, gzip: gzipSync(identity), br: brotliCompressSync(identity) },
  };
}

/** The smallest first; of what a caller takes at all, it gets that. */
const codings = ['br', 'gzip', 'identity'] as const;

function codingOf(request: FastifyRequest): keyof FixedAnswer['bodies'] {
  const accepted = new Negotiator(request).encodings(codings);
  return codings.find((coding) => accepted.includes(coding)) ?? 'identity';
}

export function sendFixed(answer: FixedAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply
    .header('cache-control', 'no-cache')
    .header('etag', answer.etag)
    .header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === answer.etag) return reply.status(304).send();
  const coding = codingOf(request);
  if (coding !== 'identity') void reply.header('content-encoding', coding);
  return reply.type(answer.mediaType).send(answer.bodies[coding]);
}
