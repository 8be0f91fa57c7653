import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createResampler } from './resample.ts';

function resampled(input: Float32Array, inHz: number, outHz: number, chunk = input.length): number[] {
  const resampler = createResampler(inHz, outHz);
  const out: number[] = [];
  const room = new Float32Array(resampler.bound(chunk) + 64);
  for (let from = 0; from < input.length; from += chunk) {
    const part = input.subarray(from, from + chunk);
    out.push(...room.subarray(0, resampler.push(part, part.length, room)));
  }
  out.push(...room.subarray(0, resampler.flush(room)));
  return out;
}

test.each([50, 100, 128, 200, 250, 256, 300, 360, 500, 512, 1000, 2000])(
  'a slow sine is preserved from %i Hz to 250 Hz',
  (hz) => {
    const sine = (t: number): number => 1000 * Math.sin(2 * Math.PI * 3 * t);
    const input = Float32Array.from({ length: 4 * hz }, (_, i) => sine(i / hz));
    const out = resampled(input, hz, 250);
    expect(out.length).toBe(1000);
    for (let k = 20; k < 970; k++)
      expect(Math.abs((out[k] ?? 0) - sine(k / 250))).toBeLessThan(hz < 100 ? 25 : 12);
  },
);

test('chunks change nothing; a constant stays that constant; equal rates copy', () => {
  const input = Float32Array.from({ length: 3000 }, (_, i) => Math.round(500 * Math.sin(i / 7) + (i % 13)));
  fc.assert(
    fc.property(
      fc.constantFrom(50, 128, 360, 500, 777, 2000),
      fc.integer({ min: 1, max: 700 }),
      (hz, chunk) => {
        expect(resampled(input, hz, 250, chunk)).toEqual(resampled(input, hz, 250));
      },
    ),
    { numRuns: 30 },
  );
  expect(new Set(resampled(new Float32Array(900).fill(7), 360, 250))).toEqual(new Set([7]));
  expect(resampled(input, 250, 250)).toEqual([...input]);
});
