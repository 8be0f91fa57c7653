/**
 * A request's body for somebody who may stop reading it. What is left is read away after the answer: a connection
 * whose body stands unread never hears its next request, which may be anybody's of the same browser.
 */
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';

/** A rest that takes longer is not worth the connection. */
const restMs = 10_000;

export type PassedBody = {
  /** Fails where the request breaks off. */
  readonly stream: Readable;
  /** To be called once nobody reads `stream` any more. */
  readonly discardRest: () => void;
};

export function passBody(request: IncomingMessage): PassedBody {
  const stream = new PassThrough();
  stream.on('error', () => request.unpipe(stream));
  request.once('error', (fault) => stream.destroy(fault));
  request.once('close', () => {
    if (!request.complete) stream.destroy(new Error('the request broke off'));
  });
  request.pipe(stream);
  return {
    stream,
    discardRest: () => {
      request.unpipe(stream);
      if (request.destroyed || request.readableEnded) return;
      const timer = setTimeout(() => request.destroy(), restMs);
      request.once('close', () => clearTimeout(timer));
      request.resume();
    },
  };
}
