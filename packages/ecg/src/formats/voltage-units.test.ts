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
  ...['millivol', 'milivolt', 'mV/LSB', 'mV/adu', 'ｍＶ', '㎷', 'мВ'].map((unit) => [unit, 1e3] as const),
  ...['microvol', 'uV/bit', 'muV', '\\muV', 'mkV', '㎶', 'мкВ', 'µVolt'].map((unit) => [unit, 1] as const),
  // мкВ and мВ in CP1251, ㎷ in UTF-8, read byte by byte.
  [latin([0xec, 0xea, 0xc2]), 1],
  [latin([0xec, 0xc2]), 1e3],
  [latin([0xe3, 0x8e, 0xb7]), 1e3],
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

test.each(['', 'xyz', 'units', 'kV', 'mVx', 'm', '10uV'])('%j is unknown', (unit) => {
  expect(microvoltsPerUnit(unit)).toBeNull();
  expect(whyNoVoltage(unit)).toBe('unknown-unit');
});
