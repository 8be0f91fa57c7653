import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_SIGNAL } from '../labels/stored-samples.ts';
import { kernelOfThread } from '../kernel/kernel-of-thread.ts';
import { SpikeFilter } from './spikes.ts';

const gainUv = 5;

function filtered(
  samples: readonly number[],
  hz = 250,
  piece = samples.length,
  gain = gainUv,
): [number[], number] {
  const filter = new SpikeFilter(hz, gain, kernelOfThread());
  const out: number[] = [];
  for (let from = 0; from < samples.length; from += piece) {
    const part = Int16Array.from(samples.slice(from, from + piece));
    out.push(...filter.push(part, 0, 1, part.length));
    expect(filter.waiting()).toBeLessThan(8);
  }
  out.push(...filter.finish());
  return [out, filter.count()];
}

/** Returns a QRS of `height` steps that rises and falls in `samples` samples each. */
const qrs = (height: number, samples: number): number[] =>
  Array.from({ length: 2 * samples + 1 }, (_, i) =>
    Math.round(height * (1 - Math.abs(i - samples) / samples)),
  );
const line = Array.from({ length: 20 }, (_, i) => 100 + (i % 3));

test.each([1, 2, 3, 4, 5])('a spike of %i samples becomes a line and is counted', (length) => {
  const spike = Array.from({ length }, () => 32767);
  expect(filtered([...line, 100, ...spike, 112, ...line])).toEqual([
    [...line, 100, ...spike.map((_, i) => Math.round(100 + (12 * (i + 1)) / (length + 1))), 112, ...line],
    1,
  ]);
});

test('neighbouring spikes are removed, and those on both sides', () => {
  const [samples, count] = filtered([...line, 100, 32767, 101, -32767, 102, 101, 32767, -32767, ...line]);
  expect(Math.max(...samples)).toBe(102);
  expect(Math.min(...samples)).toBe(100);
  expect(count).toBe(3);
});

test('a spike on the slope of a QRS is removed, and the QRS is unchanged', () => {
  const flank = qrs(400, 8);
  const spiked = flank.with(4, -32767);
  const [samples, count] = filtered([...line, ...spiked, ...line]);
  expect(samples).toEqual([...line, ...flank, ...line]);
  expect(count).toBe(1);
});

test('six samples, a step, and QRS of any height and rate are not removed', () => {
  const none = [
    [...line, ...Array.from({ length: 6 }, () => 32767), ...line],
    [...line, ...line.map((value) => value + 5000)],
    [...line, ...line.map((value) => value + 5000), 32767],
    ...[2, 3, 4, 6, 8, 20].map((samples) => [...line, ...qrs(30000, samples), ...line]),
    [...line, 100, 600, 100, ...line],
  ];
  for (const samples of none) expect(filtered(samples)).toEqual([samples, 0]);
});

test('a spike beside a gap becomes part of it', () => {
  const gap = Array.from({ length: 9 }, () => NO_SIGNAL);
  expect(filtered([...line, 32767, 32767, ...gap, -32767, ...line])).toEqual([
    [...line, NO_SIGNAL, NO_SIGNAL, ...gap, NO_SIGNAL, ...line],
    2,
  ]);
  expect(filtered([32767, ...line])).toEqual([[NO_SIGNAL, ...line], 1]);
  const island = [...gap, 5, 5, ...gap, ...line];
  expect(filtered(island)).toEqual([island, 0]);
});

test('every lead is filtered separately', () => {
  const filter = new SpikeFilter(250, gainUv, kernelOfThread());
  const both = Int16Array.from(line.flatMap((value, i) => [value, i === 9 ? 32767 : -value]));
  expect([...filter.push(both, 0, 2, line.length), ...filter.finish()]).toEqual(line);
  expect(filter.count()).toBe(0);
});

test('a spike of more than half of the range is removed where a step is a twentieth of a microvolt', () => {
  const low = line.map((value) => value - 32_700);
  for (const piece of [7, 250])
    expect(filtered([...low, -32_600, 32_767, -32_600, ...low], 250, piece, 0.05)).toEqual([
      [...low, -32_600, -32_600, -32_600, ...low],
      1,
    ]);
});

test('the size of the pieces changes nothing', () => {
  const value = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: -200, max: 200 }) },
    { weight: 1, arbitrary: fc.constantFrom(32767, -32767, NO_SIGNAL, 900) },
  );
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 300 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(128, 250, 1000),
      (samples, piece, hz) => {
        expect(filtered(samples, hz, piece)).toEqual(filtered(samples, hz));
      },
    ),
  );
});

test.each([1, 2, 3, 4, 5, 9])(
  'nor does it beside a gap, after which %i samples are at the lowest step',
  (length) => {
    const rail = Array.from({ length }, () => -32767);
    const samples = [...line, NO_SIGNAL, NO_SIGNAL, ...rail, ...line];
    for (let piece = 1; piece < samples.length; piece++)
      expect(filtered(samples, 250, piece)).toEqual(filtered(samples));
  },
);
