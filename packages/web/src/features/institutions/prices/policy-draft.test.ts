import { expect, test } from 'vitest';
import { amountFaults, gridOf, priceKeys, textsOf } from './policy-draft.ts';

const typed = Object.fromEntries(priceKeys.map(([key], index) => [key, `${String(index + 1)}.5`]));

test('amounts are whole minor units, and are shown as typed', () => {
  const grid = gridOf(typed, 'USD');
  expect(grid.normal.up_to_48_h).toBe(150);
  expect(grid.urgent.longer).toBe(650);
  const version = { valid_from: '2026-01-01', in_force: true, prices: grid };
  expect(textsOf(version, 'USD')['normal.up_to_48_h']).toBe('1.50');
  expect(gridOf(textsOf(version, 'USD'), 'USD')).toEqual(grid);
});

test('an invalid amount of the currency is named', () => {
  expect(amountFaults(typed, 'USD')).toEqual([]);
  expect(amountFaults(typed, 'KRW')).toHaveLength(6);
  expect(amountFaults({ ...typed, 'normal.longer': '' }, 'USD')).toEqual(['normal.longer']);
  expect(amountFaults({ ...typed, 'urgent.longer': '-1' }, 'USD')).toEqual(['urgent.longer']);
});
