import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filterFits, filterForDisplay, warmUpSeconds } from './display-filter.ts';
import type { DisplayFilter } from './display-filter.ts';

const samplingHz = 250;

function sine(hz: number, seconds: number, rate = samplingHz): Float32Array {
  return Float32Array.from({ length: seconds * rate }, (_, i) => Math.sin((2 * Math.PI * hz * i) / rate));
}

/** Returns gain and phase at one frequency from the settled middle of the signal. */
function response(filter: DisplayFilter, hz: number, rate = samplingHz): { gain: number; phase: number } {
  const out = filterForDisplay(sine(hz, 60, rate), filter, rate);
  let inPhase = 0;
  let quadrature = 0;
  const from = 20 * rate;
  const to = 40 * rate;
  for (let i = from; i < to; i += 1) {
    const angle = (2 * Math.PI * hz * i) / rate;
    inPhase += (out[i] ?? 0) * Math.sin(angle);
    quadrature += (out[i] ?? 0) * Math.cos(angle);
  }
  const scale = 2 / (to - from);
  return { gain: Math.hypot(inPhase, quadrature) * scale, phase: Math.atan2(quadrature, inPhase) };
}

test('0.5–40 Hz is at −3 dB at its limits, flat between, and shifts nothing in time', () => {
  expect(20 * Math.log10(response('band', 0.5).gain)).toBeCloseTo(-3.01, 1);
  expect(20 * Math.log10(response('band', 40).gain)).toBeCloseTo(-3.01, 1);
  for (const hz of [2, 5, 10, 15]) {
    const { gain, phase } = response('band', hz);
    expect(gain).toBeGreaterThan(0.97);
    expect(gain).toBeLessThan(1.01);
    expect(Math.abs(phase)).toBeLessThan(0.001);
  }
  expect(response('band', 0.1).gain).toBeLessThan(0.01);
});

test('a notch removes its frequency and leaves its neighbours and the level', () => {
  for (const [filter, hz] of [
    ['notch50', 50],
    ['notch60', 60],
  ] as const) {
    expect(response(filter, hz).gain).toBeLessThan(0.01);
    expect(response(filter, hz - 10).gain).toBeGreaterThan(0.95);
    expect(response(filter, 5).gain).toBeCloseTo(1, 2);
  }
  const level = filterForDisplay(new Float32Array(2000).fill(1.5), 'notch50', samplingHz);
  expect(Math.max(...level)).toBeCloseTo(1.5, 4);
  expect(Math.min(...level)).toBeCloseTo(1.5, 4);
});

test('works on a copy', () => {
  const values = sine(1, 4);
  const before = Float32Array.from(values);
  filterForDisplay(values, 'band', samplingHz);
  expect(values).toEqual(before);
  expect(filterForDisplay(values, 'off', samplingHz)).toEqual(before);
});

test('a gap stays a gap, and the signal after it does not depend on the one before', () => {
  const after = sine(7, 8);
  const loud = new Float32Array(4000).fill(50);
  const gap = new Float32Array(100).fill(NaN);
  const joined = Float32Array.from([...loud, ...gap, ...after]);
  const out = filterForDisplay(joined, 'band', samplingHz);
  expect(out.subarray(4000, 4100).every((value) => Number.isNaN(value))).toBe(true);
  expect(out.subarray(4100)).toEqual(filterForDisplay(after, 'band', samplingHz));
});

test('a single sample remains', () => {
  const out = filterForDisplay(Float32Array.from([NaN, 2, NaN]), 'notch50', samplingHz);
  expect(out[1]).toBeCloseTo(2, 5);
});

test('a filter that is impossible at the sampling rate is not offered', () => {
  expect(filterFits('notch50', 100)).toBe(false);
  expect(filterFits('notch60', 125)).toBe(false);
  expect(filterFits('notch50', 125)).toBe(true);
  expect(filterFits('band', 50)).toBe(true);
  expect(response('band', 5, 50).gain).toBeCloseTo(1, 1);
});

test('a gap separates any signal, and every known sample stays known', () => {
  const value = fc.integer({ min: -2000, max: 2000 });
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 300 }),
      fc.array(value, { minLength: 1 }),
      fc.constantFrom<DisplayFilter>('band', 'notch50', 'notch60'),
      (left, right, filter) => {
        const whole = filterForDisplay(Float32Array.from([...left, NaN, ...right]), filter, samplingHz);
        const alone = filterForDisplay(Float32Array.from(left), filter, samplingHz);
        expect(whole.subarray(0, left.length)).toEqual(alone);
        expect(whole.every((found, i) => Number.isNaN(found) === (i === left.length))).toBe(true);
      },
    ),
  );
});

test('a section with its warm-up on both sides looks as in the whole', () => {
  const signal = Float32Array.from(
    { length: 30 * samplingHz },
    (_, i) => 500 * Math.sin(i / 7) + 900 * Math.sin(i / 900),
  );
  const whole = filterForDisplay(signal, 'band', samplingHz);
  const from = 12 * samplingHz;
  const margin = warmUpSeconds * samplingHz;
  const part = filterForDisplay(
    signal.subarray(from - margin, from + 5 * samplingHz + margin),
    'band',
    samplingHz,
  );
  for (let i = 0; i < 5 * samplingHz; i += 1) {
    expect(Math.abs((part[margin + i] ?? NaN) - (whole[from + i] ?? NaN))).toBeLessThan(1);
  }
});
