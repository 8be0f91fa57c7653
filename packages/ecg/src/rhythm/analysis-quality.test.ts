import { expect, test } from 'vitest';
import { byteV } from '../beats/beat-class.ts';
import { NO_SIGNAL } from '../labels/stored-samples.ts';
import { qualityCode } from '../signal/quality.ts';
import { seededRandom } from '../synth/random.ts';
import { createAnalysis } from './analysis.ts';
import { isPauseKind } from './pauses.ts';
import { analysed, detection, gainUv, knownSignal, slowSignal } from './test-signal.ts';

const hz = 250;
const known = knownSignal('healthy', 240);

test('a gap contains no beats and is no pause, and what follows is found', () => {
  const frames = known.frames.slice();
  frames.fill(NO_SIGNAL, 60 * hz, 90 * hz);
  const { beats, quality, summary } = analysed(frames, hz);
  expect([...quality.used.subarray(61, 89)].every((code) => code === qualityCode.no_signal)).toBe(true);
  expect(beats.samples.some((sample) => sample > 60.2 * hz && sample < 89.8 * hz)).toBe(false);
  expect(summary.pauses).toBe(0);
  expect(summary.episodes.some((episode) => episode.kind === 'no_signal')).toBe(true);
  const outside = {
    ...known,
    samples: known.samples.filter((s) => s < 60 * hz || s > 91 * hz),
    classes: known.samples.map(() => 1),
  };
  expect(detection(outside, { beats, quality, summary }).found).toBeGreaterThan(98.5);
});

test('a flat line and a saturated one are distinguished from a heart that pauses', () => {
  const frames = known.frames.slice();
  frames.fill(40, 60 * hz, 75 * hz);
  frames.fill(32767, 120 * hz, 135 * hz);
  const { quality, summary } = analysed(frames, hz);
  expect([...quality.used.subarray(62, 74)].every((code) => code === qualityCode.flat)).toBe(true);
  expect([...quality.used.subarray(121, 134)].every((code) => code !== qualityCode.usable)).toBe(true);
  expect(summary.pauses).toBe(0);
});

test.each<readonly [string, (i: number) => number]>([
  ['with noise at the upper end', (i) => 32767 - 5 * (i % 3)],
  ['with noise at the lower end', (i) => -32767 + 7 * (i % 4)],
  ['between both ends', (i) => (i % 10 < 5 ? 32767 : -32767)],
  ['for a moment, again and again', (i) => (i % 25 < 8 ? 32767 : 300 * Math.sin(i / 9))],
])('a line that is saturated %s is no asystole', (_, line) => {
  const frames = known.frames.map((value, i) => (i >= 60 * hz && i < 75 * hz ? Math.round(line(i)) : value));
  const { quality, summary } = analysed(frames, hz);
  expect([...quality.used.subarray(60, 75)].every((code) => code === qualityCode.saturated)).toBe(true);
  expect(summary.pauses).toBe(0);
  expect(summary.episodes.filter(({ kind }) => isPauseKind(kind))).toEqual([]);
});

test('a lead without signal beside a good one changes no result', () => {
  const both = new Int16Array(2 * known.frames.length);
  for (let i = 0; i < known.frames.length; i++) {
    both[2 * i] = NO_SIGNAL;
    both[2 * i + 1] = known.frames[i] ?? 0;
  }
  const analysis = createAnalysis({ sampling_hz: hz, gains_uv: [gainUv, gainUv] });
  analysis.push(both);
  const result = analysis.finish();
  const { found, right } = detection(known, result, 12);
  expect(found).toBeGreaterThan(99);
  expect(right).toBeGreaterThan(99);
  expect(result.beats.leads[result.beats.leads.length >> 1]).toBe(1);
});

test('a moving electrode on a healthy heart gives few ventricular beats in readable time', () => {
  let [read, called] = [0, 0];
  for (const seed of [1, 2, 3, 4]) {
    const random = seededRandom(seed);
    let [slow, motion] = [0, 0];
    const frames = known.frames.map((value) => {
      slow = 0.92 * slow + random() - 0.5;
      motion = 0.85 * motion + slow;
      return Math.round(value + 38 * motion);
    });
    const { beats, quality } = analysed(frames, hz);
    beats.samples.forEach((sample, i) => {
      if (quality.used[Math.floor(sample / hz)] !== qualityCode.usable) return;
      read++;
      called += Number(beats.classes[i] === byteV);
    });
  }
  expect(read).toBeGreaterThan(1100);
  expect(called).toBeLessThan(20);
});

test('strong noise is mostly called unusable and gives no pauses', () => {
  const random = seededRandom(5);
  const frames = known.frames.slice();
  let wander = 0;
  for (let i = 100 * hz; i < 160 * hz; i++) {
    wander = 0.93 * wander + 260 * (random() + random() + random() - 1.5);
    frames[i] = Math.max(-32000, Math.min(32000, Math.round((frames[i] ?? 0) + wander)));
  }
  const { quality, summary } = analysed(frames, hz);
  const called = quality.used.subarray(102, 158).filter((code) => code === qualityCode.noisy).length;
  expect(called).toBeGreaterThan(28);
  expect(quality.used.subarray(0, 90).every((code) => code === qualityCode.usable)).toBe(true);
  expect(summary.pauses).toBe(0);
});

/** Signals that a recorder writes without a heart. */
const heartless: Readonly<Record<string, (i: number) => number>> = {
  'a slow sine': (i) => 400 * Math.sin((2 * Math.PI * 0.3 * i) / hz),
  'a slow sine of a few steps': (i) => 40 * Math.sin((2 * Math.PI * 0.3 * i) / hz),
  'a second of hum, a second of nothing': (i) => (Math.floor(i / hz) % 2) * hum(i, 50),
  'two seconds of hum, two of nothing': (i) => (Math.floor(i / hz / 2) % 2) * hum(i, 60),
  'bursts of hum in time with a pulse': (i) => ((i / hz) % 0.9 < 0.1 ? hum(i, 50) : 0),
};
const hum = (i: number, mains: number): number => 200 * Math.sin((2 * Math.PI * mains * i) / hz);

test.each(Object.entries(heartless))('%s is no ECG: almost nothing of it is analysed', (_, signal) => {
  const { summary } = analysed(
    Int16Array.from({ length: 240 * hz }, (__, i) => Math.round(signal(i))),
    hz,
  );
  expect(summary.analysed_s).toBeLessThan(12);
  expect(summary.pauses).toBe(0);
  expect(summary.episodes.filter(({ kind }) => kind === 'brady' || kind === 'pause')).toEqual([]);
});

test.each([62.5, 180.5, 199.9, 333.3])(
  'a recording at %f Hz has no second beyond its last sample',
  (rate) => {
    for (let seconds = 1; seconds <= 12; seconds++) {
      const samples = Math.ceil(seconds * rate);
      const { frames } = knownSignal('healthy', samples / rate, rate);
      const { quality, summary } = analysed(frames, rate);
      expect(quality.seconds).toBe(Math.floor((frames.length - 1) / rate) + 1);
      expect(summary.episodes.filter(({ start_sample, end_sample }) => end_sample <= start_sample)).toEqual(
        [],
      );
      expect(summary.worn_s).toBeLessThanOrEqual(summary.duration_s);
    }
  },
);

/** A heart of about 50 a minute, and the same with gaps of `lengthS` seconds in place of every fifteenth QRS. */
function withHiddenBeats(lengthS: number) {
  const slow = slowSignal(600, 5);
  const frames = slow.frames.slice();
  const hidden = slow.samples.filter((_, i) => i % 15 === 14).slice(0, -1);
  for (const sample of hidden) {
    const from = sample - Math.round((lengthS / 2) * hz);
    frames.fill(NO_SIGNAL, from, from + Math.round(lengthS * hz));
  }
  return { slow, frames, hidden };
}

test.each([0.05, 0.1, 0.2, 0.4, 0.6, 0.9])('a gap of %f s that hides a beat makes no pause', (lengthS) => {
  const { slow, frames, hidden } = withHiddenBeats(lengthS);
  const [whole, broken] = [analysed(slow.frames, hz).summary, analysed(frames, hz).summary];
  expect(whole.pauses).toBe(0);
  expect(broken.pauses).toBe(0);
  expect(broken.rate.longest_rr?.ms).toBeLessThanOrEqual(whole.rate.longest_rr?.ms ?? 0);
  expect(broken.beats.total).toBeGreaterThan(whole.beats.total - 4 * hidden.length);
  expect(broken.analysed_s).toBeGreaterThan(whole.analysed_s - 3 * hidden.length);
});

test('a short gap within a pause, or between two beats, changes neither', () => {
  const slow = slowSignal(300, 5);
  const at = slow.samples.findIndex((sample) => sample > 120 * hz);
  const [before = 0, next = 0] = slow.samples.slice(at, at + 2);
  const level = slow.frames[before + Math.round(0.6 * hz)] ?? 0;
  const random = seededRandom(4);
  const quiet = Int16Array.from({ length: 8 * hz }, () => Math.round(level + 4 * (random() - 0.5)));
  const cut = before + Math.round(0.6 * (next - before));
  const frames = Int16Array.of(...slow.frames.subarray(0, cut), ...quiet, ...slow.frames.subarray(cut));
  const whole = analysed(frames, hz);
  expect(whole.summary.episodes.filter(({ kind }) => kind === 'asystole').length).toBe(1);
  frames.fill(NO_SIGNAL, cut + 2 * hz, cut + 2.1 * hz);
  for (const sample of slow.samples.filter((_, i) => i % 10 === 5).filter((one) => one < 100 * hz))
    frames.fill(NO_SIGNAL, sample + 0.5 * hz, sample + 0.6 * hz);
  const broken = analysed(frames, hz);
  expect(broken.summary.episodes.filter(({ kind }) => kind === 'asystole').length).toBe(1);
  expect(broken.quality.used).toEqual(whole.quality.used);
});
