import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextPlace, placeDensity } from './findings.ts';

const places = { starts: [100, 500, 900], ends: [200, 600, 950] };

test('the next place follows the last visited one, wrapping at the ends, otherwise the visible one', () => {
  expect(nextPlace(places, 0, 0, 1)).toBe(1);
  expect(nextPlace(places, 2, 0, 1)).toBe(0);
  expect(nextPlace(places, 0, 0, -1)).toBe(2);
  expect(nextPlace(places, -1, 550, 1)).toBe(2);
  expect(nextPlace(places, -1, 550, -1)).toBe(1);
  expect(nextPlace(places, -1, 500, 1)).toBe(2);
  expect(nextPlace(places, -1, 500, -1)).toBe(0);
  expect(nextPlace(places, 7, 0, 1)).toBe(0);
  expect(nextPlace({ starts: [], ends: null }, -1, 0, 1)).toBe(-1);
});

test('stepping visits every place once before it wraps', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(1e6), { minLength: 1, maxLength: 40 }), fc.nat(1e6), (list, sample) => {
      const starts = list.toSorted((a, b) => a - b);
      const seen = new Set<number>();
      let index = -1;
      for (let step = 0; step < starts.length; step += 1) {
        index = nextPlace({ starts, ends: null }, index, sample, 1);
        seen.add(index);
      }
      expect(seen.size).toBe(starts.length);
    }),
  );
});

test('density is the share of a column with episodes, and the number of beats relative to the fullest column', () => {
  const share = placeDensity({ starts: [0, 150], ends: [50, 300] }, { start: 0, end: 400 }, 4);
  expect([...share]).toEqual([0.5, 0.5, 1, 0]);
  const beats = placeDensity({ starts: [10, 20, 110, 999], ends: null }, { start: 0, end: 400 }, 4);
  expect([...beats]).toEqual([1, 0.5, 0, 0]);
});
