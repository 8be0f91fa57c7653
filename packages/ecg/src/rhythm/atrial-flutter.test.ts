import { expect, test } from 'vitest';
import { encodeBeats, decodeBeats } from '../beats/beat-file.ts';
import { byteS } from '../beats/beat-class.ts';
import { isAvBlock } from '../labels/rhythm-labels.ts';
import { drawAtrialFlutter } from '../synth/test-atrial-flutter.ts';
import type { DrawnFlutter } from '../synth/test-atrial-flutter.ts';
import { defaultCriteria } from '../criteria/criteria.ts';
import { createAnalysis } from './analysis.ts';
import type { AnalysisResult } from './analysis.ts';
import { summarise } from './summarise.ts';

const hz = 250;

function analysed(frames: Int16Array, chunk = 4000): AnalysisResult {
  const analysis = createAnalysis({ sampling_hz: hz, gains_uv: [2.5] });
  for (let from = 0; from < frames.length; from += chunk) analysis.push(frames.subarray(from, from + chunk));
  return analysis.finish();
}
const drawn = (options: Partial<DrawnFlutter>, seed = 7) => {
  const signal = drawAtrialFlutter(options, { hz, seed });
  return { ...signal, ...analysed(signal.frames) };
};
const flutterOf = ({ summary }: AnalysisResult) => summary.episodes.filter(({ kind }) => kind === 'afl');

test('flutter with changing conduction is one episode, no fibrillation, and has no supraventricular beats', () => {
  for (const [atrial_bpm, height_mv] of [
    [230, 0.15],
    [280, 0.15],
    [330, 0.2],
  ] as const) {
    const found = drawn({ atrial_bpm, height_mv });
    const [episode, ...more] = flutterOf(found);
    expect(more).toEqual([]);
    expect(Math.abs((episode?.start_sample ?? 0) - found.start)).toBeLessThan(30 * hz);
    expect(Math.abs((episode?.end_sample ?? 0) - found.end)).toBeLessThan(30 * hz);
    expect(found.summary.episodes.filter(({ kind }) => kind === 'af')).toEqual([]);
    expect(found.summary.af.seconds).toBe(0);
    const isIn = (sample: number): boolean =>
      sample >= (episode?.start_sample ?? 0) && sample <= (episode?.end_sample ?? 0);
    const s = [...found.beats.samples].filter(
      (sample, i) => isIn(sample) && found.beats.classes[i] === byteS,
    );
    expect(s).toEqual([]);
  }
});

test('a wave of flutter before a beat is no P wave, so no AV block is named there', () => {
  const { summary } = drawn({ sinus_s: 240, arrhythmia_s: 400 });
  expect(summary.episodes.filter(({ kind }) => isAvBlock(kind))).toEqual([]);
  expect(summary.episodes.filter(({ kind }) => kind === 'afl')).toHaveLength(1);
});

test('fibrillation, a tremor over sinus rhythm and waves that are too small are not flutter', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const fibrillation = drawn({ kind: 'fibrillation', height_mv: 0.2 }, seed);
    expect(flutterOf(fibrillation)).toEqual([]);
    expect(fibrillation.summary.af.seconds).toBeGreaterThan(90);
    expect(flutterOf(drawn({ kind: 'tremor', atrial_bpm: 310, height_mv: 0.05 }, seed))).toEqual([]);
    expect(flutterOf(drawn({ height_mv: 0.015 }, seed))).toEqual([]);
  }
});

test('flutter with regular conduction of four waves and more is one episode', () => {
  for (const [atrial_bpm, waves, height_mv] of [
    [240, 4, 0.15],
    [280, 4, 0.1],
    [300, 5, 0.15],
  ] as const) {
    const found = drawn({ atrial_bpm, conduction: [waves], height_mv, arrhythmia_s: 180 });
    const [episode, ...more] = flutterOf(found);
    expect([atrial_bpm, waves, more]).toEqual([atrial_bpm, waves, []]);
    expect(Math.abs((episode?.start_sample ?? 0) - found.start)).toBeLessThan(40 * hz);
    expect(Math.abs((episode?.end_sample ?? 0) - found.end)).toBeLessThan(40 * hz);
  }
});

test('with two or three waves to each beat it is not named: T and P waves look alike', () => {
  for (const waves of [2, 3]) expect(flutterOf(drawn({ conduction: [waves] }))).toEqual([]);
});

test('sinus rhythm is no flutter, however regular it is and whatever its rate', () => {
  for (let bpm = 44; bpm <= 90; bpm += 2) {
    const steady = { kind: 'tremor', height_mv: 0, sinus_rr_s: 60 / bpm, breathing: 0.002 } as const;
    expect([bpm, flutterOf(drawn(steady, bpm))]).toEqual([bpm, []]);
  }
});

test('chunks and polarity change nothing, and the file keeps the finding', () => {
  for (const conduction of [[2, 3, 4, 4, 5], [4]]) {
    const { frames } = drawAtrialFlutter({ conduction }, { hz });
    const whole = analysed(frames);
    expect(flutterOf(whole)).toHaveLength(1);
    for (const chunk of [77, 30_000]) expect(analysed(frames, chunk).quality).toEqual(whole.quality);
    const turned = analysed(frames.map((value) => -value));
    expect(turned.quality.atrial_findings).toEqual(whole.quality.atrial_findings);
    const read = decodeBeats(encodeBeats(whole));
    expect(read.ok && read.value.quality.atrial_findings).toEqual(whole.quality.atrial_findings);
  }
});

test('variability leaves flutter out, unless a user rejects it', () => {
  const { beats, quality, summary } = drawn({ arrhythmia_s: 300, sinus_s: 400 });
  const marks = { withheld: flutterOf({ beats, quality, summary }), drawn: [] };
  expect(marks.withheld).toHaveLength(1);
  const withIt = summarise(beats, quality, defaultCriteria, { marks });
  expect(withIt.variability.sdnn_ms).toBeGreaterThan((summary.variability.sdnn_ms ?? Infinity) + 10);
  expect(withIt.episodes.filter(({ kind }) => kind === 'afl')).toEqual([]);
});
