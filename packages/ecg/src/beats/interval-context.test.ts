import { expect, test } from 'vitest';
import { seededRandom } from '../synth/random.ts';
import { addRow, createBeatColumns, noLead } from './beat-columns.ts';
import {
  createIntervalContext,
  intervalFeatureNames,
  oddShape,
  strangeShape,
  writeIntervalFeatures,
} from './interval-context.ts';

function featuresOf(
  intervalsS: readonly number[],
  beat: number,
  shapes: Readonly<Record<number, number>> = {},
): ReadonlyMap<string, number> {
  const columns = createBeatColumns(intervalsS.length);
  let at = 0;
  for (const interval of intervalsS) {
    at += 250 * interval;
    const i = addRow(columns);
    columns.peak[i] = at;
    columns.other_lead[i] = noLead;
  }
  const row = new Float32Array(intervalFeatureNames.length);
  const odd = Uint8Array.from({ length: columns.count }, (_, i) => shapes[i] ?? 0);
  writeIntervalFeatures(createIntervalContext(columns, odd), beat, row, 0);
  return new Map(intervalFeatureNames.map((name, k) => [name, row[k] ?? NaN]));
}

/** A heart with respiratory variation: intervals between 0.64 and 0.96 s. */
const breathing = Array.from({ length: 200 }, (_, i) => 0.8 + 0.16 * Math.sin(i / 2));
const earlyAt = (intervalsS: readonly number[], beat: number, interval: number): number[] =>
  intervalsS.map((value, i) => (i === beat ? interval : value));

test('an early beat has a shorter interval than its neighbours, the short ones of a breathing heart have not', () => {
  const early = featuresOf(earlyAt(breathing, 100, 0.5), 100);
  expect(early.get('rank')).toBe(0);
  expect(early.get('before/low')).toBeLessThan(-0.2);
  const shortest = breathing.indexOf(Math.min(...breathing.slice(90, 110)));
  const own = featuresOf(earlyAt(breathing, shortest, 0.66), shortest);
  expect(own.get('rank')).toBeGreaterThan(0.05);
  expect(own.get('before/low')).toBeGreaterThan(-0.1);
});

test('a faster heart with the same pattern gives the same ranks and ratios', () => {
  const slow = featuresOf(earlyAt(breathing, 100, 0.5), 100);
  const fast = featuresOf(
    earlyAt(breathing, 100, 0.5).map((interval) => 0.7 * interval),
    100,
  );
  for (const [name, value] of slow) expect(fast.get(name)).toBeCloseTo(value, 1);
});

test.each([oddShape, strangeShape])(
  'a beat after an inserted one of another shape is in time: %i',
  (shape) => {
    const steady = new Array<number>(60).fill(0.8);
    const putIn = [...steady.slice(0, 30), 0.4, 0.4, ...steady.slice(32)];
    const ln2 = Math.log(2);
    expect(featuresOf(putIn, 31).get('since own')).toBeCloseTo(-ln2, 2);
    expect(featuresOf(putIn, 31, { 30: shape }).get('since own')).toBeCloseTo(0, 2);
    // The interpolated beat is itself early, and one after a pause is late.
    expect(featuresOf(putIn, 30, { 30: shape }).get('since own')).toBeCloseTo(-ln2, 2);
    const paused = [...steady.slice(0, 30), 0.4, 1.2, ...steady.slice(32)];
    expect(featuresOf(paused, 31, { 30: shape }).get('since own')).toBeCloseTo(ln2, 2);
  },
);

test('a recording that begins some beats later has the same features from two minutes on', () => {
  const random = seededRandom(6);
  const intervals = Array.from({ length: 400 }, () => 0.6 + 0.4 * random());
  const whole = featuresOf(intervals, 220);
  for (let later = 1; later <= 9; later++)
    for (const [name, value] of featuresOf(intervals.slice(later), 220 - later))
      expect(value, name).toBeCloseTo(whole.get(name) ?? NaN, 2);
});
