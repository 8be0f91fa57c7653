/** A body as a stream that fails with a refusal once more than `limitBytes` have come through. */
import { Transform, type Readable } from 'node:stream';
import { Refusal } from './refusal.ts';

export function limitedBody(source: Readable, limitBytes: number): Readable {
  let seen = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.byteLength;
      if (seen > limitBytes) done(new Refusal('input/body-too-large'));
      else done(null, chunk);
    },
  });
  source.once('error', (error) => limited.destroy(error));
  source.once('aborted', () => limited.destroy(new Refusal('input/invalid')));
  return source.pipe(limited);
}
