import { expect, test } from 'vitest';
import { plainNumber } from './typed-number.ts';

test('a typed number is read in full-width figures, with a decimal comma and with commas between thousands', () => {
  expect(plainNumber(' １２０００ ')).toBe('12000');
  expect(plainNumber('８．２５')).toBe('8.25');
  expect(plainNumber('12,50')).toBe('12.50');
  expect(plainNumber('0,5')).toBe('0.5');
  expect(plainNumber('0,125')).toBe('0.125');
  expect(plainNumber('12,000')).toBe('12000');
  expect(plainNumber('1,234,567.89')).toBe('1234567.89');
});

test('a text that is no number stays none', () => {
  for (const text of ['1,2,3', '1.234,50', '1,23,456', '-1', '1e3', 'x', ''])
    expect(plainNumber(text)).not.toMatch(/^\d+(?:\.\d+)?$/);
});
