/**
 * Checks the invariants of detection on the engine's real output: a change of a recording changes its beats
 * accordingly, and nothing else.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeBeats } from '../beats/beat-file.ts';
import { qualityCode } from '../signal/quality.ts';
import { NO_SIGNAL } from '../labels/stored-samples.ts';
import { analysed, detection, knownSignal } from './test-signal.ts';
import type { KnownSignal } from './test-signal.ts';

const hz = 250;
const heart = knownSignal('healthy', 120);
const other = knownSignal('ventricular', 60, hz, 11);

const withFrames = (known: KnownSignal, frames: Int16Array, move = 0): KnownSignal => {
  const moved = known.samples.map((sample) => sample + move);
  const samples = moved.filter((sample) => sample > 0 && sample < frames.length);
  return { ...known, frames, samples, classes: samples.map(() => 1) };
};

function expectFound(known: KnownSignal, least = 99): void {
  const { found, right } = detection(known, analysed(known.frames, known.hz));
  expect(found).toBeGreaterThanOrEqual(least);
  expect(right).toBeGreaterThanOrEqual(least);
}

const runs = { numRuns: 6, seed: 20 };

test('scaled, shifted and inverted signals have the same beats', () => {
  const change = fc.tuple(
    fc.double({ min: 0.3, max: 8, noNaN: true }),
    fc.integer({ min: -9000, max: 9000 }),
    fc.boolean(),
  );
  fc.assert(
    fc.property(change, ([factor, offset, over]) => {
      const frames = heart.frames.map((v) => Math.round((over ? -1 : 1) * factor * v) + offset);
      expectFound(withFrames(heart, frames));
    }),
    runs,
  );
});

test('cut anywhere, padded by a flat line or joined to another recording, the beats move with the signal', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 * hz }), fc.integer({ min: 0, max: 20 * hz }), (cut, pad) => {
      expectFound(withFrames(heart, heart.frames.subarray(cut), -cut));
      const padded = new Int16Array(pad + heart.frames.length).fill(heart.frames[0] ?? 0, 0, pad);
      padded.set(heart.frames, pad);
      expectFound(withFrames(heart, padded, pad));
      const joined = new Int16Array(other.frames.length + heart.frames.length - cut);
      joined.set(other.frames);
      joined.set(heart.frames.subarray(cut), other.frames.length);
      const samples = [
        ...other.samples,
        ...heart.samples.filter((s) => s > cut).map((s) => s - cut + other.frames.length),
      ];
      expectFound({ hz, frames: joined, samples, classes: samples.map(() => 1) }, 98);
    }),
    { ...runs, numRuns: 4 },
  );
});

test('gaps contain no beats and remove none around them', () => {
  const gap = fc.tuple(fc.integer({ min: 0, max: 100 * hz }), fc.integer({ min: hz, max: 8 * hz }));
  fc.assert(
    fc.property(fc.array(gap, { minLength: 1, maxLength: 4 }), (gaps) => {
      const frames = heart.frames.slice();
      for (const [from, length] of gaps) frames.fill(NO_SIGNAL, from, from + length);
      const near = (s: number, by: number): boolean =>
        gaps.some(([from, length]) => s > from - by && s < from + length + by);
      const { beats, ...rest } = analysed(frames, hz);
      expect([...beats.samples].filter((s) => near(s, -0.3 * hz))).toEqual([]);
      const kept = [...beats.samples].filter((s) => !near(s, hz));
      const known = { ...heart, samples: heart.samples.filter((s) => !near(s, hz)) };
      const { found, right } = detection(
        known,
        { ...rest, beats: { ...beats, samples: Uint32Array.from(kept), classes: beats.classes } },
        0,
      );
      expect(found).toBeGreaterThan(97);
      expect(right).toBeGreaterThan(97);
    }),
    runs,
  );
});

test('the size of the chunks changes nothing, with noise, gaps and wide beats in them', () => {
  const frames = other.frames.slice(0, 40 * hz);
  frames.fill(NO_SIGNAL, 9 * hz, 12 * hz);
  for (let i = 20 * hz; i < 30 * hz; i++) frames[i] = (frames[i] ?? 0) + ((i * 7919) % 400) - 200;
  const whole = encodeBeats(analysed(frames, hz, frames.length));
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 3000 }), (chunk) => {
      expect(encodeBeats(analysed(frames, hz, chunk))).toEqual(whole);
    }),
    runs,
  );
});

test.each([50, 360, 2000])(
  'one beat in twenty seconds, none, and a lead that was never connected are analysed at %i Hz',
  (rate) => {
    const one = new Int16Array(20 * rate).map((_, i) =>
      Math.round(400 * Math.exp(-(((i / rate - 9) / 0.015) ** 2))),
    );
    const { beats } = analysed(one, rate);
    expect([...beats.samples].filter((s) => Math.abs(s / rate - 9) > 0.15)).toEqual([]);
    for (const value of [0, 517, 32767, -32767, NO_SIGNAL]) {
      const still = analysed(new Int16Array(20 * rate).fill(value), rate);
      expect(still.beats.samples.length).toBe(0);
      expect([...still.quality.used].every((code) => code !== qualityCode.usable)).toBe(true);
    }
  },
);

test('a lead that is connected late is read from there', () => {
  const frames = heart.frames.slice();
  frames.fill(NO_SIGNAL, 0, 30 * hz);
  const { beats, quality } = analysed(frames, hz);
  expect([...quality.used.subarray(0, 29)].every((code) => code === qualityCode.no_signal)).toBe(true);
  expect([...beats.samples].some((s) => s < 30 * hz)).toBe(false);
  const late = heart.samples.filter((s) => s > 31 * hz);
  expect(beats.samples.length).toBeGreaterThanOrEqual(late.length);
});
