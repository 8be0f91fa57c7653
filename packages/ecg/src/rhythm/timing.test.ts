/** Checks that an updated timing equals a fully computed one. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultCriteria } from '../criteria/criteria.ts';
import { changedBeats } from './changed-beats.ts';
import { handQuality, handTable } from './test-table.ts';
import { timingAfter, timingOf } from './timing.ts';
import type { Timing } from './timing.ts';
import type { BeatTable } from '../beats/beat-table.ts';

const lengthS = 3 * 3600;
const quality = handQuality(lengthS, [90, 91, 400, 3601, 7000, 7001, 10_799]);
/** Intervals of a recording in quarters of a second: slow, fast, with pauses; another one where the beats end early. */
const gaps = fc.array(fc.integer({ min: 3, max: 16 }), { minLength: 1, maxLength: 60 });
/** Fibrillation depends on the time in the recording: an added beat has the value of its position. */
const withAf = (table: BeatTable, stretchS: number): BeatTable => ({
  ...table,
  af: Uint8Array.from(table.samples, (sample) =>
    Math.floor(sample / table.sampling_hz / stretchS) % 3 === 1 ? 90 : 5,
  ),
});
const tableOf = (steps: readonly number[], stretchS: number): BeatTable => {
  const at: number[] = [];
  for (let s = 0.5, i = 0; s < lengthS; s += (steps[i++ % steps.length] ?? 1) / 4) at.push(s);
  return withAf(handTable(at, 'N', lengthS), stretchS);
};
/** Removes, adds and moves some beats. */
function changed(
  table: BeatTable,
  at: number,
  taken: number,
  put: readonly number[],
  stretchS: number,
): BeatTable {
  const from = Math.min(at, table.samples.length);
  const rest = [...table.samples.subarray(0, from), ...table.samples.subarray(from + taken)];
  const base = table.samples[from] ?? 100;
  const samples = [...new Set([...rest, ...put.map((by) => Math.max(0, base + by))])].sort((a, b) => a - b);
  return withAf({ ...handTable(samples, 'N', lengthS), samples: Uint32Array.from(samples) }, stretchS);
}
/** Returns every value as text, with long columns as the digest of their bytes. */
const written = (timing: Timing): string =>
  JSON.stringify(timing, (_, value: unknown) =>
    value instanceof Float32Array || value instanceof Uint8Array || value instanceof Uint32Array
      ? createHash('sha256').update(value).digest('hex')
      : value,
  );
const edits = fc.record({
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  taken: fc.integer({ min: 0, max: 12 }),
  put: fc.array(fc.integer({ min: -5000, max: 5000 }), { maxLength: 4 }),
});

test('the timing after any edits of beats is the timing of the beats', () => {
  const midnights = [4000];
  fc.assert(
    fc.property(gaps, fc.nat(400), fc.array(edits, { minLength: 1, maxLength: 5 }), (steps, nat, list) => {
      const stretchS = nat + 1;
      let beats = tableOf(steps, stretchS);
      let timing = timingOf(beats, quality, defaultCriteria, midnights);
      let spare: Timing | undefined;
      for (const { share, taken, put } of list) {
        const next = changed(beats, Math.floor(share * beats.samples.length), taken, put, stretchS);
        const was = timing;
        const before = written(was);
        timing = timingAfter({ timing, beats, spare }, next, quality, defaultCriteria, midnights);
        // The previous timing is unchanged; only the one before it was overwritten.
        expect(written(was)).toBe(before);
        [beats, spare] = [next, was];
        expect(written(timing)).toBe(written(timingOf(beats, quality, defaultCriteria, midnights)));
      }
    }),
    { numRuns: 25 },
  );
});

test('the change lies between the parts that are the same in both', () => {
  const columns = fc
    .uniqueArray(fc.nat(40), { maxLength: 20 })
    .map((list) => Uint32Array.from(list.sort((a, b) => a - b)));
  const still = (samples: Uint32Array) => ({ samples, af: new Uint8Array(samples.length) });
  fc.assert(
    fc.property(columns, columns, (before, now) => {
      const { from, was_until, until } = changedBeats(still(before), still(now));
      expect([...before.subarray(0, from), ...before.subarray(was_until)]).toEqual([
        ...now.subarray(0, from),
        ...now.subarray(until),
      ]);
      expect([from <= was_until, from <= until]).toEqual([true, true]);
    }),
  );
  const same = still(Uint32Array.of(3, 5));
  expect(changedBeats(same, same)).toEqual({ from: 2, was_until: 2, until: 2 });
  const other = { ...same, af: Uint8Array.of(90, 0) };
  expect(changedBeats(same, other)).toEqual({ from: 0, was_until: 1, until: 1 });
});
