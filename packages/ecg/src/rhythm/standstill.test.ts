/**
 * Checks stretches without QRS, made from a synthetic heart's own signal: each is one pause or asystole, and no wave in
 * it is a beat.
 */
import { expect, test } from 'vitest';
import { decodeBeats, encodeBeats } from '../beats/beat-file.ts';
import { normal, seededRandom } from '../synth/random.ts';
import { isPauseKind } from './pauses.ts';
import { analysed, knownSignal } from './test-signal.ts';

const hz = 250;
const known = knownSignal('healthy', 400);
const after = 120;

/** Returns a P wave as a bump of 100 ms, 0.1 mV in steps of 2.5 µV. */
const pWave = (i: number): number => 40 * Math.exp(-(((i - 20) / 10) ** 2));

type Line = (i: number) => number;
const random = seededRandom(11);
const lines: Readonly<Record<string, Line>> = {
  'P waves that go on': (i) => pWave(i % 200) + normal(random),
  'a quiet line': () => normal(random),
  'waves of fibrillation': (i) => 12 * Math.sin((2 * Math.PI * 6 * i) / hz) + normal(random),
  'small noise': () => 4 * normal(random),
};

/**
 * Returns the recording with `seconds` of a line inserted between two beats, and the positions of the beats before and
 * after it.
 */
function withLine(line: Line, seconds: number) {
  const at = known.samples.findIndex((sample) => sample > after * hz);
  const [before, next] = [known.samples[at] ?? 0, known.samples[at + 1] ?? 0];
  const cut = before + Math.round(0.55 * (next - before));
  const level = known.frames[cut] ?? 0;
  const put = Int16Array.from({ length: seconds * hz }, (_, i) => Math.round(level + line(i)));
  const frames = new Int16Array(known.frames.length + put.length);
  frames.set(known.frames.subarray(0, cut));
  frames.set(put, cut);
  frames.set(known.frames.subarray(cut), cut + put.length);
  return { frames, before, next: next + put.length };
}

const cases = Object.keys(lines).flatMap((name) => [3, 9, 20, 60].map((seconds) => ({ name, seconds })));

test.each(cases)('$name for $seconds s without a QRS: one finding from beat to beat', ({ name, seconds }) => {
  const { frames, before, next } = withLine(lines[name] ?? Number, seconds);
  const { summary, beats } = analysed(frames, hz);
  const found = summary.episodes.filter(({ kind }) => isPauseKind(kind));
  const longer = name === 'P waves that go on' ? 'standstill' : seconds < 6 ? 'pause' : 'asystole';
  expect(found).toMatchObject([{ kind: longer }]);
  expect(Math.abs((found[0]?.start_sample ?? 0) - before)).toBeLessThan(0.2 * hz);
  expect(Math.abs((found[0]?.end_sample ?? 0) - next)).toBeLessThan(0.2 * hz);
  expect([...beats.samples].filter((s) => s > before + 50 && s < next - 50)).toEqual([]);
});

test('asystole to the end of the recording is found, and a disconnected lead is none', () => {
  const end = (known.samples.find((sample) => sample > after * hz) ?? 0) + 130;
  const level = known.frames[end] ?? 0;
  const frames = known.frames.map((value, i) => (i < end ? value : Math.round(level + 3 * normal(random))));
  const { summary } = analysed(frames, hz);
  const last = summary.episodes.filter(({ kind }) => kind === 'asystole');
  expect(last).toMatchObject([{ end_sample: frames.length, beats: 0 }]);
  const off = analysed(frames.fill(level, end), hz).summary;
  expect(off.episodes.filter(({ kind }) => kind === 'asystole')).toEqual([]);
});

/** Returns the recording with ten seconds of noise, `seconds` of a line, and ten seconds of noise again. */
function betweenNoise(line: Line, seconds: number): Int16Array {
  const frames = known.frames.slice();
  const [from, until] = [(after + 10) * hz, (after + 10 + seconds) * hz];
  for (let i = after * hz; i < until + 10 * hz; i++)
    frames[i] = Math.round(i < from || i >= until ? 900 * normal(random) : line(i - from));
  return frames;
}

test.each([
  ['recovers from a shock', (i: number) => 600 * Math.exp(-i / 250) + 6 * normal(random)],
  ['shows slow waves', (i: number) => 60 * Math.sin(i / 40) + 30 * Math.sin(i / 13) + 5 * normal(random)],
])('a line between two noisy sections that %s is asystole', (_, line) => {
  const { summary } = analysed(betweenNoise(line, 20), hz);
  const found = summary.episodes.filter(({ kind }) => isPauseKind(kind));
  expect(found).toMatchObject([{ kind: 'asystole', beats: 0 }]);
  const [start, end] = [found[0]?.start_sample ?? 0, found[0]?.end_sample ?? 0];
  expect(start).toBeGreaterThan((after + 5) * hz);
  expect(end).toBeLessThan((after + 35) * hz);
  expect(end - start).toBeGreaterThan(12 * hz);
});

test('P waves to the end of the recording are ventricular standstill', () => {
  const end = (known.samples.find((sample) => sample > after * hz) ?? 0) + 130;
  const level = known.frames[end] ?? 0;
  const frames = known.frames.slice(0, end + 20 * hz);
  for (let i = end; i < frames.length; i++) frames[i] = Math.round(level + pWave(i % 200) + normal(random));
  const { episodes } = analysed(frames, hz).summary;
  expect(episodes.filter(({ kind }) => isPauseKind(kind))).toMatchObject([
    { kind: 'standstill', end_sample: frames.length },
  ]);
});

/** Returns the recording with its signal from `after` on multiplied by a factor, and its stretches without QRS. */
function withFactor(factor: (s: number) => number, extra: Line = () => 0) {
  const frames = known.frames.map((value, i) => Math.round(value * factor(i / hz - after) + extra(i)));
  const { summary, quality } = analysed(frames, hz);
  const unread = [...quality.used.subarray(after, after + 20)].filter((code) => code !== 0).length;
  return { found: summary.episodes.filter(({ kind }) => isPauseKind(kind)), unread };
}

test('a QRS that continues at a twentieth of its height is a partly lost contact, not asystole', () => {
  const { found, unread } = withFactor((s) => (s > 0 && s < 20 ? 0.05 : 1));
  expect(found).toEqual([]);
  expect(unread).toBeGreaterThan(15);
});

test('a QRS that grows again after a flat section is a returning contact, not the end of asystole', () => {
  const { found, unread } = withFactor(
    (s) => (s > 0 && s < 15 ? Math.exp((Math.max(s, 9) - 15) / 1.5) : 1),
    () => 1.5 * normal(random),
  );
  expect(found).toEqual([]);
  expect(unread).toBeGreaterThan(8);
});

test('a saturated section is unreadable and no asystole', () => {
  const frames = known.frames.slice().fill(32767, after * hz, (after + 15) * hz);
  expect(analysed(frames, hz).summary.episodes.filter(({ kind }) => isPauseKind(kind))).toEqual([]);
});

test('motion over a beating heart is no asystole', () => {
  const swing = (i: number): number => {
    const s = i / hz - after;
    return s > 0 && s < 20
      ? 900 * Math.sin(2 * Math.PI * 0.7 * s) + 250 * Math.sin(2 * Math.PI * 3.1 * s)
      : 0;
  };
  expect(withFactor(() => 1, swing).found).toEqual([]);
});

test('complexes that become permanently smaller are found again within two minutes', () => {
  const frames = known.frames.map((value, i) => Math.round(i < after * hz ? value : 0.15 * value));
  const { beats } = analysed(frames, hz);
  const wanted = known.samples.filter((sample) => sample > (after + 120) * hz);
  const found = beats.samples.filter((sample) => sample > (after + 120) * hz);
  expect(found.length / wanted.length).toBeGreaterThan(0.98);
});

test('P waves without a QRS are stored second by second, whatever the sampling rate and the length are', () => {
  const { frames } = withLine(lines['P waves that go on'] ?? Number, 20);
  for (const rate of [249.5, 250.003, 250.5])
    for (const seconds of [200, 201, 202]) {
      const found = analysed(frames.subarray(0, Math.ceil(seconds * rate)), rate);
      expect(found.quality.lone_p_waves?.length).toBe(found.quality.seconds);
      expect(decodeBeats(encodeBeats(found)).ok).toBe(true);
    }
});
