import { expect, test } from 'vitest';
import { defaultCriteria } from '../criteria/criteria.ts';
import { qualityCode } from '../signal/quality.ts';
import { seededRandom } from '../synth/random.ts';
import type { SynthPatientKey } from '../synth/patient.ts';
import { encodeBeats } from '../beats/beat-file.ts';
import { createAnalysis } from './analysis.ts';
import {
  joinedOverBreaks,
  withoutContinuedRhythm,
  withoutLoneWindows,
  withoutSureBeats,
} from './rhythm-continuity.ts';
import { summarise } from './summarise.ts';
import { analysed, gainUv, knownSignal } from './test-signal.ts';
import { every, handQuality, handTable } from './test-table.ts';

const hz = 250;
const known = knownSignal('healthy', 180);

/** Replaces the heart by a wave of changing size and rate from `fromS` to `toS`. */
function fluttering(fromS: number, toS: number, waveHz: number, sizeUv = 900): Int16Array {
  const frames = known.frames.slice();
  const random = seededRandom(8);
  let phase = 0;
  let size = 1;
  for (let i = fromS * hz; i < toS * hz; i++) {
    phase += (2 * Math.PI * waveHz * (1 + 0.15 * Math.sin(i / 400))) / hz;
    size += 0.004 * (random() - 0.5) * 5;
    size = Math.max(0.6, Math.min(1.4, size));
    frames[i] = Math.round((sizeUv * size * (Math.sin(phase) + 0.25 * Math.sin(2 * phase))) / gainUv);
  }
  return frames;
}

test.each([3.5, 4.5, 6])('a wave of %f a second is a finding, neither noise nor pause', (waveHz) => {
  const { summary } = analysed(fluttering(60, 90, waveHz), hz);
  const found = summary.episodes.filter(({ kind }) => kind === 'vfl');
  expect(found.length).toBe(1);
  const [episode] = found;
  expect(Math.abs((episode?.start_sample ?? 0) / hz - 60)).toBeLessThan(6);
  expect(Math.abs((episode?.end_sample ?? 0) / hz - 90)).toBeLessThan(6);
  expect(summary.pauses).toBe(0);
  expect(summary.lanes.some(({ kind }) => kind === 'vfl')).toBe(true);
});

test('the size of the chunks changes nothing', () => {
  const frames = fluttering(60, 90, 4.5);
  const bytes = encodeBeats(analysed(frames, hz));
  for (const chunk of [313, frames.length]) expect(encodeBeats(analysed(frames, hz, chunk))).toEqual(bytes);
});

test('small waves, noise and every synthetic patient have no finding', () => {
  const none = (frames: Int16Array): void => {
    expect(analysed(frames, hz).summary.episodes.some(({ kind }) => kind === 'vfl')).toBe(false);
  };
  none(fluttering(60, 90, 4.5, 60));
  const random = seededRandom(5);
  let wander = 0;
  none(
    known.frames.map((value) => {
      wander = 0.93 * wander + 260 * (random() + random() + random() - 1.5);
      return Math.max(-32000, Math.min(32000, Math.round(value + wander)));
    }),
  );
  const keys: SynthPatientKey[] = ['healthy', 'supraventricular', 'ventricular', 'permanent_af', 'paced'];
  for (const key of keys) none(knownSignal(key, 300).frames);
});

test('bursts of motion over a heart whose beats stand out are no finding', () => {
  const keys: SynthPatientKey[] = ['healthy', 'supraventricular', 'ventricular', 'permanent_af', 'noisy'];
  const called = keys.map((key) => {
    const { frames } = knownSignal(key, 1800, hz, 11, 90);
    return analysed(frames, hz).summary.episodes.filter(({ kind }) => kind === 'vfl').length;
  });
  expect(called).toEqual([0, 0, 0, 0, 0]);
});

test('a wave under muscle noise, or of pointed complexes, is found as before', () => {
  const random = seededRandom(6);
  const plain = fluttering(60, 90, 4);
  const noisy = plain.map(
    (value) => value + Math.round((80 * (random() + random() + random() - 1.5)) / gainUv),
  );
  const pointed = plain.slice();
  for (let i = 60 * hz; i < 90 * hz; i++) {
    const phase = (4 * i) / hz - Math.floor((4 * i) / hz);
    pointed[i] = Math.round((900 * (phase < 0.35 ? phase / 0.175 - 1 : 1 - (phase - 0.35) / 0.325)) / gainUv);
  }
  for (const frames of [noisy, pointed]) {
    const found = analysed(frames, hz).summary.episodes.filter(({ kind }) => kind === 'vfl');
    expect(found.length).toBe(1);
    expect(found.every((e) => (e.end_sample - e.start_sample) / hz > 20)).toBe(true);
  }
});

/** Replaces the heart from 60 to 90 s by waves of fibrillation: four drifting ones of 3.3 to 6.5 per second. */
function fibrillating(sizeUv: number, frames = known.frames.slice()): Int16Array {
  const random = seededRandom(21);
  const waves = [3.9, 4.6, 5.2, 5.9].map((rate) => ({ rate, phase: 6 * random(), size: 0.6 }));
  for (let i = 60 * hz; i < 90 * hz; i++) {
    let value = 0;
    for (const wave of waves) {
      wave.rate = Math.max(3.3, Math.min(6.5, wave.rate + 0.06 * (random() - 0.5)));
      wave.size = Math.max(0.2, Math.min(1, wave.size + 0.04 * (random() - 0.5)));
      wave.phase += (2 * Math.PI * wave.rate) / hz;
      value += wave.size * Math.sin(wave.phase);
    }
    frames[i] = Math.round((sizeUv * value) / gainUv);
  }
  return frames;
}
const fibrillation = ({ summary }: ReturnType<typeof analysed>) =>
  summary.episodes.filter(({ kind }) => kind === 'vfl');

test.each([120, 200, 350])(
  'irregular waves of %f µV are fibrillation, neither noise nor asystole',
  (sizeUv) => {
    const result = analysed(fibrillating(sizeUv), hz);
    const found = fibrillation(result);
    expect(Math.abs((found[0]?.start_sample ?? 0) / hz - 60)).toBeLessThan(4);
    expect(Math.abs((found.at(-1)?.end_sample ?? 0) / hz - 90)).toBeLessThan(4);
    const covered = found.reduce((sum, { start_sample, end_sample }) => sum + end_sample - start_sample, 0);
    expect(covered / hz).toBeGreaterThan(22.5);
    expect(result.summary.pauses).toBe(0);
  },
);

test('waves that are too small are asystole', () => {
  const { summary } = analysed(fibrillating(25), hz);
  expect(summary.episodes.filter(({ kind }) => kind === 'vfl' || kind === 'asystole')).toMatchObject([
    { kind: 'asystole' },
  ]);
});

test('a fast steady rhythm whose T waves are as high as its QRS is no fibrillation', () => {
  const random = seededRandom(13);
  const bump = (s: number, at: number, width: number): number => Math.exp(-(((s - at) / width) ** 2));
  const frames = known.frames.slice();
  for (let i = 60 * hz; i < 90 * hz; i++) {
    const s = (i / hz) % 0.38;
    const value = 900 * bump(s, 0.1, 0.03) + 800 * bump(s, 0.271, 0.03) - 900 * bump(s, 0.184, 0.05);
    frames[i] = Math.round((value + 60 * (random() - 0.5)) / gainUv);
  }
  expect(fibrillation(analysed(frames, hz))).toEqual([]);
});

/** Analyses two leads with different signals. */
function bothLeads(first: Int16Array, second: Int16Array) {
  const frames = Int16Array.from(
    { length: 2 * first.length },
    (_, i) => (i % 2 === 0 ? first : second)[i >> 1] ?? 0,
  );
  const analysis = createAnalysis({ sampling_hz: hz, gains_uv: [gainUv, gainUv] });
  analysis.push(frames);
  return analysis.finish();
}

test('fibrillation in one lead counts if the other shows no beats, not if the heart beats on there', () => {
  const random = seededRandom(9);
  const quiet = known.frames.map((value, i) =>
    i < 60 * hz || i >= 90 * hz ? value : Math.round(4 * (random() - 0.5)),
  );
  for (const [first, second] of [
    [fibrillating(200), quiet],
    [quiet, fibrillating(200)],
  ] as const)
    expect(fibrillation(bothLeads(first, second)).length).toBe(1);
  expect(fibrillation(bothLeads(fibrillating(200), known.frames))).toEqual([]);
});

const flags = (seconds: number, from: number, to: number): Uint8Array =>
  new Uint8Array(seconds).fill(1, from, to);
const beats = (atS: readonly number[]): Uint32Array => Uint32Array.from(atS, (s) => Math.round(s * hz));
const seconds = (left: Uint8Array): number => left.reduce((sum, flag) => sum + flag, 0);

test('waves through which the beats continue are none; without these beats, or with a missing one, they are', () => {
  const waves = flags(60, 30, 36);
  const steady = every(70, 0.84);
  expect(seconds(withoutContinuedRhythm(waves, beats(steady), hz))).toBe(0);
  const withEarlyBeat = steady
    .map((s) => (s > 32 && s < 32.9 ? s - 0.25 : s))
    .map((s) => (s > 32.9 ? s - 0.25 : s));
  expect(seconds(withoutContinuedRhythm(waves, beats(withEarlyBeat), hz))).toBe(0);
  const silent = steady.filter((s) => s < 30 || s > 36);
  expect(seconds(withoutContinuedRhythm(waves, beats(silent), hz))).toBe(6);
  const oneGone = steady.filter((s) => s < 32 || s > 32.9);
  expect(seconds(withoutContinuedRhythm(waves, beats(oneGone), hz))).toBe(6);
  const quick = [...every(35, 0.84), ...every(24, 0.25, 30), ...every(28, 0.84, 36.2)];
  expect(seconds(withoutContinuedRhythm(waves, beats(quick), hz))).toBe(6);
  const irregular = steady.map((s, i) => s + (i % 2 === 0 ? 0.15 : 0));
  expect(seconds(withoutContinuedRhythm(waves, beats(irregular), hz))).toBe(6);
  expect(seconds(withoutContinuedRhythm(flags(60, 0, 5), beats(steady), hz))).toBe(5);
  expect(seconds(withoutContinuedRhythm(waves, beats(every(30, 0.84)), hz))).toBe(6);
});

test('seconds among certain beats of a fast rhythm are none, among single ones they are', () => {
  const waves = flags(60, 30, 40);
  expect(seconds(withoutSureBeats(waves, beats(every(100, 0.4, 10)), hz))).toBe(0);
  expect(seconds(withoutSureBeats(waves, beats(every(40, 1, 10)), hz))).toBe(10);
});

test('four seconds of waves alone are none; with others within ten seconds, or a second more, they are', () => {
  expect(seconds(withoutLoneWindows(flags(60, 30, 34)))).toBe(0);
  expect(seconds(withoutLoneWindows(flags(60, 30, 35)))).toBe(5);
  expect(seconds(withoutLoneWindows(flags(60, 30, 34).fill(1, 43, 47)))).toBe(8);
  expect(seconds(withoutLoneWindows(flags(60, 30, 34).fill(1, 44, 50)))).toBe(6);
});

test('breaks between waves without a certain beat are flutter too, longer ones after minutes', () => {
  const joinedTo = (
    waves: Uint8Array,
    atS: readonly number[] = [],
    silent: readonly number[] = [],
    placedS: readonly number[] = [],
  ): number =>
    seconds(
      joinedOverBreaks(
        waves,
        { sure: beats(atS), waves: [...beats(placedS)] },
        hz,
        waves.map((_, s) => Number(silent.includes(s))),
      ),
    );
  const short = new Uint8Array(60).fill(1, 20, 24).fill(1, 28, 32).fill(1, 38, 42);
  expect(joinedTo(short)).toBe(22);
  expect(joinedTo(short, [26])).toBe(18);
  expect(joinedTo(short, [21, 30, 35])).toBe(16);
  expect(joinedTo(short, [], [25, 33])).toBe(22);
  expect(joinedTo(short, [], [25, 26, 33])).toBe(18);
  expect(joinedTo(new Uint8Array(60).fill(1, 20, 24).fill(1, 35, 39))).toBe(8);
  expect(joinedTo(new Uint8Array(300).fill(1, 20, 220).fill(1, 245, 249))).toBe(229);
  expect(joinedTo(new Uint8Array(300).fill(1, 20, 220).fill(1, 246, 250))).toBe(204);
  const apart = new Uint8Array(90).fill(1, 20, 30).fill(1, 60, 70);
  const same = [...every(30, 1 / 3, 20), ...every(30, 0.32, 60)];
  expect(joinedTo(apart)).toBe(20);
  expect(joinedTo(apart, [], [], same)).toBe(50);
  expect(joinedTo(apart, [40], [], same)).toBe(20);
  expect(joinedTo(apart, [], [40, 41], same)).toBe(20);
  expect(joinedTo(apart, [], [], [...every(30, 1 / 3, 20), ...every(40, 0.25, 60)])).toBe(20);
});

test('unreadable seconds between flutter belong to it; readable ones separate it; no such beat is counted', () => {
  const flutter = [20, 21, 22, 23, 27, 28, 29, 30, 34, 35, 36, 37];
  const quality = handQuality(60, flutter, qualityCode.flutter);
  for (const s of [24, 25, 26]) quality.used[s] = qualityCode.noisy;
  const { episodes, beats, analysed_s } = summarise(
    handTable(every(119, 0.5), 'N', 60),
    quality,
    defaultCriteria,
  );
  expect(episodes.map(({ kind, start_sample, end_sample }) => [kind, start_sample, end_sample])).toEqual([
    ['vfl', 5000, 7750],
    ['vfl', 8500, 9500],
  ]);
  expect(analysed_s).toBe(45);
  expect(beats.total).toBe(89);
});
