// Checks the pyramid against the raw samples: every minimum and maximum is correct, no gap is lost, chunks do not
// matter.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_SIGNAL } from '../labels/stored-samples.ts';
import type { PyramidFacts } from './builder.ts';
import { PyramidBuilder } from './builder.ts';
import {
  bucketSamples,
  bucketsInTile,
  levelFileBytes,
  pickLevel,
  tileCount,
  tileRange,
  topLevel,
} from './layout.ts';
import { decodeTile, encodeSampleTile, encodeTile, wordsOf } from './tile.ts';

interface Built {
  files: Map<number, Uint8Array>;
  facts: PyramidFacts;
}

function build(frames: Int16Array, leadCount: number, cuts: readonly number[]): Built {
  const parts = new Map<number, Uint8Array[]>();
  const samples = frames.length / leadCount;
  const sink = (level: number, bytes: Uint8Array) =>
    void parts.set(level, [...(parts.get(level) ?? []), bytes]);
  const builder = new PyramidBuilder({ leadCount, samples, samplingHz: 50, sink });
  let at = 0;
  for (let i = 0; at < frames.length; i++) {
    const size = cuts.length === 0 ? frames.length : (cuts[i % cuts.length] ?? 1);
    builder.push(frames.subarray(at, at + size));
    at += size;
  }
  const facts = builder.finish();
  return { files: new Map([...parts].map(([level, list]) => [level, joined(list)])), facts };
}

function joined(list: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(list.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of list) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function expectBucket(
  samples: readonly number[],
  min: number | undefined,
  max: number | undefined,
  gap: number | undefined,
) {
  const signal = samples.filter((value) => value !== NO_SIGNAL);
  const expected = signal.length === 0 ? [NO_SIGNAL, NO_SIGNAL] : [Math.min(...signal), Math.max(...signal)];
  expect([min, max, gap]).toEqual([...expected, signal.length < samples.length ? 1 : 0]);
}

function expectTrue(frames: Int16Array, leadCount: number, { files }: Built): void {
  const samples = frames.length / leadCount;
  const shape = { lead_count: leadCount, samples, header_bytes: 0 };
  for (let level = 1; level <= topLevel(samples); level++) {
    const file = files.get(level) ?? new Uint8Array();
    expect(file.length).toBe(levelFileBytes(shape, level));
    for (let index = 0; index < tileCount(samples, level); index++) {
      for (let lead = 0; lead < leadCount; lead++) {
        const range = tileRange(shape, lead, level, index);
        if (range === null) throw new Error('a tile is missing');
        const tile = decodeTile(file.subarray(range.offset, range.offset + range.length));
        expect(tile.min.length).toBe(range.buckets);
        const size = bucketSamples(level);
        for (let b = 0; b < range.buckets; b++) {
          const first = (index * 4096 + b) * size;
          const own = Array.from(
            { length: Math.min(size, samples - first) },
            (_unused, i) => frames[(first + i) * leadCount + lead] ?? Number.NaN,
          );
          expectBucket(own, tile.min[b], tile.max[b], tile.gap[b]);
        }
      }
    }
  }
}

const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -32768, max: 32767 }) },
  { weight: 1, arbitrary: fc.constantFrom(NO_SIGNAL, -32767, 32767, 0) },
);
const stretch = fc.record({ length: fc.integer({ min: 1, max: 90 }), value, flat: fc.boolean() });
const recording = fc
  .record({
    leadCount: fc.integer({ min: 1, max: 12 }),
    stretches: fc.array(stretch, { minLength: 1, maxLength: 40 }),
  })
  .map(({ leadCount, stretches }) => {
    const values = stretches.flatMap(({ length, value: first, flat }, s) =>
      Array.from({ length }, (_unused, i) =>
        flat ? first : ((first + i * 7919 + s * 104_729) % 65_536) - 32_768,
      ),
    );
    const samples = Math.max(1, Math.floor(values.length / leadCount));
    return {
      leadCount,
      frames: Int16Array.from({ length: samples * leadCount }, (_unused, i) => values[i] ?? 0),
    };
  });

test('every minimum, maximum and gap of every level is that of the raw samples', () => {
  fc.assert(
    fc.property(recording, ({ leadCount, frames }) => {
      expectTrue(frames, leadCount, build(frames, leadCount, []));
    }),
  );
});

test('the result does not depend on how the frames are cut', () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(recording, cuts, ({ leadCount, frames }, sizes) => {
      expect(build(frames, leadCount, sizes)).toEqual(build(frames, leadCount, []));
    }),
  );
});

test('a recording has many tiles and three levels, with gaps across tile borders', () => {
  const leadCount = 2;
  const samples = 16 * 4096 * 5 + 12_345;
  const frames = Int16Array.from({ length: leadCount * samples }, (_unused, i) => ((i * 7919) % 3001) - 1500);
  frames.fill(NO_SIGNAL, leadCount * (16 * 4096 - 3), leadCount * (16 * 4096 + 5));
  frames[2 * 200_001] = NO_SIGNAL;
  const built = build(frames, leadCount, [100_003]);
  expect(topLevel(samples)).toBe(3);
  expectTrue(frames, leadCount, built);
  expect(built.facts.gaps[0]).toEqual({
    gaps: [
      { start: 65_533, end: 65_541 },
      { start: 200_001, end: 200_002 },
    ],
    merged_below_samples: 50,
    missing_samples: 9,
  });
  expect(built.facts.gaps[1]?.gaps).toEqual([{ start: 65_533, end: 65_541 }]);
  expect(built.facts.signal_share[1]).toBeCloseTo(1 - 8 / samples, 12);
});

test('level 0 tiles are cut from the frames of TraceData.dat', () => {
  const shape = { lead_count: 3, samples: 20_000, header_bytes: 224 };
  const frames = Int16Array.from({ length: 60_000 }, (_unused, i) => (i % 65_536) - 32_000);
  const file = new Uint8Array(224 + 120_000);
  file.set(new Uint8Array(frames.buffer), 224);
  const range = tileRange(shape, 2, 0, 1);
  expect(range).toEqual({ level: 0, offset: 224 + 16_384 * 6, length: 3616 * 6, buckets: 3616 });
  if (range === null) return;
  const tile = wordsOf(encodeSampleTile(file.subarray(range.offset, range.offset + range.length), 3, 2));
  expect(tile).toEqual(Int16Array.from({ length: 3616 }, (_unused, i) => frames[(16_384 + i) * 3 + 2] ?? 0));
  const unaligned = new Uint8Array(range.length + 1);
  unaligned.set(file.subarray(range.offset, range.offset + range.length), 1);
  expect(wordsOf(encodeSampleTile(unaligned.subarray(1), 3, 2))).toEqual(tile);
});

test('invalid tile names are refused', () => {
  const shape = { lead_count: 2, samples: 100_000, header_bytes: 192 };
  for (const [lead, level, index] of [
    [2, 0, 0],
    [0, 3, 0],
    [0, 1, 2],
    [-1, 0, 0],
    [0, 0.5, 0],
    [0, 0, 7],
  ] as const) {
    expect(tileRange(shape, lead, level, index)).toBeNull();
  }
  expect(tileRange(shape, 1, 2, 0)?.length).toBeGreaterThan(0);
});

test('positions beyond 2^32 are exact in the largest recording', () => {
  const shape = { lead_count: 12, samples: 2 ** 32 - 1, header_bytes: 512 };
  const last = tileCount(shape.samples, 0) - 1;
  const range = tileRange(shape, 11, 0, last);
  expect((range?.offset ?? 0) + (range?.length ?? 0)).toBe(512 + 24 * shape.samples);
  const lastOfLevel1 = tileRange(shape, 11, 1, tileCount(shape.samples, 1) - 1);
  expect((lastOfLevel1?.offset ?? 0) + (lastOfLevel1?.length ?? 0)).toBe(levelFileBytes(shape, 1));
  expect(bucketsInTile(shape.samples, topLevel(shape.samples), 0)).toBeLessThanOrEqual(4096);
});

test('the drawn level has two to eight buckets in a pixel', () => {
  const samples = 302_400_000;
  expect(pickLevel(31.9, samples)).toBe(0);
  expect(pickLevel(32, samples)).toBe(1);
  for (let spp = 32; spp < samples / 1600; spp *= 1.1) {
    const perPx = spp / bucketSamples(pickLevel(spp, samples));
    expect(perPx).toBeGreaterThanOrEqual(2);
    expect(perPx).toBeLessThan(8);
  }
  expect(pickLevel(1e12, samples)).toBe(topLevel(samples));
});

test('a tile is read back as written; other lengths are refused', () => {
  const bucket = fc.tuple(
    fc.integer({ min: -32768, max: 32767 }),
    fc.integer({ min: -32768, max: 32767 }),
    fc.nat(1),
  );
  fc.assert(
    fc.property(fc.array(bucket, { maxLength: 200 }), (list) => {
      const tile = {
        min: Int16Array.from(list, ([min]) => min),
        max: Int16Array.from(list, ([, max]) => max),
        gap: Uint8Array.from(list, ([, , gap]) => gap),
      };
      const shifted = joined([new Uint8Array(1), encodeTile(tile, list.length)]).subarray(1);
      expect(decodeTile(shifted)).toEqual(tile);
    }),
  );
  expect(() => decodeTile(new Uint8Array(4))).toThrow(RangeError);
});

test('too many and too few values are errors', () => {
  const builder = () =>
    new PyramidBuilder({ leadCount: 2, samples: 10, samplingHz: 50, sink: () => undefined });
  expect(() => builder().push(new Int16Array(21))).toThrow(RangeError);
  expect(() => builder().finish()).toThrow(RangeError);
});
