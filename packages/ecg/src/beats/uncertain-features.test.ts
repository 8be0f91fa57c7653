import { expect, test } from 'vitest';
import { knownSignal } from '../rhythm/test-signal.ts';
import type { TreeModel } from './boosted-trees.ts';
import { createLeadDetector } from './lead-detector.ts';
import { workHz } from './lead-bands.ts';
import { secondStageNames } from './uncertain-features.ts';

/** A model that leaves every candidate undecided, so that the second stage sees all of them. */
const undecided: TreeModel = { depth: 1, bias: 0, features: [], thresholds: [], leaves: [] };

function rowsOf(values: Float32Array): Map<number, Float32Array> {
  const rows = new Map<number, Float32Array>();
  const detector = createLeadDetector(
    { first: undecided, second: undecided },
    {
      beat: () => undefined,
      judged: () => undefined,
      row: (stage, h, row) => {
        if (stage === 2) rows.set(h, row.slice());
      },
    },
  );
  detector.append(values, 0, values.length);
  detector.finish();
  return rows;
}

const heart = knownSignal('healthy', 8, workHz, 3);
const values = Float32Array.from(heart.frames);
const column = (row: Float32Array | undefined, name: (typeof secondStageNames)[number]): number =>
  row?.[secondStageNames.indexOf(name)] ?? NaN;

test('a factor, an offset or a change of sign changes no feature', () => {
  const plain = rowsOf(values);
  expect(plain.size).toBeGreaterThan(8);
  for (const factor of [4, -1, -8]) {
    const other = rowsOf(values.map((value) => factor * value + 512));
    expect([...other.keys()]).toEqual([...plain.keys()]);
    for (const [h, row] of plain)
      row.forEach((value, k) => expect(other.get(h)?.[k], secondStageNames[k]).toBeCloseTo(value, 1));
  }
});

test('the line on each side, prominence and turns of a complex distinguish it from hum', () => {
  const beat = heart.samples.find((sample) => sample > 4 * workHz) ?? 0;
  const rowAt = (signal: Float32Array): Float32Array | undefined =>
    [...rowsOf(signal)].find(([h]) => Math.abs(2 * h - beat) < 10)?.[1];
  const hummed = values.map((value, i) =>
    i > beat + 25 && i < beat + 200 ? value + 150 * Math.sin((2 * Math.PI * 30 * i) / workHz) : value,
  );
  const quiet = rowAt(values);
  const loud = rowAt(hummed);
  expect(column(loud, 'quiet after')).toBeGreaterThan(column(quiet, 'quiet after') + 0.5);
  expect(column(loud, 'quiet before')).toBeCloseTo(column(quiet, 'quiet before'), 5);
  expect(column(quiet, 'standing out')).toBeGreaterThan(4.4);
  expect(column(quiet, 'turns')).toBeLessThan(8);
});
