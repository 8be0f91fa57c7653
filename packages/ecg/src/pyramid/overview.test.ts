import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_SIGNAL } from '../labels/stored-samples.ts';
import { parseTraceViewHeader } from '../formats/trace-view-data.ts';
import { PyramidBuilder } from './builder.ts';
import { encodeTraceView } from './overview-file.ts';
import { OverviewMaker } from './overview.ts';

function pairsByHand(frames: Int16Array, leadCount: number, size: number): number[] {
  const pairs: number[] = [];
  for (let first = 0; first < frames.length / leadCount; first += size) {
    for (let lead = 0; lead < leadCount; lead++) {
      const own = [...frames.subarray(first * leadCount, (first + size) * leadCount)]
        .filter((_unused, i) => i % leadCount === lead)
        .filter((value) => value !== NO_SIGNAL);
      pairs.push(...(own.length === 0 ? [NO_SIGNAL, NO_SIGNAL] : [Math.min(...own), Math.max(...own)]));
    }
  }
  return pairs;
}

function mismatches(
  frames: Int16Array,
  leadCount: number,
  size: number,
  words: Int16Array,
  cut: number,
): number | null {
  const samples = frames.length / leadCount;
  const options = { leadCount, samples, samplingHz: 50, sink: () => undefined, overviewBucketSamples: size };
  const builder = new PyramidBuilder(options);
  let fed = 0;
  const feed = (count: number) => {
    builder.pushOverview(words.subarray(fed, fed + count));
    fed += count;
  };
  for (let at = 0; at < frames.length; at += cut) {
    builder.push(frames.subarray(at, at + cut));
    if (builder.overviewWanted > 0) feed(builder.overviewWanted);
  }
  feed(words.length - fed);
  return builder.finish().overview_mismatches;
}

const cases = fc.record({
  leadCount: fc.integer({ min: 1, max: 3 }),
  values: fc.array(fc.oneof(fc.integer({ min: -900, max: 900 }), fc.constant(NO_SIGNAL)), {
    minLength: 3,
    maxLength: 900,
  }),
  size: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constantFrom(16, 32, 48, 64)),
  cut: fc.integer({ min: 1, max: 500 }),
});
const framesOf = (values: readonly number[], leads: number) =>
  Int16Array.from(values.slice(0, values.length - (values.length % leads)));

test('an independent overview agrees, and a changed one differs by the changed buckets', () => {
  fc.assert(
    fc.property(cases, fc.nat(), ({ leadCount, values, size, cut }, where) => {
      const frames = framesOf(values, leadCount);
      const words = Int16Array.from(pairsByHand(frames, leadCount, size));
      expect(mismatches(frames, leadCount, size, words, cut)).toBe(0);
      words[where % words.length] = 4321;
      expect(mismatches(frames, leadCount, size, words, cut)).toBe(1);
    }),
  );
});

test('the maker writes the pairs of a device, however frames are cut', () => {
  fc.assert(
    fc.property(cases, ({ leadCount, values, size, cut }) => {
      const frames = framesOf(values, leadCount);
      const made: number[] = [];
      const maker = new OverviewMaker(leadCount, size, 'frames', (pairs) => void made.push(...pairs));
      const step = cut * leadCount;
      for (let at = 0; at < frames.length; at += step) {
        maker.addFrames(frames, at, Math.min(step, frames.length - at) / leadCount);
      }
      maker.finish();
      expect(made).toEqual(pairsByHand(frames, leadCount, size));
    }),
  );
});

test('a missing end of the overview is an error', () => {
  const frames = new Int16Array(100);
  expect(() => mismatches(frames, 1, 10, new Int16Array(18), 100)).toThrow(RangeError);
});

test('a complete overview file is accepted', () => {
  const frames = Int16Array.from({ length: 2 * 1001 }, (_unused, i) => ((i * 7919) % 999) - 500);
  const file = encodeTraceView(frames, 2, 250);
  expect(parseTraceViewHeader(file, file.length, { leads: 2, samples: 1001 })).toEqual({
    ok: true,
    value: { leads: 2, samples_per_bucket: 250, buckets: 5 },
  });
  expect([...new Int16Array(file.buffer, 64)]).toEqual(pairsByHand(frames, 2, 250));
});
