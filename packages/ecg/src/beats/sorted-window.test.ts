import { expect, test } from 'vitest';
import { seededRandom } from '../synth/random.ts';
import { NearbyValues, slideAlong } from './sorted-window.ts';

test('the window has the ranks of the values around each index that count', () => {
  const random = seededRandom(4);
  const values = Float32Array.from({ length: 300 }, () => Math.round(40 * random()));
  const isIn = (i: number): boolean => (values[i] ?? 0) >= 5;
  const seen: number[] = [];
  slideAlong(values, 12, isIn, (i, window) => {
    seen.push(i);
    const near = [...values.subarray(Math.max(0, i - 12), i + 13)].filter((value) => value >= 5);
    near.sort((a, b) => a - b);
    expect(window.size()).toBe(near.length);
    for (const share of [0, 0.1, 0.5, 0.8]) {
      expect(window.at(share)).toBe(near[Math.floor(near.length * share)]);
      expect(values[window.placeAt(share)]).toBe(window.at(share));
      expect(Math.abs(window.placeAt(share) - i)).toBeLessThanOrEqual(12);
    }
  });
  expect(seen).toEqual([...values.keys()]);
});

test('a value nearby is stored by its distance', () => {
  const nearby = new NearbyValues(Float32Array.of(3, 5, 7, 9));
  nearby.set(1, 3);
  expect([nearby.at(0), nearby.at(1), nearby.at(2)]).toEqual([3, 9, 7]);
});
