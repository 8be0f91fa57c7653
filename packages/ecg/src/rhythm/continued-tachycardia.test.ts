import { expect, test } from 'vitest';
import { byteN, byteV } from '../beats/beat-class.ts';
import { withoutContinuedTachycardia } from './continued-tachycardia.ts';
import { every } from './test-table.ts';

const hz = 250;
const at = (seconds: readonly number[]): number[] => seconds.map((s) => Math.round(s * hz));

/** Returns how many of the seconds from 30 to `until` remain, with waves that are `distance` apart in them. */
function left(
  beatsS: readonly number[],
  { distance, until = 36, byte = byteN }: { distance: number; until?: number; byte?: number },
): number {
  const flutter = new Uint8Array(90).fill(1, 30, until);
  const waves = at(every(Math.floor((until - 30) / distance), distance, 30));
  const samples = Uint32Array.from(at(beatsS));
  const classes = new Uint8Array(samples.length).fill(byte);
  return withoutContinuedTachycardia(flutter, { samples, classes, waves }, hz).reduce((sum, s) => sum + s, 0);
}
const around = (rr: number, rest: readonly number[] = [], later = rr): number[] => [
  ...every(Math.floor(29.6 / rr), rr),
  ...rest,
  ...every(100, later, 36.2),
];

test('waves at the rate of the tachycardia before and after them are none', () => {
  expect(left(around(0.41), { distance: 0.41 })).toBe(0);
  expect(left(around(0.41, every(9, 0.41, 30.2)), { distance: 0.19 })).toBe(0);
});

test('faster waves, another rhythm afterwards, V around them, slow hearts and long stretches remain', () => {
  expect(left(around(0.41), { distance: 0.33 })).toBe(6);
  expect(left(around(0.41), { distance: 0.19 })).toBe(6);
  expect(left(around(0.41, [], 0.6), { distance: 0.41 })).toBe(6);
  expect(left(around(0.41), { distance: 0.41, byte: byteV })).toBe(6);
  expect(left(around(0.8), { distance: 0.8 })).toBe(6);
  expect(left(every(200, 0.41), { distance: 0.41, until: 46 })).toBe(16);
});
