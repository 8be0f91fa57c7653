import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byteN, byteV } from '../beats/beat-class.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { defaultCriteria } from '../criteria/criteria.ts';
import type { VariabilityFigures } from './summary.ts';
import { summarise } from './summarise.ts';
import { countedIntervals, unreadBefore } from './intervals.ts';
import { every, handQuality, handTable } from './test-table.ts';
import { createVariability, variability } from './variability.ts';

const hz = 1000;
function figures(rrMs: readonly number[], letters = 'N', badS: readonly number[] = []): VariabilityFigures {
  const at = [0.5];
  for (const rr of rrMs) at.push((at.at(-1) ?? 0) + rr / 1000);
  const seconds = Math.ceil((at.at(-1) ?? 0) + 1);
  return summarise(handTable(at, letters, seconds, 0, hz), handQuality(seconds, badS), defaultCriteria)
    .variability;
}

test('SDNN, RMSSD and pNN50 of five intervals equal the manual result', () => {
  const { nn_intervals, sdnn_ms, rmssd_ms, pnn50, sdann_ms } = figures([800, 860, 810, 870, 820]);
  expect(nn_intervals).toBe(5);
  expect(sdnn_ms).toBeCloseTo(31.1, 1); // mean 832; squares 1024+784+484+1444+144 = 3880, over 4
  expect(rmssd_ms).toBeCloseTo(55.2, 1); // steps 60 −50 60 −50: squares 12200, over 4
  expect(pnn50).toBe(0.5); // exactly 50 ms is not more than 50 ms
  expect(sdann_ms).toBeNull();
});

test('SDANN is the spread of five-minute means, without the variation within them', () => {
  const rr: number[] = [];
  for (const mean of [800, 900, 1000])
    for (let s = 0; s < 299_000;) {
      const one = mean + (rr.length % 2 ? 20 : -20);
      rr.push(one);
      s += one;
    }
  const { sdann_ms, sdnn_ms } = figures(rr);
  expect(sdann_ms).toBeGreaterThan(99);
  expect(sdann_ms).toBeLessThan(101);
  expect(sdnn_ms).toBeGreaterThan(80);
  expect(figures(new Array<number>(300).fill(800)).sdann_ms).toBeNull();
});

test('an early beat and its pause remove their intervals, and no difference is taken across them', () => {
  const regular = new Array<number>(40).fill(800);
  const early = [...regular, 500, 1100, ...regular];
  const letters = `${'N'.repeat(41)}V${'N'.repeat(41)}`;
  expect(figures(early, letters)).toMatchObject({ nn_intervals: 80, sdnn_ms: 0, rmssd_ms: 0, pnn50: 0 });
  expect(figures(early)).toMatchObject({ nn_intervals: 80, sdnn_ms: 0, rmssd_ms: 0 });
});

test('a missed beat is not counted, and the beats after it are', () => {
  const rr = new Array<number>(60).fill(800);
  rr[30] = 1600;
  expect(figures(rr)).toMatchObject({ nn_intervals: 59, sdnn_ms: 0 });
});

test('unreadable time removes its intervals', () => {
  const whole = figures(new Array<number>(50).fill(800));
  const holed = figures(new Array<number>(50).fill(800), 'N', [20, 21]);
  expect(whole.nn_intervals).toBe(50);
  expect(holed.nn_intervals).toBeLessThan(48);
  expect(holed.sdnn_ms).toBe(0);
});

test('fibrillation is no sinus rhythm: it has no variability', () => {
  const at = every(200, 0.7);
  const table = handTable(at, 'N', 142, 90);
  expect(summarise(table, handQuality(142), defaultCriteria).variability).toMatchObject({
    nn_intervals: 0,
    sdnn_ms: null,
    rmssd_ms: null,
    pnn50: null,
  });
  expect(
    summarise(table, handQuality(142), { ...defaultCriteria, af_percent: 95 }).variability.nn_intervals,
  ).toBe(199);
});

test('after any changes it equals that of the whole computation', () => {
  const seconds = 1500;
  const quality = handQuality(seconds, [700]);
  const change = fc.record({
    of: fc.constantFrom('name' as const, 'beat' as const, 'gone' as const, 'af' as const, 'none' as const),
    share: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  });
  const rippled = fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(rippled, fc.array(change, { minLength: 1, maxLength: 6 }), (ripple, changes) => {
      const at: number[] = [];
      for (let s = 0.5; s < seconds - 1; s += 0.8 + (ripple[at.length % ripple.length] ?? 0) / 1000)
        at.push(s);
      const held = createVariability();
      let table: BeatTable = handTable(at, 'N', seconds, 0, hz);
      let af = new Uint8Array(seconds);
      for (const { of, share } of changes) {
        const i = 1 + Math.floor(share * (table.samples.length - 1));
        if (of === 'af') af = af.map((one, s) => (Math.abs(s - share * seconds) < 20 ? 1 - one : one));
        if (of === 'name') {
          const byte = table.classes[i] === byteN ? byteV : byteN;
          table = { ...table, classes: table.classes.map((one, other) => (other === i ? byte : one)) };
        }
        if (of === 'beat' || of === 'gone') {
          const samples = [...table.samples];
          if (of === 'gone') samples.splice(i, 1);
          else samples.splice(i, 0, Math.round(((samples[i - 1] ?? 0) + (samples[i] ?? 0)) / 2));
          const times = samples.map((sample) => sample / hz);
          table = handTable(times, 'N', seconds, 0, hz);
        }
        const intervals = countedIntervals(table, quality, unreadBefore(quality));
        expect(held(table, intervals, af)).toEqual(variability(table, intervals, af));
      }
    }),
    { numRuns: 60 },
  );
});
