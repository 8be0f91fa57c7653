import { expect, test } from 'vitest';
import { knownSignal } from '../rhythm/test-signal.ts';
import { createLeadBands, workHz } from './lead-bands.ts';
import type { LeadBands } from './lead-bands.ts';
import { isPlausible } from './qrs-plausibility.ts';

function bandsOf(values: Float32Array): LeadBands {
  const bands = createLeadBands();
  for (let from = 0; from < values.length; from += 500)
    bands.append(values, from, Math.min(500, values.length - from));
  return bands;
}

const seconds = 20;
const heart = knownSignal('ventricular', seconds, workHz, 4);
const beats = heart.samples.filter((s) => s > 2 * workHz && s < (seconds - 2) * workHz);
const plausible = (values: Float32Array): boolean[] => {
  const bands = bandsOf(values);
  return beats.map((sample) => isPlausible(bands, Math.round(sample / 2)));
};
const wave = (i: number, hz: number): number => Math.sin((2 * Math.PI * hz * i) / workHz);

test('beats of a heart are plausible, small or large, inverted, with baseline wander and hum', () => {
  expect(beats.length).toBeGreaterThan(12);
  for (const factor of [1, 0.1, -8]) {
    expect(plausible(Float32Array.from(heart.frames, (v) => factor * v))).not.toContain(false);
    expect(
      plausible(
        Float32Array.from(heart.frames, (v, i) => factor * (v + 500 * wave(i, 0.3) + 20 * wave(i, 50))),
      ),
    ).not.toContain(false);
  }
});

test('a smooth wave and hum contain no beat', () => {
  expect(plausible(Float32Array.from(heart.frames, (_, i) => 400 * wave(i, 0.3)))).not.toContain(true);
  expect(plausible(Float32Array.from(heart.frames, (_, i) => 100 * wave(i, 50)))).not.toContain(true);
});
