import { encodeTile } from '@rhythmdesk/ecg/pyramid/tile';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeTraceTile, readPieces, tileMemory } from './trace-tile.ts';

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

/** An answer: the lengths of its pieces, then the pieces. */
const answerOf = (sizes: readonly number[], bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...new Uint8Array(Uint32Array.from(sizes).buffer), ...bytes]);

test('an answer is divided into its pieces wherever the network cuts it', async () => {
  const size = fc.integer({ min: 1, max: 40 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(size, { minLength: 1 }),
      fc.array(size, { minLength: 1 }),
      async (sizes, cuts) => {
        const whole = Uint8Array.from(
          { length: sizes.reduce((sum, one) => sum + one, 0) },
          (_, i) => i % 251,
        );
        const sent = answerOf(sizes, whole);
        const chunks: Uint8Array[] = [];
        for (let at = 0, cut = 0; at < sent.length; cut += 1) {
          const to = at + (cuts[cut % cuts.length] ?? 1);
          chunks.push(sent.subarray(at, to));
          at = to;
        }
        const pieces: Uint8Array[] = [];
        await readPieces(streamOf(chunks), sizes.length, (bytes, at) => (pieces[at] = bytes));
        expect(pieces.map(({ length }) => length)).toEqual(sizes);
        expect(Buffer.concat(pieces).equals(whole)).toBe(true);
      },
    ),
  );
});

test('each piece is passed on before the next has arrived', async () => {
  const stream = new TransformStream<Uint8Array, Uint8Array>();
  const writer = stream.writable.getWriter();
  const come = Promise.withResolvers<number>();
  const read = readPieces(stream.readable, 2, (_, at) => (at === 0 ? come.resolve(at) : undefined));
  await writer.write(answerOf([2, 3], new Uint8Array(2)));
  expect(await come.promise).toBe(0);
  await writer.write(new Uint8Array(3));
  await writer.close();
  await read;
});

test('an answer with bytes too many or too few is refused', async () => {
  const read = (sizes: readonly number[], bytes: number) =>
    readPieces(streamOf([answerOf(sizes, new Uint8Array(bytes))]), sizes.length, () => undefined);
  await read([3], 3);
  await expect(read([3], 4)).rejects.toThrow(RangeError);
  await expect(read([3, 2], 4)).rejects.toThrow(RangeError);
  await expect(read([3, 0], 3)).rejects.toThrow(RangeError);
  await expect(read([3, 2 ** 31], 9)).rejects.toThrow(RangeError);
  await expect(readPieces(streamOf([new Uint8Array(5)]), 2, () => undefined)).rejects.toThrow(RangeError);
});

test('a tile has the content of its bytes', () => {
  const raw = Int16Array.of(5, -7, 300);
  const samples = decodeTraceTile(0, new Uint8Array(raw.buffer));
  expect(samples).toEqual({ kind: 'samples', samples: raw });
  expect(tileMemory(samples)).toBe(6);
  const tile = { min: Int16Array.of(-3, 4), max: Int16Array.of(9, 8), gap: Uint8Array.of(0, 1) };
  const buckets = decodeTraceTile(2, encodeTile(tile, 2));
  expect(buckets).toEqual({ kind: 'buckets', ...tile });
  expect(tileMemory(buckets)).toBe(10);
  expect(() => decodeTraceTile(2, new Uint8Array(3))).toThrow(RangeError);
});
