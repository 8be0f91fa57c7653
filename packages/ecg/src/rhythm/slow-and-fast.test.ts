/**
 * Checks synthetic hearts far slower and faster than the recordings that the detector was trained on: every beat is
 * found.
 */
import { expect, test } from 'vitest';
import { byteV } from '../beats/beat-class.ts';
import { qualityCode } from '../signal/quality.ts';
import { normal, seededRandom } from '../synth/random.ts';
import { analysed, gainUv } from './test-signal.ts';

const hz = 250;

/**
 * Returns `count` beats at a steady rate: QRS of 1 mV and T wave, P waves at `atrial` per minute if given, else before
 * the beats. A wide QRS lasts twice as long.
 */
function drawnHeart(
  bpm: number,
  count: number,
  atrial = 0,
  isWide = false,
  { seed = 5, noise_uv = 5 } = {},
): { frames: Int16Array; at: number[] } {
  const rr = 60 / bpm;
  const random = seededRandom(seed);
  const line = Float64Array.from(
    { length: Math.round((count * rr + 4) * hz) },
    () => noise_uv * normal(random),
  );
  const bump = (centre: number, width: number, uv: number): void => {
    const [from, to] = [Math.round((centre - 4 * width) * hz), Math.round((centre + 4 * width) * hz)];
    for (let i = Math.max(0, from); i < Math.min(line.length, to); i++)
      line[i] = (line[i] ?? 0) + uv * Math.exp(-(((i / hz - centre) / width) ** 2) / 2);
  };
  const at = Array.from({ length: count }, (_, i) => 2 + i * rr);
  for (const t of at) {
    if (rr > 0.4 && atrial === 0) bump(t - 0.16, 0.022, 120);
    const width = isWide ? 2.4 : 1;
    bump(t - 0.025, width * 0.008, isWide ? 250 : -120);
    bump(t, width * 0.01, 1000);
    bump(t + width * 0.027, width * 0.01, -250);
    bump(t + 0.28 * Math.sqrt(Math.min(1, rr / 0.8)), 0.05 * Math.min(1, rr / 0.6), 250);
  }
  if (atrial > 0) for (let t = 0.3; t < count * rr; t += 60 / atrial) bump(t, 0.022, 120);
  return { frames: Int16Array.from(line, (uv) => Math.round(uv / gainUv)), at: at.map((t) => t * hz) };
}

test.each([
  [12, 120],
  [18, 120],
  [30, 120],
  [250, 300],
  [300, 300],
])('in a heart of %i a minute each of %i beats is found, and none is ventricular', (bpm, count) => {
  const { frames, at } = drawnHeart(bpm, count);
  const { beats } = analysed(frames, hz);
  const found = at.filter((beat) => beats.samples.some((sample) => Math.abs(sample - beat) < 15));
  expect(found.length).toBe(count);
  expect(beats.samples.length).toBeLessThanOrEqual(count + 1);
  expect(beats.classes.filter((byte) => byte === byteV).length).toBe(0);
});

test.each([
  [12, false],
  [12, true],
  [18, false],
  [18, true],
])('noise before the first beats of a heart of %i a minute is no beat (wide: %s)', (bpm, isWide) => {
  for (const seed of [5, 6, 7]) {
    const { frames, at } = drawnHeart(bpm, 60, 0, isWide, { seed, noise_uv: 15 });
    const { beats } = analysed(frames, hz);
    const found = at.filter((beat) => beats.samples.some((sample) => Math.abs(sample - beat) < 15));
    expect(found.length).toBe(at.length);
    expect(beats.samples.length).toBe(at.length);
    expect(beats.classes.filter((byte) => byte === byteV).length).toBe(0);
  }
});

test('complete block from the start of the recording: P waves are soon distinguished from the few beats', () => {
  const { frames, at } = drawnHeart(12, 120, 75);
  const { beats, summary } = analysed(frames, hz);
  const found = at.filter((beat) => beats.samples.some((sample) => Math.abs(sample - beat) < 15));
  expect(found.length).toBe(120);
  expect(beats.samples.filter((sample) => sample > 30 * hz).length).toBeLessThan(120);
  expect(summary.episodes.filter(({ kind }) => kind === 'pause').length).toBeGreaterThan(110);
});

test('complete block with wide beats stays readable: P waves with their shape are no lost contact', () => {
  const { frames, at } = drawnHeart(12, 120, 75, true);
  const { beats, quality } = analysed(frames, hz);
  const found = at.filter((beat) => beats.samples.some((sample) => Math.abs(sample - beat) < 15));
  expect(found.length).toBe(120);
  expect(beats.samples.filter((sample) => sample > 30 * hz).length).toBeLessThan(120);
  const unread = quality.used.filter((code) => code !== qualityCode.usable).length;
  expect(unread / quality.seconds).toBeLessThan(0.15);
});
