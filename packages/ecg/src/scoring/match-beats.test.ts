import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchBeats } from './match-beats.ts';

test('pairs beats within the window and leaves the others', () => {
  const pairs = matchBeats([100, 500, 900], [110, 700, 895], 54);
  expect([...pairs.reference_partner]).toEqual([0, -1, 2]);
  expect([...pairs.test_partner]).toEqual([0, -1, 2]);
});

test('a distance equal to the window still pairs, one sample more does not', () => {
  expect([...matchBeats([1000], [1054], 54).reference_partner]).toEqual([0]);
  expect([...matchBeats([1000], [1055], 54).reference_partner]).toEqual([-1]);
});

test('of two candidates the nearer is taken, on either side', () => {
  expect([...matchBeats([1000], [960, 1010], 54).test_partner]).toEqual([-1, 0]);
  expect([...matchBeats([960, 1010], [1000], 54).reference_partner]).toEqual([-1, 0]);
  expect([...matchBeats([1000], [1005, 1040], 54).test_partner]).toEqual([0, -1]);
});

const ascending = fc
  .uniqueArray(fc.integer({ min: 0, max: 20000 }), { maxLength: 60 })
  .map((list) => list.sort((a, b) => a - b));

test('every beat pairs at most once, within the window, in order; swapping the lists swaps the pairs', () => {
  fc.assert(
    fc.property(ascending, ascending, (reference, other) => {
      const { reference_partner: partner, test_partner: back } = matchBeats(reference, other, 54);
      let last = -1;
      partner.forEach((t, r) => {
        if (t < 0) return;
        expect(back[t]).toBe(r);
        expect(t).toBeGreaterThan(last);
        expect(Math.abs((reference[r] ?? 0) - (other[t] ?? 0))).toBeLessThanOrEqual(54);
        last = t;
      });
      const moved = matchBeats(
        reference.map((s) => s + 777),
        other.map((s) => s + 777),
        54,
      );
      expect([...moved.reference_partner]).toEqual([...partner]);
      const swapped = matchBeats(other, reference, 54);
      expect([...swapped.test_partner].filter((t) => t >= 0).length).toBe(
        [...partner].filter((t) => t >= 0).length,
      );
    }),
  );
});
