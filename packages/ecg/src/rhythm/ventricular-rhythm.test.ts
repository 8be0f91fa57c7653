/** Checks synthetic ventricular tachycardia whose complexes are too wide for the beat detector. */
import { expect, test } from 'vitest';
import { byteV } from '../beats/beat-class.ts';
import { encodeBeats } from '../beats/beat-file.ts';
import { waveCode } from '../signal/ventricular-waves.ts';
import { BeatPainter } from '../synth/beat-painter.ts';
import { normal, seededRandom } from '../synth/random.ts';
import { beatShapes } from '../synth/wave-shapes.ts';
import { analysed, gainUv } from './test-signal.ts';
import { handTable } from './test-table.ts';
import { ventricularCode, ventricularSeconds, withWaveBeats } from './ventricular-rhythm.ts';

const hz = 250;
const sinusS = 60;

/**
 * Returns a minute of sinus rhythm, `count` ventricular beats at a steady rate, and a minute of sinus rhythm. With
 * `silenceS`, that many seconds without any beat come after half of the ventricular ones.
 */
function tachycardia(bpm: number, count: number, { seed = 1, silenceS = 0, swingUv = 0 } = {}) {
  const random = seededRandom(seed);
  const painter = new BeatPainter(hz, beatShapes(['ECG'], random));
  const line = new Float32Array(Math.round((2 * sinusS + silenceS + (count * 60) / bpm) * hz));
  const waves: number[] = [];
  const paint = (beatClass: 'N' | 'V', atS: number, rr: number): void => {
    const p = beatClass === 'V' ? ('none' as const) : ('sinus' as const);
    painter.paint({ rr_s: rr, beat_class: beatClass, p_wave: p, at_s: atS }, 1, [line], 0);
  };
  let at = 0.5;
  for (; at < sinusS - 1; at += 0.8 * (1 + 0.02 * normal(random))) paint('N', at, 0.8);
  for (let i = 0; i < count; i++, at += (60 / bpm) * (1 + 0.015 * normal(random))) {
    paint('V', at, 60 / bpm);
    waves.push(at);
    if (i === count >> 1) at += silenceS;
  }
  for (at += 0.5; at < line.length / hz - 1; at += 0.8 * (1 + 0.02 * normal(random))) paint('N', at, 0.8);
  const swing = swinging(swingUv);
  const frames = Int16Array.from(line, (mv) =>
    Math.round((1000 * mv + swing() + 10 * normal(random)) / gainUv),
  );
  return { frames, waves };
}

/** Returns the samples of a moving electrode: noise of one to two waves a second, of this root mean square. */
function swinging(uv: number): () => number {
  const random = seededRandom(3);
  let [fast, slow] = [0, 0];
  return () => {
    fast += 0.06 * (normal(random) - fast);
    slow += 0.06 * (fast - slow);
    return 8.2 * uv * slow;
  };
}

test.each([150, 180, 220])('tachycardia of %i a minute is one run although the electrode moves', (bpm) => {
  const { frames } = tachycardia(bpm, 2 * bpm, { swingUv: 150 });
  const { summary } = analysed(frames, hz);
  const found = summary.episodes.filter(({ kind }) => kind === 'vt' || kind === 'vfl');
  expect(found.map(({ kind }) => kind)).toEqual(['vt']);
  expect(found[0]?.beats).toBeGreaterThan(1.9 * bpm);
});

test.each([
  [150, 300],
  [180, 300],
  [220, 1800],
  [235, 300],
])('tachycardia of %i a minute is one run, and nearly each of its %i beats is ventricular', (bpm, count) => {
  const { frames, waves } = tachycardia(bpm, count);
  const { beats, summary } = analysed(frames, hz);
  const found = summary.episodes.filter(({ kind }) => ['vt', 'vfl', 'noise', 'no_signal'].includes(kind));
  expect(found.map(({ kind }) => kind)).toEqual(['vt']);
  expect(Math.abs((found[0]?.bpm ?? 0) - bpm)).toBeLessThan(0.02 * bpm);
  const ventricular = new Set(beats.samples.filter((_, i) => beats.classes[i] === byteV));
  const near = (at: number): boolean => {
    for (let s = Math.round((at - 0.06) * hz); s <= (at + 0.06) * hz; s++)
      if (ventricular.has(s)) return true;
    return false;
  };
  expect(waves.filter(near).length).toBeGreaterThanOrEqual(0.98 * count);
  expect(ventricular.size).toBeLessThanOrEqual(1.01 * count);
});

test.each([
  [180, 180, 8],
  [180, 180, 14],
  [200, 800, 14],
])(
  'at %i a minute, a silence among %i beats is an asystole of %i s and no beat is inserted',
  (bpm, count, s) => {
    const { frames, waves } = tachycardia(bpm, count, { silenceS: s });
    const { beats, summary } = analysed(frames, hz);
    const named = summary.episodes.filter(({ kind }) => ['vt', 'vfl', 'asystole', 'noise'].includes(kind));
    expect(named.map(({ kind }) => kind)).toEqual(['vt', 'asystole', 'vt']);
    const [from, until] = waves.slice(count >> 1);
    const put = beats.samples.filter((at) => at > ((from ?? 0) + 1) * hz && at < ((until ?? 0) - 1) * hz);
    expect(Array.from(put)).toEqual([]);
  },
);

test('the size of the chunks changes nothing', () => {
  const { frames } = tachycardia(200, 200);
  const bytes = encodeBeats(analysed(frames, hz));
  for (const chunk of [313, frames.length]) expect(encodeBeats(analysed(frames, hz, chunk))).toEqual(bytes);
});

const { none, flutter, tachycardia: named } = ventricularCode;

test('a section is named by its waves; a short part has the name of the section around it', () => {
  const fast = new Uint8Array(300).fill(1, 10, 290);
  const waves = new Uint8Array(300).fill(waveCode.shaped, 10, 120).fill(waveCode.sine, 40, 50);
  const seconds = ventricularSeconds(fast, waves);
  expect(seconds).toEqual(new Uint8Array(300).fill(named, 10, 120).fill(flutter, 120, 290));
  expect(seconds[5]).toBe(none);
  const short = new Uint8Array(300).fill(waveCode.shaped, 10, 14);
  expect(ventricularSeconds(fast, short)).toEqual(new Uint8Array(300).fill(flutter, 10, 290));
});

test('waves replace beats only in tachycardia, and missing ones are inserted', () => {
  const table = handTable([1, 2, 3, 4, 5, 6, 7, 8, 9], 'N', 10);
  const seconds = new Uint8Array(10).fill(named, 3, 7);
  const at = (s: number): number => Math.round(s * table.sampling_hz);
  const waves = [3.2, 3.6, 4, 4.4, 5.6, 6, 6.4, 8.2].map(at);
  const { samples, classes } = withWaveBeats(table, seconds, waves);
  expect(Array.from(samples)).toEqual([1, 2, 3.2, 3.6, 4, 4.4, 4.8, 5.2, 5.6, 6, 6.4, 7, 8, 9].map(at));
  expect(classes.filter((byte) => byte === byteV).length).toBe(9);
  expect(withWaveBeats(table, new Uint8Array(10), waves)).toBe(table);
});

test('two days in which the shape of the waves changes every few seconds are named at once', () => {
  const seconds = 2 * 86_400;
  const shapes = Uint8Array.from({ length: seconds }, (_, s) =>
    s % 86_400 < 80_000 && s % 7 < 3 ? waveCode.sine : waveCode.shaped,
  );
  shapes.fill(waveCode.sine, 82_000, 82_100);
  const codes = ventricularSeconds(new Uint8Array(seconds).fill(1), shapes);
  expect(codes.indexOf(ventricularCode.flutter)).toBe(82_000);
  expect(codes.filter((code) => code === ventricularCode.flutter).length).toBe(100);
});
