import { expect, test } from 'vitest';
import { microvoltsPerUnit, whyNoVoltage } from './voltage-units.ts';

const latin = (bytes: readonly number[]): string => String.fromCharCode(...bytes);

const known: readonly (readonly [unit: string, expected: number])[] = [
  ...(['mV', 'mv', 'MV', 'mVolt', 'millivolt', 'Millivolts', 'mV\0\0', ' mV ', '[mV]', 'mV.'] as const).map(
    (unit) => [unit, 1e3] as const,
  ),
  ...(['uV', 'uv', 'UV', 'µV', 'μV', 'microvolt', 'uVolts', 'mcV', '?V'] as const).map(
    (unit) => [unit, 1] as const,
  ),
  // The sign for micro in Latin-1, UTF-8, CP437, Shift-JIS, EUC-KR and GBK, read byte by byte.
  ...[[0xb5], [0xc2, 0xb5], [0xce, 0xbc], [0xe6], [0x83, 0xca], [0xa5, 0xec], [0xa6, 0xcc]].map(
    (bytes) => [`${latin(bytes)}V`, 1] as const,
  ),
  ['V', 1e6],
  ['volt', 1e6],
  ['nV', 1e-3],
];
test.each(known)('%j is %d µV', (unit, expected) => expect(microvoltsPerUnit(unit)).toBe(expected));

test.each(['degC', '%', 'mmHg', 'bpm', 'L/min', 'g', 'm/s^2', 'Hz', 'kOhm', 'adu'])(
  '%s is no voltage',
  (unit) => {
    expect(microvoltsPerUnit(unit)).toBeNull();
    expect(whyNoVoltage(unit)).toBe('no-voltage');
  },
);

test.each(['', 'xyz', 'units', 'kV', 'mVx'])('%j is unknown', (unit) => {
  expect(microvoltsPerUnit(unit)).toBeNull();
  expect(whyNoVoltage(unit)).toBe('unknown-unit');
});
