import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tableAgreement } from './kappa.ts';

test('the example of the literature gives 0.4: 20, 5, 10, 15 of 50', () => {
  const found = tableAgreement([
    [20, 5],
    [10, 15],
  ]);
  expect(found).toMatchObject({ compared: 50, same: 35, share: 0.7 });
  expect(found.kappa).toBeCloseTo(0.4, 12);
});

test('full agreement is 1, also over one category; nothing has none', () => {
  expect(
    tableAgreement([
      [7, 0],
      [0, 0],
    ]),
  ).toMatchObject({ share: 1, kappa: 1 });
  expect(
    tableAgreement([
      [0, 0],
      [0, 0],
    ]),
  ).toEqual({ compared: 0, same: 0, share: null, kappa: null });
});

const table = fc.array(fc.array(fc.nat(50), { minLength: 4, maxLength: 4 }), { minLength: 4, maxLength: 4 });

test('exchanging rows and columns changes nothing, and no agreement is above 1', () => {
  fc.assert(
    fc.property(table, (counts) => {
      const turned = counts.map((_, i) => counts.map((row) => row[i] ?? 0));
      const [found, other] = [tableAgreement(counts), tableAgreement(turned)];
      expect({ ...other, kappa: null }).toEqual({ ...found, kappa: null });
      if (found.kappa === null) expect(other.kappa).toBeNull();
      else {
        expect(other.kappa).toBeCloseTo(found.kappa, 9);
        expect(found.kappa).toBeLessThanOrEqual(1);
      }
    }),
  );
});
