import { expect, test } from 'vitest';
import { coverageSums, longestUnseen, samplesOf } from './coverage-sums.ts';

const reader = (id: number, minutes: [number, number][]) => ({
  reader: { id, name: `Reader ${String(id)}` },
  minutes,
});

test('what the reader, the others and nobody looked at; minutes not told yet count at once', () => {
  const of = { case_id: 1, minutes: 10, readers: [reader(1, [[0, 2]]), reader(2, [[1, 4]])] };
  expect(coverageSums(of, 1, [[6, 7]])).toEqual({
    minutes: 10,
    own: [
      [0, 2],
      [6, 7],
    ],
    others: [[1, 4]],
    share: 0.5,
    told: 4,
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

test('nobody has looked at it: all of it is unseen', () => {
  const sums = coverageSums({ case_id: 1, minutes: 3, readers: [] }, 1, []);
  expect(sums).toMatchObject({ share: 0, unseen: [[0, 3]], readers: [] });
  expect(samplesOf([1, 3], 250)).toEqual({ start: 15_000, end: 45_000 });
});

test('the longest stretches that nobody saw, in the order of the recording', () => {
  const unseen = [1, 9, 2, 8, 3, 7].map((length, i): [number, number] => [i * 20, i * 20 + length]);
  expect(longestUnseen({ unseen }).map(([from, to]) => to - from)).toEqual([9, 2, 8, 3, 7]);
});
