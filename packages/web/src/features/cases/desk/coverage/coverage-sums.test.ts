import { expect, test } from 'vitest';
import { coverageSums, firstUnseen, longestUnseen, samplesOf } from './coverage-sums.ts';

const reader = (id: number, minutes: [number, number][]) => ({
  reader: { id, name: `Reader ${String(id)}` },
  minutes,
});

test('minutes are divided into those of the reader, the others and nobody; unsent ones count at once', () => {
  const of = { case_id: 1, minutes: 10, readers: [reader(1, [[0, 2]]), reader(2, [[1, 4]])] };
  expect(coverageSums(of, 1, [[6, 7]])).toEqual({
    minutes: 10,
    own: [
      [0, 2],
      [6, 7],
    ],
    others: [[1, 4]],
    share: 0.5,
    saved: 4,
    unseen: [
      [4, 6],
      [7, 10],
    ],
    readers: [
      { name: 'Reader 1', share: 0.3 },
      { name: 'Reader 2', share: 0.3 },
    ],
  });
});

test('a recording that nobody has seen is completely unseen', () => {
  const sums = coverageSums({ case_id: 1, minutes: 3, readers: [] }, 1, []);
  expect(sums).toMatchObject({ share: 0, unseen: [[0, 3]], readers: [] });
  expect(samplesOf([1, 3], 250)).toEqual({ start: 15_000, end: 45_000 });
});

test('the longest unseen sections are in the order of the recording', () => {
  const unseen = [1, 9, 2, 8, 3, 7].map((length, i): [number, number] => [i * 20, i * 20 + length]);
  expect(longestUnseen({ unseen }).map(([from, to]) => to - from)).toEqual([9, 2, 8, 3, 7]);
});

test('after the first unseen minute, just seen parts of it are skipped', () => {
  const minute = 60 * 250;
  const unseen: [number, number][] = [
    [2, 4],
    [6, 7],
  ];
  const whole = { start: 2 * minute, end: 4 * minute };
  expect(firstUnseen({ unseen }, [], 250)).toEqual(whole);
  expect(firstUnseen({ unseen }, [[0, 2 * minute + 2500]], 250)).toEqual({
    ...whole,
    start: 2 * minute + 2500,
  });
  const pieces: [number, number][] = [
    [2 * minute + 9000, 3 * minute],
    [2 * minute - 500, 2 * minute + 2000],
  ];
  expect(firstUnseen({ unseen }, pieces, 250)).toEqual({ start: 2 * minute + 2000, end: 2 * minute + 9000 });
  expect(firstUnseen({ unseen: [] }, [], 250)).toBeNull();
});
