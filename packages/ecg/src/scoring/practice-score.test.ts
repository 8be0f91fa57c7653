import { expect, test } from 'vitest';
import { byteN, byteS, byteV } from '../beats/beat-class.ts';
import { defaultCriteria } from '../criteria/criteria.ts';
import { applyEdits } from '../reading/reading.ts';
import { createReadingFigures, readFindings } from '../reading/reading-figures.ts';
import { practiceRecording } from '../synth/practice-recording.ts';
import { practiceScore } from './practice-score.ts';

const { truth, analysis, planted, sampling_hz, frames } = practiceRecording();
const reading = applyEdits(analysis, []);
const summary = createReadingFigures()(reading, { criteria: defaultCriteria, engine_version: '1' });
const findings = readFindings(summary, reading);
const read = findings.map(({ kind, start_sample, end_sample }) => ({
  kind,
  start: start_sample,
  end: end_sample,
}));

test('the truth itself has the full score', () => {
  expect(practiceScore(truth, truth, truth.episodes, sampling_hz).total).toBe(1);
});

test('the original analysis scores less, in each deliberate fault', () => {
  const score = practiceScore(truth, analysis.beats, read, sampling_hz);
  expect(score.total).toBeLessThan(0.9);
  expect(score.beats).toEqual({ sensitivity: 1, predictivity: 1 });
  expect(score.v.sensitivity).toBeLessThan(0.6);
  expect(score.s.predictivity).toBeLessThan(0.6);
  expect(score.af.sensitivity).toBeLessThan(1);
  expect(score.af.sensitivity).toBeGreaterThan(0.8);
  expect(score.vt).toEqual({ sensitivity: 1, predictivity: 2 / 3 });
  expect(score.pauses).toEqual({ sensitivity: 1, predictivity: 1 });
});

test('findings that are not in the truth lower predictivity, missing ones sensitivity', () => {
  const without = truth.episodes.filter(({ kind }) => kind !== 'af');
  expect(practiceScore(truth, truth, without, sampling_hz).af).toEqual({
    sensitivity: 0,
    predictivity: null,
  });
  const [first = 0] = truth.samples;
  const samples = Uint32Array.from([first + 100, ...truth.samples]).sort();
  const more = { samples, classes: new Uint8Array(samples.length).fill(byteN) };
  const score = practiceScore(truth, more, truth.episodes, sampling_hz);
  expect(score.beats.predictivity).toBeLessThan(1);
  expect(score.beats.sensitivity).toBe(1);
  expect(score.v.sensitivity).toBe(0);
});

test('the practice is always the same, and its faults are where they are listed', () => {
  const again = practiceRecording();
  expect(again.frames).toEqual(frames);
  expect(again.analysis).toEqual(analysis);
  const { samples, classes } = analysis.beats;
  const called = (sample: number) => classes[samples.indexOf(sample)];
  const is = (sample: number) => truth.classes[truth.samples.indexOf(sample)];
  expect(planted.hidden).toHaveLength(4);
  for (const sample of planted.hidden) expect([is(sample), called(sample)]).toEqual([byteV, byteN]);
  for (const sample of planted.misnamed) expect([is(sample), called(sample)]).toEqual([byteV, byteS]);
  expect([is(planted.early), called(planted.early)]).toEqual([byteS, byteN]);
  const shaken = findings.find(
    ({ kind, start_sample }) => kind === 'vt' && start_sample >= planted.artefact.start,
  );
  expect(shaken?.end_sample).toBeLessThan(planted.artefact.end);
});
