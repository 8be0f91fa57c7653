import { expect, test } from 'vitest';
import { VentricularWaves, waveCode, waveDistance } from './ventricular-waves.ts';
import type { WaveWindow } from './ventricular-waves.ts';

const size = 250;
const from = 40;

/**
 * Returns four seconds of a shape that repeats every `distance` samples, with the context that is used before and
 * after.
 */
function windowOf(distance: number, shape: (phase: number) => number): WaveWindow {
  const z = Float32Array.from({ length: size + 2 * from }, (_, i) => 300 * shape((i % distance) / distance));
  return { z, from, size, start: 1000 };
}
const bump = (phase: number, at: number, width: number): number => Math.exp(-(((phase - at) / width) ** 2));
const wide = (phase: number): number => 1.5 * bump(phase, 0.3, 0.18) - bump(phase, 0.75, 0.2);
const narrow = (phase: number): number => 2 * bump(phase, 0.5, 0.04);
const looks = { counted: 0, period: 16, leak: 0.5, isFurther: false };
const never = (): boolean => false;

test.each([14, 20, 28])('wide waves %i samples apart are found, and each is a beat', (distance) => {
  const window = windowOf(distance, wide);
  expect(waveDistance(window)).toBe(distance);
  const waves = new VentricularWaves();
  waves.look(window, 4, looks);
  const steps = waves.beats.slice(1).map((beat, i) => beat - (waves.beats[i] ?? 0));
  expect(Math.abs(waves.beats.length - size / distance)).toBeLessThan(1.1);
  expect(steps.every((step) => Math.abs(step - 4 * distance) < 1)).toBe(true);
  expect(Array.from(waves.seconds(10, never))).toEqual([0, 0, 0, 0, 2, 2, 2, 2, 0, 0]);
});

test('a slower or faster wave, and narrow complexes with a line between them, are not found', () => {
  expect(waveDistance(windowOf(34, wide))).toBe(0);
  expect(waveDistance(windowOf(9, wide))).not.toBe(9);
  expect(waveDistance(windowOf(20, narrow))).toBe(0);
});

test('waves that the detector counts, and complexes of several waves, are not found; sine waves have their own code', () => {
  const window = windowOf(20, wide);
  const codeOf = (change: Partial<typeof looks>, isFlutter = never): number => {
    const waves = new VentricularWaves();
    waves.look(window, 0, { ...looks, ...change });
    return waves.seconds(1, isFlutter)[0] ?? 0;
  };
  expect(codeOf({})).toBe(waveCode.shaped);
  expect(codeOf({ leak: 0.3 })).toBe(waveCode.sine);
  expect(codeOf({ counted: 9 })).toBe(waveCode.shaped);
  expect(codeOf({ counted: 10 })).toBe(waveCode.none);
  expect(codeOf({ period: 20 / 2.1 })).toBe(waveCode.none);
  expect(codeOf({ isFurther: true })).toBe(waveCode.shaped);
  expect(codeOf({ isFurther: true }, () => true)).toBe(waveCode.sine);
  expect(codeOf({}, () => true)).toBe(waveCode.shaped);
});
