/**
 * Passes on a request's body to a consumer that may stop reading. The rest is read and dropped after the response. A
 * connection with an unread body never delivers its next request, which may be another one of the same browser.
 */
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';

/** If the rest takes longer, the connection is closed. */
const restMs = 10_000;

export type PassedBody = {
  /** Fails if the request breaks off. */
  readonly stream: Readable;
  /** Call it once nobody reads `stream` any more. */
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
