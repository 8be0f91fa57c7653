import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DisplayFilter } from './display-filter.ts';
import { displayMarginS, filterForDisplay } from './display-filter.ts';

const off: DisplayFilter = { highpass_hz: null, lowpass_hz: null, notch_hz: null };
const hz = 250;

function sine(frequency: number, seconds = 20): Float32Array {
  return Float32Array.from(
    { length: hz * seconds },
    (_unused, i) => 1000 * Math.sin((2 * Math.PI * frequency * i) / hz),
  );
}

/** Amplitude of the middle of the filtered sine, in thousandths of the original. */
function passed(frequency: number, change: Partial<DisplayFilter>): number {
  const middle = filterForDisplay(sine(frequency), hz, { ...off, ...change }).subarray(8 * hz, 12 * hz);
  return Math.max(...middle);
}

test('off is off', () => {
  const signal = sine(3);
  expect(filterForDisplay(signal, hz, off)).toEqual(signal);
  expect(filterForDisplay(signal, hz, { ...off, lowpass_hz: 120, notch_hz: 125 })).toEqual(signal);
});

test('what is to pass passes and what is not does not', () => {
  expect(passed(5, { highpass_hz: 0.5, lowpass_hz: 40 })).toBeGreaterThan(985);
  expect(passed(40, { lowpass_hz: 40 })).toBeCloseTo(500, -2);
  expect(passed(100, { lowpass_hz: 40 })).toBeLessThan(20);
  expect(passed(0.1, { highpass_hz: 0.5 })).toBeLessThan(20);
  expect(passed(50, { notch_hz: 50 })).toBeLessThan(10);
  expect(passed(60, { notch_hz: 60 })).toBeLessThan(10);
  expect(passed(45, { notch_hz: 50 })).toBeGreaterThan(800);
});

test('waves stay where they are, and a level stays without the high-pass', () => {
  const bump = Float32Array.from(
    { length: 5000 },
    (_unused, i) => 300 + 900 * Math.exp(-0.5 * ((i - 2500) / 4) ** 2),
  );
  const low = filterForDisplay(bump, hz, { ...off, lowpass_hz: 40, notch_hz: 50 });
  expect(low.indexOf(Math.max(...low))).toBe(2500);
  expect(low[100]).toBeCloseTo(300, 1);
  const both = filterForDisplay(bump, hz, { highpass_hz: 0.5, lowpass_hz: 40, notch_hz: null });
  expect(both.indexOf(Math.max(...both))).toBe(2500);
  expect(Math.abs(both[100] ?? 999)).toBeLessThan(2);
});

test('law: gaps stay gaps, nothing crosses them, and a strip with its margin looks like the whole', () => {
  const filter = { highpass_hz: 0.5, lowpass_hz: 40, notch_hz: 50 };
  const value = fc.integer({ min: -2000, max: 2000 });
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 300 }),
      fc.array(value, { minLength: 1 }),
      (left, right) => {
        const whole = filterForDisplay(Float32Array.from([...left, Number.NaN, ...right]), hz, filter);
        expect(Number.isNaN(whole[left.length])).toBe(true);
        expect(whole.subarray(0, left.length)).toEqual(filterForDisplay(Float32Array.from(left), hz, filter));
        expect(whole.every((found, i) => i === left.length || Number.isFinite(found))).toBe(true);
      },
    ),
  );
  const signal = Float32Array.from(
    { length: 30 * hz },
    (_unused, i) => 500 * Math.sin(i / 7) + 900 * Math.sin(i / 900),
  );
  const whole = filterForDisplay(signal, hz, filter);
  const from = 12 * hz;
  const margin = displayMarginS * hz;
  const strip = filterForDisplay(signal.subarray(from - margin, from + 5 * hz + margin), hz, filter);
  for (let i = 0; i < 5 * hz; i++)
    expect(Math.abs((strip[margin + i] ?? 0) - (whole[from + i] ?? 0))).toBeLessThan(1);
});
