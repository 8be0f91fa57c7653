import { expect, test } from 'vitest';
import { defaultCriteria } from '../criteria/criteria.ts';
import { countFindings } from './count-findings.ts';
import { isPauseKind } from './pauses.ts';
import { summarise } from './summarise.ts';
import { every, handQuality, handTable } from './test-table.ts';

test('a minute with a beat each second has a rate of 60 and no finding', () => {
  const summary = summarise(handTable(every(60, 1), 'N', 60), handQuality(60), defaultCriteria);
  expect(summary.beats).toEqual({ total: 60, n: 60, s: 0, v: 0, f: 0, p: 0, q: 0 });
  expect(summary.rate.mean_bpm).toBe(60);
  expect(summary.rate.min?.bpm).toBe(60);
  expect(summary.rate.max?.bpm).toBe(60);
  expect(summary.rate.longest_rr?.ms).toBe(1000);
  expect(summary.pauses).toBe(0);
  expect(summary.episodes).toEqual([]);
  expect(summary.analysed_s).toBe(60);
  expect(summary.variability.sdnn_ms).toBe(0);
  expect(summary.variability.pnn50).toBe(0);
});

test('a second in which the recording ends counts for its length', () => {
  const summary = summarise(handTable(every(50, 0.75), 'N', 38.4, 99), handQuality(39), defaultCriteria);
  expect(summary).toMatchObject({ duration_s: 38.4, analysed_s: 38.4, worn_s: 38.4 });
  expect(summary.leads[0]?.usable_s).toBe(38.4);
  expect(summary.hours).toMatchObject([{ duration_s: 38.4, analysed_s: 38.4 }]);
  expect(summary.af.seconds).toBeLessThanOrEqual(38.4);
  expect(summary.hours[0]?.af_s).toBe(summary.af.seconds);
  const other = summarise(handTable([], 'N', 7200.5), handQuality(7201, [7200]), defaultCriteria);
  expect(other).toMatchObject({ analysed_s: 7200, worn_s: 7200.5 });
  expect(other.hours.map(({ analysed_s, noise_s }) => [analysed_s, noise_s])).toEqual([
    [3600, 0],
    [3600, 0],
    [0, 0.5],
  ]);
});

test('a recording without beats gives no figure and no error', () => {
  const summary = summarise(handTable([], 'N', 10), handQuality(10), defaultCriteria);
  expect(summary.beats.total).toBe(0);
  expect(summary.rate).toEqual({
    min: null,
    max: null,
    mean_bpm: null,
    mean_beats: 0,
    longest_rr: null,
    shortest_rr: null,
  });
  expect(summary.af.burden).toBe(0);
});

test('a pause is an RR interval of the limit or more; raising the limit removes it', () => {
  const beats = handTable([1, 2, 4.5, 5.5, 7.5], 'N', 9);
  const quality = handQuality(9);
  expect(summarise(beats, quality, defaultCriteria).pauses).toBe(2);
  expect(summarise(beats, quality, { ...defaultCriteria, pause_s: 2.2 }).pauses).toBe(1);
  const [pause] = summarise(beats, quality, { ...defaultCriteria, pause_s: 2.2 }).episodes;
  expect(pause).toMatchObject({ kind: 'pause', start_sample: 500, end_sample: 1125, beats: 2 });
});

test('noise is never a pause, a run or a beat', () => {
  const beats = handTable([1, 2, 3, 6, 7, 8, 8.4, 8.8, 9.5], 'NNNNNVVVN', 12);
  const quiet = summarise(beats, handQuality(12), defaultCriteria);
  expect(quiet.pauses).toBe(1);
  expect(quiet.v.runs).toBe(1);
  const noisy = summarise(beats, handQuality(12, [4, 8]), defaultCriteria);
  expect(noisy.pauses).toBe(0);
  expect(noisy.v.runs).toBe(0);
  expect(noisy.beats.total).toBe(6);
  expect(noisy.analysed_s).toBe(10);
  expect(noisy.episodes.map((episode) => episode.kind)).toEqual(['noise', 'noise']);
});

test('couplets, runs, bigeminy and trigeminy are counted', () => {
  const letters = 'NNVVNNVVVVNN' + 'NVNVNVNV' + 'NNN' + 'VNNVNNVNN';
  const summary = summarise(
    handTable(every(letters.length, 0.8), letters, 40),
    handQuality(40),
    defaultCriteria,
  );
  expect(summary.v.couplets).toBe(1);
  expect(summary.v.runs).toBe(1);
  expect(summary.v.longest_run_beats).toBe(4);
  expect(summary.v.fastest_run_bpm).toBe(75);
  expect(summary.v.bigeminies).toBe(1);
  expect(summary.v.trigeminies).toBe(1);
  expect(summary.v.beats).toBe(13);
  expect(summary.v.single).toBe(7);
  expect(summary.s.beats).toBe(0);
  expect(
    summarise(handTable(every(letters.length, 0.8), letters, 40), handQuality(40), {
      ...defaultCriteria,
      run_beats: 5,
    }).v.runs,
  ).toBe(0);
});

test('a slow ventricular run is no tachycardia; the limit is a criterion', () => {
  const beats = handTable([1, 2, 3, 3.8, 4.6, 5.4, 6.4, 7.4, 7.8, 8.2, 8.6, 9.6], 'NNVVVVNNVVVN', 11);
  const kinds = (vt_bpm: number): string[] =>
    summarise(beats, handQuality(11), { ...defaultCriteria, vt_bpm }).episodes.map(({ kind }) => kind);
  expect(kinds(100)).toEqual(['ivr', 'vt']);
  expect(kinds(60)).toEqual(['vt', 'vt']);
  expect(summarise(beats, handQuality(11), defaultCriteria).v).toMatchObject({ runs: 2, slow_runs: 1 });
});

test('an interval of three seconds ends a run: both sides of a standstill are not one rhythm', () => {
  const runs = (silence: number) => {
    const second = every(4, 0.3, 3.9 + silence);
    const beats = handTable([1, 2, 3, 3.3, 3.6, 3.9, ...second, 20, 21], 'NNVVVVVVVVNN', 22);
    return summarise(beats, handQuality(22), defaultCriteria).v;
  };
  expect(runs(2.5)).toMatchObject({ runs: 1, longest_run_beats: 8 });
  expect(runs(6)).toMatchObject({ runs: 2, longest_run_beats: 4 });
});

test('slow and fast episodes need a minimum length', () => {
  const slow = summarise(handTable(every(30, 1.5), 'N', 46), handQuality(46), defaultCriteria);
  expect([slow.brady_episodes, slow.tachy_episodes]).toEqual([1, 0]);
  const fast = summarise(handTable(every(60, 0.4), 'N', 25), handQuality(25), defaultCriteria);
  expect([fast.brady_episodes, fast.tachy_episodes]).toEqual([0, 1]);
  expect(fast.rate.max?.bpm).toBe(150);
  const short = summarise(handTable(every(20, 0.4), 'N', 10), handQuality(10), defaultCriteria);
  expect(short.tachy_episodes).toBe(0);
});

test('a supraventricular run slower than a tachycardia is counted and not named', () => {
  const beats = handTable([1, 2, 3, 3.9, 4.8, 5.7, 6.7, 7.7, 8.2, 8.7, 9.2, 10.2], 'NNSSSSNNSSSN', 12);
  const { s, episodes } = summarise(beats, handQuality(12), defaultCriteria);
  expect(s).toMatchObject({ runs: 2, slow_runs: 1 });
  expect(episodes.map(({ kind }) => kind)).toEqual(['svt']);
});

test('in a recording shorter than a minute an episode of fibrillation may be as long as the recording', () => {
  const strip = (af: number) =>
    summarise(handTable(every(12, 0.75), 'N', 9.5, af), handQuality(10), defaultCriteria).af;
  expect(strip(90)).toMatchObject({ episodes: 1 });
  expect(strip(90).seconds).toBeGreaterThan(8);
  expect(strip(20)).toMatchObject({ episodes: 0, seconds: 0 });
  const long = handTable(every(90, 0.75), 'N', 70, 0);
  long.af.fill(90, 0, 15);
  expect(summarise(long, handQuality(70), defaultCriteria).af.episodes).toBe(0);
});

test('extremes leave out intervals beside unreadable time and single missed beats', () => {
  const at = every(60, 0.8).filter((_, i) => i !== 40);
  const missed = summarise(handTable(at, 'N', 49), handQuality(49), defaultCriteria);
  expect(missed.rate.longest_rr?.ms).toBe(800);
  expect(missed.rate.min).toMatchObject({ bpm: 75, beats: 9 });
  const early = every(60, 0.8).map((s, i) => s + (i >= 30 ? 0.5 : 0));
  const beside = (bad: readonly number[]) =>
    summarise(handTable(early, 'N', 50), handQuality(50, bad), defaultCriteria).rate.longest_rr?.ms;
  expect(beside([])).toBe(1300);
  expect(beside([26])).toBe(800);
  const pause = summarise(
    handTable([...every(20, 1.2), ...every(20, 1.2, 25.7)], 'N', 50),
    handQuality(50),
    defaultCriteria,
  );
  expect(pause.rate.longest_rr?.ms).toBe(2400);
  expect(pause.pauses).toBe(1);
});

test('if more runs are found than listed, neither the longest nor the fastest is left out, and the summary says so', () => {
  const [at, letters]: [number[], string[]] = [[], []];
  let time = 0;
  const add = (letter: string, beats: number, rr: number) => {
    for (let i = 0; i < beats; i++) {
      time += rr;
      at.push(time);
      letters.push(letter);
    }
  };
  add('N', 3, 0.8);
  const runs = (count: number, beats: number, rr: number) => {
    for (let i = 0; i < count; i++) {
      add('V', beats, rr);
      add('N', 3, 0.8);
    }
  };
  runs(4_319, 5, 60 / 110);
  runs(24, 4, 60 / 200);
  runs(3, 30, 60 / 120);
  const seconds = Math.ceil(time) + 1;
  const beats = handTable(at, letters.join(''), seconds);
  const part = summarise(beats, handQuality(seconds), defaultCriteria, { episode_limit: 200 });
  const { episodes, episodes_left_out, limited_kinds, v } = part;
  const listed = episodes.filter(({ kind }) => kind === 'vt');
  expect(v.runs).toBe(4_346);
  expect(listed).toHaveLength(200);
  expect(listed.filter((one) => one.beats === 4)).toHaveLength(24);
  expect(listed.filter((one) => one.beats === 30)).toHaveLength(3);
  const all = summarise(beats, handQuality(seconds), defaultCriteria);
  const ofAll = countFindings(all).find(({ kind }) => kind === 'vt');
  const limited = { kind: 'vt', found: 4_346, listed: 200 };
  expect(limited_kinds).toMatchObject([limited]);
  expect(countFindings(part).find(({ kind }) => kind === 'vt')).toEqual(ofAll);
  expect(episodes_left_out).toBe(4_146);
  expect(all).not.toHaveProperty('limited_kinds');
});

test.each([1.1, 1.3, 2.3, 2.5, 2.9, 4.7, 9.1, 18.3])(
  'an interval of exactly the shortest pause, %f s, is a pause everywhere',
  (pause_s) => {
    const at = [...every(20, 0.8), ...every(20, 0.8, 15.7 + pause_s)];
    const lengthS = Math.ceil(31.9 + pause_s);
    const criteria = { ...defaultCriteria, pause_s };
    const { pauses, hours, episodes, rate } = summarise(
      handTable(at, 'N', lengthS),
      handQuality(lengthS),
      criteria,
    );
    const listed = episodes.filter(({ kind }) => isPauseKind(kind));
    expect([pauses, hours[0]?.pauses, listed.length]).toEqual([1, 1, 1]);
    expect(rate.longest_rr?.ms).toBe(1000 * pause_s);
  },
);

test('an AV block keeps its place if a user removes the beats at its ends', () => {
  const at = every(60, 1);
  const block = { kind: 'avb1', start_sample: 40.5 * 250, end_sample: 59.5 * 250, certainty: 60 } as const;
  const quality = { ...handQuality(60), atrial_findings: [block] };
  const blockOf = (beats: readonly number[]) =>
    summarise(handTable(beats, 'N', 60), quality, defaultCriteria).episodes.filter(
      ({ kind }) => kind === 'avb1',
    );
  expect(blockOf(at)).toMatchObject([{ start_sample: 40.5 * 250, end_sample: 59.5 * 250, beats: 20 }]);
  expect(blockOf(at.slice(0, -2))).toMatchObject([
    { start_sample: 40.5 * 250, end_sample: 57.5 * 250, beats: 18 },
  ]);
  expect(blockOf(at.filter((s) => s !== 40.5))).toMatchObject([{ start_sample: 41.5 * 250, beats: 19 }]);
  expect(blockOf(at.map((s) => (s === 59.5 ? s + 0.1 : s)))).toMatchObject([
    { end_sample: 59.6 * 250, beats: 20 },
  ]);
  expect(blockOf(at.slice(0, 40))).toEqual([]);
});

test('a rate of exactly a limit is neither slow nor fast', () => {
  for (const [bpm, rr] of [
    [50, 1.2],
    [40, 1.5],
    [75, 0.8],
    [100, 0.6],
    [125, 0.48],
  ] as const) {
    const beats = handTable(every(60, rr), 'N', 120);
    for (const limit of [{ brady_bpm: bpm }, { tachy_bpm: bpm }]) {
      const { rate, episodes } = summarise(beats, handQuality(120), { ...defaultCriteria, ...limit });
      expect([rate.mean_bpm, episodes.filter(({ kind }) => Object.hasOwn(limit, `${kind}_bpm`))]).toEqual([
        bpm,
        [],
      ]);
    }
  }
});
