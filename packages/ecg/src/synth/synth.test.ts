// Checks the generator against its own truth: the reported beats and episodes are in the signal.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSummaryCsv, encodeSummaryCsv } from '../formats/summary-csv.ts';
import { NO_SIGNAL } from '../labels/stored-samples.ts';
import type { BeatClass } from '../labels/beat-labels.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import { DeviceSummary } from './device-summary.ts';
import type { SynthOptions } from './ecg-generator.ts';
import { EcgGenerator } from './ecg-generator.ts';
import type { SynthPatientKey } from './patient.ts';
import { synthPatients } from './patient.ts';
import { seededRandom } from './random.ts';

interface Made {
  frames: Int16Array;
  beats: { sample: number; beat_class: BeatClass }[];
  episodes: { key: RhythmKey; start: number; end: number }[];
}

function make(key: SynthPatientKey, seed: number, change: Partial<SynthOptions> = {}): Made {
  const beats: Made['beats'] = [];
  const episodes: Made['episodes'] = [];
  const options: SynthOptions = {
    patient: synthPatients[key],
    labels: ['II'],
    sampling_hz: 250,
    samples: 250 * 3600,
    gain_uv_per_lsb: 5,
    start_hour: 10,
    random: seededRandom(seed),
    onBeat: (sample, beat_class) => void beats.push({ sample, beat_class }),
    onEpisode: (episode, start, end) => void episodes.push({ key: episode, start, end }),
    ...change,
  };
  const generator = new EcgGenerator(options);
  const frames = new Int16Array(options.samples * options.labels.length);
  let at = 0;
  for (let part = generator.next(); part !== null; part = generator.next()) {
    frames.set(part, at);
    at += part.length;
  }
  expect(at).toBe(frames.length);
  return { frames, beats, episodes };
}

test('a seed always gives the same recording, and another seed another one', () => {
  const first = make('ventricular', 3, { samples: 50_000 });
  expect(make('ventricular', 3, { samples: 50_000 })).toEqual(first);
  expect(make('ventricular', 4, { samples: 50_000 }).frames).not.toEqual(first.frames);
});

test('a conducted beat’s R peak is the highest sample around its truth', () => {
  const quiet = {
    ...synthPatients.healthy,
    muscle_uv: 0,
    wander_uv: 0,
    artefacts_per_hour: 0,
    lead_off_per_day: 0,
  };
  const { frames, beats } = make('healthy', 5, { patient: quiet, samples: 250 * 600 });
  const inside = beats.filter(
    ({ sample, beat_class }) => beat_class === 'N' && sample > 60 && sample < 149_900,
  );
  expect(inside.length).toBeGreaterThan(500);
  for (const { sample } of inside) {
    const around = [...frames.subarray(sample - 25, sample + 26)];
    expect(Math.abs(around.indexOf(Math.max(...around)) - 25)).toBeLessThanOrEqual(1);
    expect((frames[sample] ?? 0) * 5).toBeGreaterThan(400);
  }
});

test('beats are in order and in the recording, and none is labelled where contact is lost', () => {
  const { frames, beats, episodes } = make('noisy', 2);
  const lost = episodes.filter(({ key }) => key === 'no_signal');
  expect(lost.length).toBeGreaterThan(0);
  beats.forEach(({ sample }, i) => {
    expect(sample).toBeGreaterThan(beats[i - 1]?.sample ?? -1);
    expect(frames[sample]).not.toBe(NO_SIGNAL);
  });
  const missing = frames.filter((value) => value === NO_SIGNAL).length;
  expect(missing).toBe(lost.reduce((sum, { start, end }) => sum + end - start, 0));
});

test('each patient has the findings of the name', () => {
  const kinds = (key: SynthPatientKey) => {
    const { beats, episodes } = make(key, 11, { samples: 250 * 3600 * 4, sampling_hz: 250 });
    const classes = Map.groupBy(beats, ({ beat_class }) => beat_class);
    return {
      count: (letter: BeatClass) => classes.get(letter)?.length ?? 0,
      has: new Set(episodes.map(({ key: k }) => k)),
    };
  };
  expect(kinds('ventricular').count('V')).toBeGreaterThan(400);
  expect([...kinds('ventricular').has]).toEqual(expect.arrayContaining(['v_couplet', 'v_bigeminy']));
  expect(kinds('supraventricular').count('S')).toBeGreaterThan(200);
  expect(kinds('supraventricular').has).toContain('svt');
  expect(kinds('pauses').has).toContain('pause');
  expect(kinds('paced').count('P')).toBeGreaterThan(3000);
  expect(kinds('permanent_af').has).toContain('af');
});

test('intervals distinguish the rhythms: variation from beat to beat of sinus, fibrillation and compensation', () => {
  const rrs = ({ beats }: Made) => beats.slice(1).map(({ sample }, i) => sample - (beats[i]?.sample ?? 0));
  const jump = (list: number[]) => {
    const steps = list.slice(1).map((rr, i) => Math.abs(rr - (list[i] ?? 0)) / rr);
    return steps.reduce((sum, step) => sum + step, 0) / steps.length;
  };
  expect(jump(rrs(make('healthy', 1)))).toBeLessThan(0.08);
  expect(jump(rrs(make('permanent_af', 1)))).toBeGreaterThan(0.18);
  const { beats } = make('ventricular', 1, { patient: { ...synthPatients.ventricular, fusion_share: 0 } });
  const around = beats.flatMap(({ beat_class, sample }, i) => {
    const [before, after] = [beats[i - 1], beats[i + 1]];
    const single = before?.beat_class === 'N' && after?.beat_class === 'N' && beat_class === 'V';
    return single ? [{ early: sample - before.sample, late: after.sample - sample }] : [];
  });
  expect(around.length).toBeGreaterThan(50);
  for (const { early, late } of around) expect(late).toBeGreaterThan(early);
});

test('leads agree as in a body: III is II less I, except for each lead’s own noise', () => {
  const calm = {
    ...synthPatients.healthy,
    muscle_uv: 0,
    wander_uv: 0,
    artefacts_per_hour: 0,
    lead_off_per_day: 0,
  };
  const { frames } = make('healthy', 9, { patient: calm, labels: ['I', 'II', 'III'], samples: 5000 });
  for (let i = 0; i < frames.length; i += 3) {
    const [one = 0, two = 0, three = 0] = frames.subarray(i, i + 3);
    expect(Math.abs(two - one - three)).toBeLessThanOrEqual(2);
  }
});

test('any rate, length and number of leads gives that many samples', () => {
  const shape = fc.record({
    sampling_hz: fc.integer({ min: 50, max: 2000 }),
    samples: fc.integer({ min: 1, max: 12_000 }),
    leads: fc.integer({ min: 1, max: 12 }),
    key: fc.constantFrom('noisy' as const, 'paroxysmal_af' as const, 'paced' as const),
  });
  fc.assert(
    fc.property(shape, fc.nat(), ({ sampling_hz, samples, leads, key }, seed) => {
      const labels = Array.from({ length: leads }, (_unused, i) => `L${i}`);
      expect(make(key, seed, { sampling_hz, samples, labels }).frames.length).toBe(samples * leads);
    }),
    { numRuns: 30 },
  );
});

test('the device’s count adds up to the truth and is an accepted table', () => {
  const { beats, episodes } = make('ventricular', 21, { samples: 250 * 3600 * 3 });
  const start = Date.UTC(2026, 4, 1, 8, 20);
  const summary = new DeviceSummary({ start_ms: start, sampling_hz: 250, samples: 250 * 3600 * 3 });
  for (const { sample, beat_class } of beats) summary.beat(sample, beat_class);
  for (const { key, start: from, end } of episodes) summary.episode(key, from, end);
  const rows = summary.rows();
  expect(rows.map(({ duration_s }) => duration_s)).toEqual([2400, 3600, 3600, 1200]);
  expect(rows.reduce((sum, row) => sum + row.beats, 0)).toBe(beats.length);
  expect(rows.reduce((sum, row) => sum + row.ve, 0)).toBe(
    beats.filter(({ beat_class }) => beat_class === 'V').length,
  );
  for (const row of rows) expect(row.hr_min < row.hr_mean && row.hr_mean < row.hr_max).toBe(true);
  expect(parseSummaryCsv(encodeSummaryCsv(rows))).toEqual({ ok: true, value: rows });
});
