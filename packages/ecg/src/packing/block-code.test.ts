import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockBytes, blockSamples, type BlockCode } from './block-code.ts';
import { packBlock, unpackBlock } from './packed-block.ts';
import { createPortableCode } from './portable-code.ts';
import { openWasmCode } from './wasm-code.ts';

const portable = createPortableCode();
const wasm = openWasmCode() ?? portable;

function packed(code: BlockCode, samples: Int16Array): Uint8Array<ArrayBuffer> {
  code.samples.fill(77);
  code.packed.fill(99);
  code.samples.set(samples);
  return new Uint8Array(code.packed.subarray(0, code.pack(samples.length)));
}

function unpacked(code: BlockCode, bytes: Uint8Array): Int16Array<ArrayBuffer> | number {
  code.samples.fill(77);
  code.packed.fill(99);
  code.packed.set(bytes);
  const count = code.unpack(bytes.length);
  return count < 0 ? count : new Int16Array(code.samples.subarray(0, count));
}

function expectLossless(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const bytes = packed(portable, samples);
  expect(packed(wasm, samples)).toEqual(bytes);
  expect(unpacked(portable, bytes)).toEqual(samples);
  expect(unpacked(wasm, bytes)).toEqual(samples);
  return bytes;
}

const filled = (length: number, value: (i: number) => number): Int16Array<ArrayBuffer> =>
  Int16Array.from({ length }, (_none, i) => value(i));

/** Noise of any number of bits, alone or added to a line, with extremes in between. */
const signal = fc
  .record({
    bits: fc.integer({ min: 0, max: 16 }),
    slope: fc.integer({ min: -40, max: 40 }),
    count: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 2_000 })),
    seed: fc.integer(),
    extremes: fc.array(fc.tuple(fc.nat(2_000), fc.constantFrom(-32_768, 32_767, 0, -1)), { maxLength: 4 }),
  })
  .map(({ bits, slope, count, seed, extremes }) => {
    let state = seed;
    const samples = filled(count, (i) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      return slope * i + (bits === 0 ? 0 : state >> (32 - bits));
    });
    for (const [at, value] of extremes) if (at < count) samples[at] = value;
    return samples;
  });

test('WebAssembly is tested where it is available', () => {
  expect(wasm).not.toBe(portable);
});

test('any samples are the same after packing and unpacking, and both codes give the same bytes', () => {
  fc.assert(
    fc.property(signal, (samples) => {
      expectLossless(samples);
    }),
    { numRuns: 400 },
  );
});

test('every 16-bit value is possible beside every extreme', () => {
  for (const beside of [-32_768, 32_767, 0, -1])
    for (let from = -32_768; from < 32_768; from += blockSamples / 2)
      expectLossless(filled(blockSamples, (i) => (i % 2 === 0 ? from + i / 2 : beside)));
});

test('blocks of every length around a run, and the longest', () => {
  for (const length of [
    1,
    2,
    3,
    31,
    32,
    33,
    63,
    64,
    65,
    95,
    96,
    127,
    128,
    129,
    blockSamples - 1,
    blockSamples,
  ])
    expectLossless(filled(length, (i) => Math.round(900 * Math.sin(i / 7))));
});

test('no signal, lines and slow waves need few bytes; noise never needs more than the room', () => {
  const heads = 8 + blockSamples / 32;
  expect(expectLossless(filled(blockSamples, () => 0)).length).toBe(heads);
  expect(expectLossless(filled(blockSamples, () => -32_768)).length).toBeLessThan(heads + 100);
  expect(expectLossless(filled(blockSamples, (i) => 3 * i)).length).toBeLessThan(heads + 100);
  const wave = expectLossless(filled(blockSamples, (i) => Math.round(900 * Math.sin(i / 20))));
  expect(wave.length).toBeLessThan(0.25 * 2 * blockSamples);
  const noise = expectLossless(filled(blockSamples, (i) => Math.imul(i ^ 0x5bd1e995, 0x9e3779b1) >> 16));
  expect(noise.length).toBeLessThanOrEqual(blockBytes);
});

test('a changed word, and a block that is cut or longer, are refused by name', () => {
  const samples = filled(1_000, (i) => Math.round(500 * Math.sin(i / 9)));
  const bytes = packed(portable, samples);
  fc.assert(
    fc.property(fc.nat(bytes.length / 4 - 1), fc.integer({ min: 1, max: 0xffff_ffff }), (at, change) => {
      const words = new Uint32Array(bytes.slice().buffer);
      words[at] = ((words[at] ?? 0) ^ change) >>> 0;
      const damaged = new Uint8Array(words.buffer);
      expect(unpackBlock(damaged)).toEqual({ ok: false, fault: 'checksum' });
      expect(unpacked(portable, damaged)).toBe(-2);
    }),
  );
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), (length) => {
      expect(unpackBlock(bytes.subarray(0, length)).ok).toBe(false);
      expect(unpacked(portable, bytes.subarray(0, length))).toBe(unpacked(wasm, bytes.subarray(0, length)));
    }),
  );
  expect(unpackBlock(Uint8Array.from([...bytes, 0, 0, 0, 0])).ok).toBe(false);
  expect(unpackBlock(new Uint8Array(blockBytes + 4))).toEqual({ ok: false, fault: 'length' });
});

/** Writes a checksum that is right, so that what it covers is read. */
function sealed(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(bytes.buffer);
  const mix = (sum: number, word: number): number => {
    const next = Math.imul(sum ^ word, 0x85eb_ca6b);
    return next ^ (next >>> 15);
  };
  const sums = [0, 1, 2, 3].map((lane) =>
    words.slice(1).reduce((sum, word, i) => (i % 4 === lane ? mix(sum, word) : sum), 0x9e37_79b9),
  );
  words[0] = sums.reduce(mix, 0x9e37_79b9);
  return bytes;
}

test('any words with a right checksum give samples or a named fault, the same in both codes', () => {
  const heads = fc.constantFrom(0x0100_0001, 0x0100_0040, 0x0100_4000, 0x0100_4001, 0x0100_0000, 0x0200_0040);
  const words = fc.array(fc.integer({ min: 0, max: 0xffff_ffff }), { maxLength: 80 });
  const seen = new Set<number>();
  fc.assert(
    fc.property(heads, words, fc.boolean(), (head, rest, small) => {
      const all = Uint32Array.from([0, head, ...rest.map((word) => (small ? word & 0x0505_0505 : word))]);
      const bytes = sealed(new Uint8Array(all.buffer));
      const found = unpacked(portable, bytes);
      expect(unpacked(wasm, bytes)).toEqual(found);
      seen.add(typeof found === 'number' ? found : 1);
    }),
    { numRuns: 500 },
  );
  expect([...seen]).toEqual(expect.arrayContaining([-3, -4, -5]));
  expect(unpackBlock(sealed(new Uint8Array(8)))).toEqual({ ok: false, fault: 'version' });
  expect(unpackBlock(new Uint8Array(4))).toEqual({ ok: false, fault: 'length' });
});

test('packing refuses no samples and more than a block', () => {
  expect(() => packBlock(new Int16Array(0))).toThrow(RangeError);
  expect(() => packBlock(new Int16Array(blockSamples + 1))).toThrow(RangeError);
  const samples = filled(50, (i) => i * i);
  const found = unpackBlock(packBlock(samples));
  expect(found.ok && found.samples).toEqual(samples);
});
