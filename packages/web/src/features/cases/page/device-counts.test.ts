import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { expect, test } from 'vitest';
import { deviceCounts } from './device-counts.ts';

type Hour = RecordingManifest['hours'][number];
const hour = (fields: Partial<Hour>): Hour => ({
  hour_start: '2026-11-05T00:00:00.000Z',
  duration_s: 3600,
  analysed_s: 3600,
  beats: 4000,
  hr_min: 50,
  hr_mean: 70,
  hr_max: 110,
  sve: 0,
  ve: 0,
  pauses: 0,
  longest_rr_ms: 1200,
  af_s: 0,
  noise_s: 0,
  ...fields,
});

test('counts are summed, extremes kept, shares computed from the analysed time', () => {
  const counts = deviceCounts([
    hour({ ve: 10, af_s: 1800, hr_mean: 60 }),
    hour({
      ve: 5,
      sve: 3,
      pauses: 1,
      longest_rr_ms: 2840,
      hr_min: 41,
      hr_max: 163,
      hr_mean: 80,
      analysed_s: 1800,
    }),
  ]);
  expect(counts).toEqual({
    beats: 8000,
    ve: 15,
    sve: 3,
    pauses: 1,
    longest_rr_ms: 2840,
    af_share: 1800 / 5400,
    hr_min: 41,
    hr_mean: (60 * 3600 + 80 * 1800) / 5400,
    hr_max: 163,
  });
});

test('an hour without figures adds none', () => {
  const empty = hour({
    analysed_s: 0,
    beats: 0,
    hr_min: null,
    hr_mean: null,
    hr_max: null,
    longest_rr_ms: null,
  });
  expect(deviceCounts([empty])).toBeNull();
  expect(deviceCounts([empty, hour({})])).toMatchObject({ hr_min: 50, hr_mean: 70, af_share: 0 });
});

test('without hours there is no count', () => {
  expect(deviceCounts([])).toBeNull();
});
