import { expect, test } from 'vitest';
import { addRow, createBeatColumns, shapeWidth } from './beat-columns.ts';
import type { BeatColumns } from './beat-columns.ts';
import { dropTWaves } from './t-waves.ts';

interface Wave {
  readonly at_ms: number;
  readonly odds: number;
  readonly width: number;
  readonly slow: number;
}
const beat = (at_ms: number): Wave => ({ at_ms, odds: 95, width: 20, slow: 10 });
const tWave = (at_ms: number): Wave => ({ at_ms, odds: 10, width: 40, slow: 45 });

function columnsOf(waves: readonly Wave[]): BeatColumns {
  const columns = createBeatColumns(waves.length, false);
  for (const { at_ms, odds, width, slow } of waves) {
    const i = addRow(columns);
    columns.peak[i] = at_ms / 4;
    columns.odds[i] = odds;
    columns.onset[i] = width / 2;
    columns.offset[i] = width / 2;
    columns.shape[i * shapeWidth + 8] = slow;
  }
  return columns;
}

function left(waves: readonly Wave[]): number[] {
  const columns = columnsOf(waves);
  dropTWaves(columns);
  return Array.from(columns.peak.subarray(0, columns.count), (at) => 4 * at);
}

/** Returns a beat every 900 ms, each followed by the waves that `after` makes from its time. */
const followed = (count: number, after: (at_ms: number) => Wave[]): Wave[] =>
  Array.from({ length: count }, (_, k) => [beat(900 * k), ...after(900 * k)]).flat();
const times = (waves: readonly Wave[]): number[] => waves.map(({ at_ms }) => at_ms);

test('a T wave after every beat is no beat, even if some of them were not found', () => {
  expect(left(followed(8, (at) => [tWave(at + 260)]))).toEqual(times(followed(8, () => [])));
  const some = followed(12, (at) => (at % 1800 === 0 ? [tWave(at + 260)] : []));
  expect(left(some)).toEqual(times(followed(12, () => [])));
});

test('a wave that moves with its beat keeps its class and shape', () => {
  const columns = columnsOf([
    ...followed(6, (at) => [tWave(at + 260)]),
    { ...beat(5400), odds: 33, slow: 21 },
  ]);
  dropTWaves(columns);
  expect([columns.count, columns.odds[6], columns.shape[6 * shapeWidth + 8]]).toEqual([7, 33, 21]);
});

test.each([
  ['three of them', followed(3, (at) => [tWave(at + 260)])],
  ['as far behind as a coupled ventricular beat', followed(8, (at) => [tWave(at + 400)])],
  ['of which the detector is as sure', followed(8, (at) => [{ ...tWave(at + 260), odds: 90 }])],
  ['no wider than the beat', followed(8, (at) => [{ ...tWave(at + 260), width: 20 }])],
  ['steeper than the beat', followed(8, (at) => [{ ...tWave(at + 260), slow: 2 }])],
  ['each at another distance', followed(5, (at) => [tWave(at + 205 + at / 30)])],
  [
    'in a run, where the next comes as soon',
    Array.from({ length: 12 }, (_, k) => (k % 2 === 0 ? beat : tWave)(300 * k)),
  ],
])('beats remain: %s', (_, waves) => {
  expect(left(waves)).toEqual(times(waves));
});
