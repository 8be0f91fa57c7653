import { expect, test } from 'vitest';
import { byteN, byteP } from '../beats/beat-class.ts';
import { addRow, createBeatColumns, noLead, shapeWidth } from '../beats/beat-columns.ts';
import type { BeatColumns } from '../beats/beat-columns.ts';
import { seededRandom } from '../synth/random.ts';
import { afProbabilities } from './af-probability.ts';
import { createPWaveEvidence } from './p-wave-evidence.ts';

const n = 600;
const random = seededRandom(5);
const chaos = Float32Array.from({ length: n }, () => 0.45 + 0.5 * random());

/** Returns beats with this likeness of the QRS and the P wave to the normal beat, in percent. */
function beats(qrs: number, p: (i: number) => number): BeatColumns {
  const columns = createBeatColumns();
  for (let i = 0; i < n; i++) {
    const at = addRow(columns) * shapeWidth;
    columns.other_lead[i] = noLead;
    columns.shape[at] = qrs;
    columns.shape[at + 1] = p(i);
  }
  return columns;
}
const share = (columns: BeatColumns, byte: number = byteN): number => {
  const evidence = createPWaveEvidence(columns, new Uint8Array(n).fill(byte));
  return afProbabilities(chaos, evidence).filter((percent) => percent >= 50).length / n;
};

test('an irregular rhythm is fibrillation unless one P wave repeats before the beats', () => {
  expect(share(beats(98, () => 200 * random() - 100))).toBeGreaterThan(0.95);
  expect(share(beats(98, () => 55))).toBeGreaterThan(0.95);
  expect(share(beats(98, () => 96))).toBe(0);
});

test('one lead that shows it is enough', () => {
  const columns = beats(98, () => 10);
  for (let i = 0; i < n; i++) {
    columns.other_lead[i] = 1;
    columns.other_shape.set([98, 96], i * shapeWidth);
  }
  expect(share(columns)).toBe(0);
});

test('it applies only where the P waves are', () => {
  const percent = afProbabilities(
    chaos,
    createPWaveEvidence(
      beats(98, (i) => (i < 300 ? 96 : 10)),
      new Uint8Array(n).fill(byteN),
    ),
  );
  const first = percent.findIndex((value) => value >= 50);
  expect(Math.abs(first - 300)).toBeLessThan(40);
  expect(percent.subarray(350).every((value) => value >= 50)).toBe(true);
});

test('beats of another shape, paced ones, and single beats say nothing', () => {
  expect(share(beats(60, () => 96))).toBeGreaterThan(0.95);
  expect(
    share(
      beats(98, () => 96),
      byteP,
    ),
  ).toBeGreaterThan(0.95);
  const few = beats(60, () => 96);
  for (let i = 0; i < n; i += 6) few.shape[i * shapeWidth] = 98;
  expect(createPWaveEvidence(few, new Uint8Array(n).fill(byteN))(300)).toBe(0);
});
