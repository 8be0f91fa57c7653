import { expect, test } from 'vitest';
import { encodeBeats } from '../beats/beat-file.ts';
import { defaultCriteria } from '../criteria/criteria.ts';
import { createAnalysis } from './analysis.ts';
import { analysed, detection, gainUv, knownSignal, normalShare } from './test-signal.ts';

const healthy = knownSignal('healthy', 300);
const plain = analysed(healthy.frames, healthy.hz);

test('finds the beats of a synthetic healthy heart and calls them normal', () => {
  const { found, right } = detection(healthy, plain);
  expect(found).toBeGreaterThan(99.5);
  expect(right).toBeGreaterThan(99.5);
  expect(normalShare(plain)).toBeGreaterThan(0.98);
  expect(plain.summary.analysed_s).toBeGreaterThan(295);
  expect(plain.summary.af.episodes).toBe(0);
});

test('the size of the chunks changes nothing', () => {
  const bytes = encodeBeats(plain);
  for (const chunk of [1, 977, healthy.frames.length]) {
    const part = healthy.frames.subarray(0, 20000);
    if (chunk === 1) expect(encodeBeats(analysed(part, 250, 1))).toEqual(encodeBeats(analysed(part, 250)));
    else expect(encodeBeats(analysed(healthy.frames, 250, chunk))).toEqual(bytes);
  }
});

test('inverted, smaller, larger or shifted signals have the same beats', () => {
  const changes: ((value: number) => number)[] = [
    (v) => -v,
    (v) => Math.round(v / 3),
    (v) => 4 * v,
    (v) => v + 900,
  ];
  for (const change of changes) {
    const { found, right } = detection(healthy, analysed(healthy.frames.map(change), 250));
    expect(found).toBeGreaterThan(99.5);
    expect(right).toBeGreaterThan(99.5);
  }
});

test.each([50, 100, 128, 360, 500, 1000, 2000])('analyses at %i Hz', (hz) => {
  const known = knownSignal('healthy', 60, hz);
  const { found, right } = detection(known, analysed(known.frames, hz));
  expect(found).toBeGreaterThan(98.5);
  expect(right).toBeGreaterThan(98.5);
});

test('without the first minute the remaining beats move by a minute', () => {
  const cut = analysed(healthy.frames.subarray(60 * 250), 250);
  const known = { ...healthy, samples: healthy.samples.map((s) => s - 15000).filter((s) => s > 0) };
  const { found, right } = detection({ ...known, classes: known.samples.map(() => 1) }, cut);
  expect(found).toBeGreaterThan(99.5);
  expect(right).toBeGreaterThan(99.5);
});

test.each([
  ['analysis/leads', [Infinity, NaN, 0, -1, 1e-9, 1e9].map((gain) => ({ gains_uv: [1, gain] }))],
  ['analysis/sampling-rate', [Infinity, NaN, 0, -250].map((sampling_hz) => ({ sampling_hz }))],
  ['analysis/expected-samples', [Infinity, NaN, -1, 1e12].map((expected_samples) => ({ expected_samples }))],
  ['analysis/midnights', [[Infinity], [NaN], [-1], [5, 5]].map((midnights_s) => ({ midnights_s }))],
  ['analysis/episode-limit', [NaN, -1].map((episode_limit) => ({ episode_limit }))],
  [
    'analysis/criteria: pause_s',
    [Infinity, NaN, -1].map((pause_s) => ({ criteria: { ...defaultCriteria, pause_s } })),
  ],
])('impossible settings are refused: %s', (code, settings) => {
  for (const one of settings)
    expect(() => createAnalysis({ sampling_hz: 250, gains_uv: [5], ...one })).toThrow(code);
});

test('errors of the caller have their codes', () => {
  expect(() => createAnalysis({ sampling_hz: 49, gains_uv: [1] })).toThrow('analysis/sampling-rate');
  expect(() => createAnalysis({ sampling_hz: 250, gains_uv: [] })).toThrow('analysis/leads');
  expect(() => createAnalysis({ sampling_hz: 250, gains_uv: [1, 1] }).push(new Int16Array(3))).toThrow(
    'analysis/part-frame',
  );
});

test('an empty or almost empty recording is analysed without an error', () => {
  for (const length of [0, 1, 100, 700]) {
    const { summary } = analysed(new Int16Array(length), 250);
    expect(summary.beats.total).toBe(0);
    expect(summary.length).toBe(length);
  }
  expect(gainUv).toBeGreaterThan(0);
});

test('a second lead that shows the same, or nothing, changes no class', () => {
  const known = knownSignal('ventricular', 240);
  const alone = analysed(known.frames, 250);
  expect(new Set(alone.beats.classes).size).toBeGreaterThan(1);
  for (const second of [(value: number) => value, () => 0]) {
    const analysis = createAnalysis({ sampling_hz: 250, gains_uv: [gainUv, gainUv] });
    const frames = new Int16Array(2 * known.frames.length);
    known.frames.forEach((value, i) => frames.set([value, second(value)], 2 * i));
    analysis.push(frames);
    const { beats } = analysis.finish();
    expect(beats.samples).toEqual(alone.beats.samples);
    expect(beats.classes).toEqual(alone.beats.classes);
  }
});
