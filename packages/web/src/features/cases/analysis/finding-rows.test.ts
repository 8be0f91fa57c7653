import { beatLabels } from '@rhythmdesk/ecg/labels/beat-labels';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import { qualityCode } from '@rhythmdesk/ecg/signal/quality';
import { summarise } from '@rhythmdesk/ecg/rhythm/summarise';
import { encodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import type { BeatTable } from '@rhythmdesk/ecg/beats/beat-table';
import { expect, test } from 'vitest';
import { decodeBeatFile } from './decode-beat-file.ts';
import { findingRows } from './finding-rows.ts';
import { rateTrend, withAfShares } from './read-trend.ts';

const hz = 250;
const count = 120;
const { N, V } = beatLabels;
/** One beat a second, every tenth is ventricular; the last thirty seconds are unreadable. */
const classes = Uint8Array.from({ length: count }, (_none, index) => (index % 10 === 9 ? V.byte : N.byte));
const column = (value: number): Uint8Array => new Uint8Array(count).fill(value);
const beats: BeatTable = {
  sampling_hz: hz,
  length: count * hz,
  samples: Uint32Array.from({ length: count }, (_none, index) => index * hz + 100),
  classes,
  templates: column(0),
  confidence: column(100),
  leads: column(0),
  onsets: column(10),
  offsets: column(10),
  af: column(0),
  shapes: [],
};
const used = new Uint8Array(count).fill(qualityCode.noisy, 90);
const quality = { seconds: count, leads: [used], used };
const clock = { start_ms: 1_000_000, sampling_hz: hz, samples: count * hz };
const event = { time: new Date(clock.start_ms + 4000).toISOString(), kind: 'button' as const, note: '' };

const summary = {
  ...summarise(beats, quality, defaultCriteria),
  leads: [],
  hours: [],
  days: [],
  episodes: [],
  lanes: [],
  shapes: [],
};

function read() {
  const answer = decodeBeatFile(encodeBeats({ beats, quality }));
  if (!answer.ok) throw new Error(answer.code);
  return answer.beats;
}

test('a beat file contains every beat, and says which are in readable time', () => {
  const got = read();
  expect(got.sample).toEqual(beats.samples);
  expect(got.counted.length).toBe(90);
  expect(new Set(got.confidence)).toEqual(new Set([255]));
  expect(decodeBeatFile(new Uint8Array(100))).toEqual({ ok: false, code: 'beats/not-a-beat-file' });
});

test('rows have the findings with their places, ventricular beats before patient events', () => {
  const findings = [{ kind: 'noise' as const, count: 1, seconds: 30 }];
  const rows = findingRows({ summary, findings }, read(), { ...clock, events: [event] });
  expect(rows.map(({ kind, count: of }) => [kind, of])).toEqual([
    ['v_beat', 9],
    ['event', 1],
    ['noise', 1],
  ]);
  expect(rows[0]?.places.starts[0]).toBe(9 * hz + 100);
  expect(rows[0]?.share).toBeCloseTo(0.1);
  expect(rows[1]?.places.starts[0]).toBe(4 * hz);
});

test('without beats a row still has its count and leads nowhere', () => {
  const [row] = findingRows({ summary, findings: [] }, undefined, { ...clock, events: [] });
  expect(row).toMatchObject({ kind: 'v_beat', count: 9, places: { starts: [], ends: null } });
});

test('the trend contains only readable rates, and the share of fibrillation', () => {
  const points = withAfShares(
    rateTrend(read(), clock),
    [{ kind: 'af', start_sample: 15 * hz, end_sample: 30 * hz }],
    clock,
  );
  expect(points.map(({ af_share }) => af_share)).toEqual([0, 0.5, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(points[3]?.hr_mean).toBeCloseTo(60);
  expect(points.slice(9).map(({ hr_mean }) => hr_mean)).toEqual([null, null, null]);
});
