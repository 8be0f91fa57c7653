import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analysed, detection, knownSignal } from '../rhythm/test-signal.ts';
import { createLeadInput } from './lead-input.ts';
import { createMainsFilter } from './mains.ts';

function filtered(samples: Float32Array, sizes: () => number, sampling_hz = 250): Float32Array {
  const out: number[] = [];
  const filter = createMainsFilter(sampling_hz);
  const emit = (part: Float32Array, count: number): void => void out.push(...part.subarray(0, count));
  for (let from = 0; from < samples.length;) {
    const count = Math.min(samples.length - from, sizes());
    filter.push(samples.subarray(from, from + count), count, emit);
    from += count;
  }
  filter.finish(emit);
  return Float32Array.from(out);
}
const hum = (hz: number, uv: number, seconds: number, sampling_hz = 250): Float32Array =>
  Float32Array.from(
    { length: Math.round(seconds * sampling_hz) },
    (_, i) => uv * Math.sin((2 * Math.PI * hz * i) / sampling_hz + 1),
  );
const spread = (values: Float32Array): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

test.each([50, 60, 49.95, 60.1])('a hum of %f Hz is removed', (hz) => {
  const left = filtered(hum(hz, 100, 20), () => 777);
  expect(left).toHaveLength(5000);
  expect(spread(left.subarray(250, 4750))).toBeLessThan(7);
});

test.each(
  [50, 60].flatMap((hz) => [125, 128, 200, 256, 257.3, 360, 500, 1000, 2000].map((rate) => [hz, rate])),
)('a hum of %f Hz in a recording of %f Hz leaves nothing at the working rate', (hz, rate) => {
  const input = createLeadInput({ sampling_hz: rate, work_hz: 250, gain_uv: 1 });
  const out: number[] = [];
  const emit = (part: Float32Array, count: number): void => void out.push(...part.subarray(0, count));
  input.push(Int16Array.from(hum(hz, 1000, 20, rate)), 0, 1, emit);
  input.finish(emit);
  expect(Math.abs(out.length - 5000)).toBeLessThanOrEqual(1);
  expect(spread(Float32Array.from(out.slice(250, 4750)))).toBeLessThan(10);
});

test.each([250, 257.3, 310.6, 333.33, 360.5])(
  'a hum is removed to both ends of a recording of %f Hz',
  (rate) => {
    for (const hz of [50, 60]) {
      const left = filtered(hum(hz, 100, 12.7, rate), () => 777, rate);
      expect(left).toHaveLength(Math.round(12.7 * rate));
      expect(spread(left.subarray(0, Math.round(rate)))).toBeLessThan(3);
      expect(spread(left.subarray(-Math.round(1.5 * rate)))).toBeLessThan(3);
    }
  },
);

test('a frequency that the sampling rate cannot show is left alone', () => {
  const low = hum(30, 100, 20, 100);
  expect(filtered(low, () => 33, 100)).toEqual(low);
});

test('a signal without hum is unchanged, in pieces of any size', () => {
  const known = Float32Array.from(knownSignal('ventricular', 31).frames, (value) => 2.5 * value);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 20 }), (sizes) => {
      let at = 0;
      expect(filtered(known, () => sizes[at++ % sizes.length] ?? 1)).toEqual(known);
    }),
    { numRuns: 20, seed: 4 },
  );
});

test.each([50, 60])('0.1 mV of %i Hz changes no finding', (hz) => {
  const heart = knownSignal('ventricular', 90);
  const plain = analysed(heart.frames, 250).summary;
  const noise = hum(hz, 100, 90);
  const frames = heart.frames.map((value, i) => Math.round(value + (noise[i] ?? 0) / 2.5));
  const result = analysed(frames, 250);
  const { found, right } = detection({ ...heart, frames }, result);
  expect(Math.min(found, right)).toBeGreaterThan(99);
  expect(result.summary.af.burden).toBe(0);
  expect(Math.abs(result.summary.v.beats - plain.v.beats)).toBeLessThanOrEqual(1);
  expect(result.summary.v.runs).toBe(plain.v.runs);
});
