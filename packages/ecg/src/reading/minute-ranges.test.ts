import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lengthOf, minutesOf, rangesOutside, shareOf, uniteRanges, wholeMinutes } from './minute-ranges.ts';
import type { MinuteRange } from './minute-ranges.ts';

const end = 200;
const range = fc
  .tuple(fc.nat(end), fc.nat(40))
  .map(([from, long]): MinuteRange => [from, Math.min(end, from + long)]);
const ranges = fc.array(range, { maxLength: 20 });
const holds = (all: readonly MinuteRange[], minute: number): boolean =>
  all.some(([from, to]) => minute >= from && minute < to);
const minutes = Array.from({ length: end }, (_, i) => i);

test('a union contains every minute of its ranges, in order and separated', () => {
  fc.assert(
    fc.property(ranges, (all) => {
      const united = uniteRanges(all);
      for (const minute of minutes) expect(holds(united, minute)).toBe(holds(all, minute));
      united.forEach(([from, to], i) => {
        expect(to).toBeGreaterThan(from);
        expect(from).toBeGreaterThan(united[i - 1]?.[1] ?? -1);
      });
    }),
  );
});

test('a union does not depend on order, repetition or the number of batches', () => {
  fc.assert(
    fc.property(ranges, ranges, (a, b) => {
      const united = uniteRanges([...a, ...b]);
      expect(uniteRanges([...b, ...a, ...b])).toEqual(united);
      expect(uniteRanges([...uniteRanges(a), ...uniteRanges(b)])).toEqual(united);
    }),
  );
});

test('seen and unseen minutes together are the recording, and none is both', () => {
  fc.assert(
    fc.property(ranges, (all) => {
      const outside = rangesOutside(all, end);
      for (const minute of minutes) expect(holds(outside, minute)).toBe(!holds(all, minute));
      expect(lengthOf(all) + lengthOf(outside)).toBe(end);
    }),
  );
});

test('a minute is seen when all of it is', () => {
  const signal = { samples: 250 * 150, sampling_hz: 250 };
  expect(minutesOf(signal)).toBe(3);
  expect(wholeMinutes([[1, 250 * 60]], signal)).toEqual([]);
  expect(wholeMinutes([[0, 250 * 60]], signal)).toEqual([[0, 1]]);
  expect(
    wholeMinutes(
      [
        [0, 250 * 30],
        [250 * 30, 250 * 60],
      ],
      signal,
    ),
  ).toEqual([[0, 1]]);
  expect(wholeMinutes([[250 * 119, 250 * 150]], signal)).toEqual([[2, 3]]);
  expect(wholeMinutes([[-500, 250 * 400]], signal)).toEqual([[0, 3]]);
});

test('a share counts every minute once; an empty recording is completely seen', () => {
  expect(
    shareOf(
      [
        [0, 3],
        [2, 5],
      ],
      10,
    ),
  ).toBe(0.5);
  expect(shareOf([], 0)).toBe(1);
});
