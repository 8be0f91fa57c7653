/** Limits the size of a body that is read as a stream. */
import { Transform, type Readable } from 'node:stream';
import { Refusal } from './refusal.ts';

/**
 * Passes `source` on, and fails with a refusal once more than `limitBytes` have arrived or the request breaks off. The
 * reader of the stream receives that failure. If the request was refused before and nobody reads the stream, the
 * failure is ignored.
 */
export function limitedBody(source: Readable, limitBytes: number): Readable {
  let seen = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.byteLength;
      if (seen > limitBytes) done(new Refusal('input/body-too-large'));
      else done(null, chunk);
    },
  });
  limited.on('error', () => source.unpipe(limited));
  source.once('error', (error) => limited.destroy(error));
  source.once('aborted', () => limited.destroy(new Refusal('input/invalid')));
  return source.pipe(limited);
}
