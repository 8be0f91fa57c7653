/** Tests that a framer gives the same messages for any split of a stream, and never an incomplete one. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { framed, MllpFramer, type Framed } from './mllp-framer.ts';

const textOf = (found: readonly Framed[]): string[] =>
  found.map((each) => (each.kind === 'message' ? each.bytes.toString('latin1') : 'too large'));

/** Pushes the bytes in pieces that end at these places. */
function inPieces(framer: MllpFramer, bytes: Buffer, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  const found: string[] = [];
  for (const [at, end] of [...places, bytes.length].entries())
    found.push(...textOf(framer.push(bytes.subarray(places[at - 1] ?? 0, end))));
  return found;
}

/** A message: any bytes except the two blocks. */
const message = fc
  .uint8Array({ maxLength: 40 })
  .map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0x0b && byte !== 0x1c)));
const noise = fc
  .uint8Array({ maxLength: 12 })
  .map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0x0b)));

test('messages are the same however the stream is cut, and noise between them is counted', () => {
  const stream = fc.array(fc.tuple(noise, message), { maxLength: 12 });
  fc.assert(
    fc.property(stream, fc.array(fc.nat(), { maxLength: 30 }), (parts, cuts) => {
      const bytes = Buffer.concat(parts.flatMap(([before, each]) => [before, framed(each)]));
      const framer = new MllpFramer();
      expect(inPieces(framer, bytes, cuts)).toEqual(parts.map(([, each]) => each.toString('latin1')));
      // A carriage return directly after an end block belongs to it.
      const extra = parts.filter(([before], at) => at > 0 && before.length > 0).length;
      const total = parts.reduce((sum, [before]) => sum + before.length, 0);
      expect(framer.skippedBytes).toBeLessThanOrEqual(total);
      expect(framer.skippedBytes).toBeGreaterThanOrEqual(total - extra);
      expect(framer.droppedFrames).toBe(0);
    }),
    { numRuns: 300 },
  );
});

test('any bytes give the same as one byte at a time', () => {
  const biased = fc.array(fc.constantFrom(0x0b, 0x1c, 0x0d, 0x41, 0x42), { maxLength: 80 });
  fc.assert(
    fc.property(biased, fc.array(fc.nat(), { maxLength: 10 }), (numbers, cuts) => {
      const bytes = Buffer.from(numbers);
      const [whole, single] = [new MllpFramer(20), new MllpFramer(20)];
      const found = inPieces(whole, bytes, cuts);
      expect(found).toEqual(numbers.flatMap((byte) => textOf(single.push(Buffer.of(byte)))));
      for (const each of [whole, single]) each.end();
      expect([whole.skippedBytes, whole.droppedFrames]).toEqual([single.skippedBytes, single.droppedFrames]);
    }),
    { numRuns: 500 },
  );
});

test('a frame without its end is never given, also when another one begins', () => {
  const framer = new MllpFramer();
  expect(textOf(framer.push(Buffer.from('\x0bMSH|half')))).toEqual([]);
  expect(textOf(framer.push(Buffer.from('\x0bMSH|whole\x1c\rnoise\x0bleft')))).toEqual(['MSH|whole']);
  framer.end();
  expect([framer.skippedBytes, framer.droppedFrames]).toEqual([5, 2]);
});

test('a missing carriage return after the end block is accepted', () => {
  const framer = new MllpFramer();
  expect(textOf(framer.push(Buffer.from('\x0ba\x1c\x0bb\x1c')))).toEqual(['a', 'b']);
  expect(textOf(framer.push(Buffer.from('\r\x0bc\x1c\r')))).toEqual(['c']);
  expect(framer.skippedBytes).toBe(0);
});

test('a frame above the limit is reported once with its beginning, and the next one is read', () => {
  const framer = new MllpFramer(10);
  const found = ['\x0bMSH|', 'x'.repeat(10), 'y'.repeat(1000), '\x1c\r\x0bok\x1c\r'].flatMap((piece) =>
    framer.push(Buffer.from(piece)),
  );
  expect(textOf(found)).toEqual(['too large', 'ok']);
  expect(found[0]?.kind === 'too-large' ? found[0].head.toString() : '').toMatch(/^MSH\|x+$/);
  expect(framer.droppedFrames).toBe(1);
});

test('a frame at the limit is given', () => {
  const framer = new MllpFramer(10);
  expect(textOf(framer.push(framed(Buffer.from('0123456789'))))).toEqual(['0123456789']);
});

test('one frame in a million chunks is read, and its memory is released', () => {
  const framer = new MllpFramer();
  const body = Buffer.alloc(1_000_000, 'a');
  const bytes = framed(body);
  const found: Framed[] = [];
  for (let at = 0; at < bytes.length; at += 1) found.push(...framer.push(bytes.subarray(at, at + 1)));
  expect(textOf(found)[0]).toHaveLength(1_000_000);
  expect(framer.heldBytes).toBe(0);
});

test('fifty interleaved streams each give their own messages', () => {
  const streams = Array.from({ length: 50 }, (_, at) => ({
    framer: new MllpFramer(),
    bytes: Buffer.concat(
      Array.from({ length: 20 }, (_each, number) =>
        framed(Buffer.from(`${at}-${number}-${'x'.repeat(at * 7)}`)),
      ),
    ),
    found: new Array<string>(),
    place: 0,
  }));
  for (let open = true; open;) {
    open = false;
    for (const [at, stream] of streams.entries()) {
      const end = stream.place + 3 + (at % 11);
      stream.found.push(...textOf(stream.framer.push(stream.bytes.subarray(stream.place, end))));
      stream.place = end;
      open ||= end < stream.bytes.length;
    }
  }
  for (const [at, { found }] of streams.entries())
    expect(found).toEqual(Array.from({ length: 20 }, (_, number) => `${at}-${number}-${'x'.repeat(at * 7)}`));
});
