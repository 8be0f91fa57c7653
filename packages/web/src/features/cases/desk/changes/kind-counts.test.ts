import { findingQueue } from '@rhythmdesk/ecg/reading/finding-queue';
import { expect, test } from 'vitest';
import { kindCounts } from './kind-counts.ts';

const finding = (kind: 'af' | 'vt', start_sample: number, state: 'open' | 'rejected' | 'accepted') => ({
  ...{ kind, start_sample, end_sample: start_sample + 500, state },
  ...{ beats: 5, bpm: 120, certainty: 0.9, shape: null },
});
const groups = findingQueue({
  findings: [finding('af', 0, 'accepted'), finding('af', 900, 'rejected'), finding('vt', 5000, 'open')],
  ...{ templates: [], extremes: [], events: [], accepted: [] },
});
const beats = { total: 900, n: 800, s: 30, v: 70, f: 0, p: 0, q: 0 };
const counts = kindCounts({
  machine: {
    beats,
    findings: [
      { kind: 'af', count: 2, seconds: 4 },
      { kind: 'svt', count: 3, seconds: 9 },
      { kind: 'vt', count: 1, seconds: 2 },
      { kind: 'sinus', count: 8, seconds: 900 },
    ],
  },
  reading: { beats: { ...beats, n: 797, v: 73 }, groups },
});

test('each kind has the count of the analysis and that of the reading, without rejected findings', () => {
  expect(counts.map(({ kind, machine, reading }) => [kind, machine, reading])).toEqual([
    ['v_beat', 70, 73],
    ['s_beat', 30, 30],
    ['v_runs', 1, 1],
    ['s_runs', 3, 0],
    ['af', 2, 1],
  ]);
});

test('a kind has the changes from and to its class, and those of its rhythms', () => {
  const kindsOf = (change: Parameters<(typeof counts)[number]['has']>[0]) =>
    counts.filter(({ has }) => has(change)).map(({ kind }) => kind);
  expect(kindsOf({ of: 'beats', from: 'V', to: 'S' })).toEqual(['v_beat', 's_beat']);
  expect(kindsOf({ of: 'rhythm', rhythm: 'afl' })).toEqual(['af']);
  expect(kindsOf({ of: 'accepted' })).toEqual([]);
});
