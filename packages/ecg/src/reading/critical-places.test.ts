/**
 * Checks recordings of known beats: what a rule must find there, and that it finds nothing with one beat or second
 * less.
 */
import { expect, test } from 'vitest';
import type { AvBlockKind, RhythmKey } from '../labels/rhythm-labels.ts';
import { byteV } from '../beats/beat-class.ts';
import { defaultCriteria } from '../criteria/criteria.ts';
import { every, handQuality, handTable } from '../rhythm/test-table.ts';
import { analysed, gainUv, knownSignal } from '../rhythm/test-signal.ts';
import { criticalPlaces, isCritical, type CriticalLimits } from './critical-places.ts';
import type { ReadingEdit } from './edits.ts';
import { applyEdits, type ReadingBase } from './reading.ts';
import { logged } from './test-edits.ts';

const hz = 250;
const options = { criteria: defaultCriteria, engine_version: 'e' };
const limits: CriticalLimits = {
  vf: { on: true },
  vt: { on: true, beats: 8, seconds: 10 },
  pause: { on: true, seconds: 3 },
  av_block: { on: true, degree: 3 },
  fast_af: { on: true, bpm: 150 },
  slow: { on: true, bpm: 35, seconds: 30 },
};
type Change = { readonly [Rule in keyof CriticalLimits]?: Partial<CriticalLimits[Rule]> };
const withLimits = (change: Change): CriticalLimits => ({
  vf: { ...limits.vf, ...change.vf },
  vt: { ...limits.vt, ...change.vt },
  pause: { ...limits.pause, ...change.pause },
  av_block: { ...limits.av_block, ...change.av_block },
  fast_af: { ...limits.fast_af, ...change.fast_af },
  slow: { ...limits.slow, ...change.slow },
});

/** Returns a recording with beats at these seconds, ending a second after the last. */
function recording(at: readonly number[], af = 0): ReadingBase {
  const seconds = Math.ceil(at.at(-1) ?? 0) + 1;
  return { beats: handTable(at, 'N', seconds, af), quality: handQuality(seconds) };
}
const found = (base: ReadingBase, change: Change = {}, ...edits: ReadingEdit[]) =>
  criticalPlaces(applyEdits(base, logged(edits)), options, withLimits(change));
const rulesIn = (...input: Parameters<typeof found>) => found(...input).map(({ rule }) => rule);

/** Returns one beat per second, then `count` ventricular beats `rr` apart from 100 s on, then one per second again. */
function withRun(count: number, rr: number): ReadingBase {
  const before = every(100, 1);
  const run = every(count, rr, 99.5 + rr);
  const after = every(400, 1, 99.5 + count * rr + 1).filter((s) => s < 599);
  const base = recording([...before, ...run, ...after]);
  base.beats.classes.fill(byteV, 100, 100 + count);
  return base;
}

test('ventricular tachycardia is found by its beats: the rule’s number, not one less', () => {
  const [place, ...more] = found(withRun(8, 0.4));
  expect(more).toEqual([]);
  expect(place).toMatchObject({ rule: 'vt', kind: 'vt', beats: 8, seconds: 2.8, bpm: 150 });
  expect(Math.abs((place?.start_sample ?? 0) / hz - 99.9)).toBeLessThan(0.01);
  expect(rulesIn(withRun(7, 0.4))).toEqual([]);
  expect(rulesIn(withRun(8, 0.4), { vt: { beats: 9 } })).toEqual([]);
});

test('ventricular tachycardia is found by its seconds if its beats are too few for the rule', () => {
  const base = withRun(20, 0.5);
  expect(rulesIn(base, { vt: { beats: 100, seconds: 9.5 } })).toEqual(['vt']);
  expect(rulesIn(base, { vt: { beats: 100, seconds: 9.6 } })).toEqual([]);
});

test('the rules use every run, even if a summary would list a part', () => {
  const at: number[] = [];
  let time = 0;
  // More runs of three than a summary lists, all longer than one run of eight fast beats.
  const beats = (count: number, rr: number) => {
    for (let i = 0; i < count; i++) at.push((time += rr));
  };
  for (let run = 0; run < 20_100; run++) beats(6, 0.58);
  beats(3, 0.58);
  beats(8, 0.14);
  beats(3, 0.8);
  const base = recording(at);
  for (let run = 0; run < 20_100; run++) base.beats.classes.fill(byteV, 6 * run + 3, 6 * run + 6);
  base.beats.classes.fill(byteV, 6 * 20_100 + 3, 6 * 20_100 + 11);
  expect(found(base)).toMatchObject([{ rule: 'vt', beats: 8 }]);
});

test('a rule stores every place, however many there are', () => {
  const runs = 230;
  const base = recording(Array.from({ length: 14 * runs + 3 }, (_, i) => 0.4 * (i + 1)));
  for (let run = 0; run < runs; run++) base.beats.classes.fill(byteV, 14 * run + 3, 14 * run + 13);
  expect(found(base).filter(({ rule }) => rule === 'vt')).toHaveLength(runs);
});

test('of several runs the longest is first', () => {
  const base = withRun(30, 0.4);
  base.beats.classes.set([1], 110);
  expect(found(base).map(({ beats }) => beats)).toEqual([19, 10]);
});

const pausing = (seconds: number) => recording([...every(100, 1), ...every(300, 1, 99.5 + seconds)]);

test('a pause over the limit is found, not one at the limit, also if the analysis lists only longer ones', () => {
  expect(found(pausing(3.2))).toMatchObject([{ rule: 'pause', seconds: 3.2 }]);
  expect(rulesIn(pausing(3))).toEqual([]);
  const criteria = { ...defaultCriteria, pause_s: 10 };
  const reading = applyEdits(pausing(3.2), []);
  expect(criticalPlaces(reading, { ...options, criteria }, limits)).toMatchObject([{ rule: 'pause' }]);
});

test('a pause in which P waves continue is ventricular standstill, and critical', () => {
  const base = pausing(5);
  const lone_p_waves = new Uint8Array(base.quality.seconds).fill(1, 100, 105);
  const standing = { ...base, quality: { ...base.quality, lone_p_waves } };
  expect(found(standing)).toMatchObject([{ rule: 'pause', kind: 'standstill', seconds: 5 }]);
  expect(found(pausing(7))).toMatchObject([{ rule: 'pause', kind: 'asystole' }]);
});

test('fibrillation is judged by its mean rate', () => {
  const fast = recording(every(1_400, 0.38), 95);
  expect(found(fast, { pause: { on: false } })).toMatchObject([{ rule: 'fast_af', kind: 'af', bpm: 157.9 }]);
  expect(rulesIn(fast, { fast_af: { bpm: 158 } })).toEqual([]);
});

test('a slow rate is found after the rule’s time, by its own limits and not those of the analysis', () => {
  // 2 s apart: 30 per minute, 25 intervals.
  const at = [...every(100, 1), ...every(25, 2, 101.5), ...every(300, 1, 150.5 + 1)];
  const slow = recording(at);
  const [place] = found(slow);
  expect(place).toMatchObject({ rule: 'slow', kind: 'brady' });
  expect(place?.seconds).toBeGreaterThanOrEqual(30);
  expect(place?.bpm).toBeLessThan(35);
  expect(rulesIn(slow, { slow: { seconds: 60 } })).toEqual([]);
  expect(rulesIn(slow, { slow: { bpm: 28 } })).toEqual([]);
});

test('block that a user added is found by its degree', () => {
  const base = recording(every(599, 1));
  const drawn = (rhythm: AvBlockKind): ReadingEdit => ({
    kind: 'add_episode',
    rhythm,
    start_sample: 100 * hz,
    end_sample: 130 * hz,
  });
  expect(found(base, {}, drawn('avb3'))).toMatchObject([{ rule: 'av_block', kind: 'avb3', seconds: 30 }]);
  expect(rulesIn(base, {}, drawn('avb2'))).toEqual([]);
  for (const second of ['avb2', 'wenckebach', 'mobitz', 'avb_2to1', 'avb_high'] as const) {
    expect(rulesIn(base, {}, drawn(second))).toEqual([]);
    expect(rulesIn(base, { av_block: { degree: 2 } }, drawn(second))).toEqual(['av_block']);
  }
  expect(rulesIn(base, { av_block: { degree: 2 } }, drawn('avb1'))).toEqual([]);
});

test('a rejected finding is not found, even if the rule cuts it differently; after undo it is found again', () => {
  const base = pausing(3.2);
  const { start_sample = 0, end_sample = 0 } = found(base)[0] ?? {};
  const finding = { kind: 'pause', start_sample, end_sample } as const;
  const rejected: ReadingEdit = { kind: 'judge_finding', finding, verdict: 'rejected' };
  expect(rulesIn(base, {}, rejected)).toEqual([]);
  const wide = { ...finding, start_sample: start_sample - 500, end_sample: end_sample + 500 };
  expect(rulesIn(base, {}, { ...rejected, finding: wide })).toEqual([]);
  expect(rulesIn(base, {}, rejected, { kind: 'undo', edit: 1 })).toEqual(['pause']);
});

test('a rule that is off finds nothing, and relabelled beats are no tachycardia', () => {
  const base = withRun(12, 0.4);
  expect(rulesIn(base, { vt: { on: false } })).toEqual([]);
  const { start_sample = 0, end_sample = 0 } = found(base)[0] ?? {};
  const beats = { by: 'range', start_sample, end_sample } as const;
  expect(rulesIn(base, {}, { kind: 'relabel_beats', beats, label: 'S' })).toEqual([]);
});

test('the engine itself finds a wave instead of beats as possible flutter or fibrillation', () => {
  const { frames } = knownSignal('healthy', 180);
  for (let i = 60 * hz; i < 90 * hz; i++)
    frames[i] = Math.round(
      (900 * (Math.sin((2 * Math.PI * 4.5 * i) / hz) + 0.2 * Math.sin(i / 90))) / gainUv,
    );
  const base = analysed(frames, hz);
  const places = found(base);
  expect(places.map(({ rule, kind }) => [rule, kind])).toEqual([['vf', 'vfl']]);
  expect(Math.abs((places[0]?.start_sample ?? 0) / hz - 60)).toBeLessThan(6);
  expect(found(analysed(knownSignal('healthy', 180).frames, hz))).toEqual([]);
});

test('an episode is critical by the limits of the center; a slow one by its longest interval', () => {
  const samples = [0, 1, 2, 3.8, 5].map((second) => second * hz);
  const beats = { sampling_hz: hz, samples };
  const episode = { start_sample: 0, end_sample: 5 * hz, beats: 5, bpm: 120 } as const;
  const judged = (kind: RhythmKey, change: Change = {}, of: object = {}): boolean =>
    isCritical({ ...episode, kind, ...of }, beats, withLimits(change));
  expect([judged('af'), judged('af', { fast_af: { bpm: 110 } })]).toEqual([false, true]);
  expect(judged('af', { fast_af: { on: false, bpm: 110 } })).toBe(false);
  expect([judged('vt'), judged('vt', {}, { beats: 8 })]).toEqual([false, true]);
  expect([judged('pause', {}, { end_sample: 2 * hz }), judged('pause')]).toEqual([false, true]);
  expect([judged('wenckebach'), judged('wenckebach', { av_block: { degree: 2 } })]).toEqual([false, true]);
  expect([judged('brady', { slow: { bpm: 33 } }), judged('brady')]).toEqual([false, true]);
  expect(judged('brady', {}, { end_sample: 3 * hz })).toBe(false);
  expect(judged('vf')).toBe(true);
  expect(judged('v_couplet')).toBe(false);
});
