/** Tests the sums of the device's own count. */
import type { SummaryRow } from '@rhythmdesk/ecg/formats/summary-csv';
import { expect, test } from 'vitest';
import { figuresOf } from './summary-figures.ts';

const hour: SummaryRow = {
  ...{
    hour_start_ms: 0,
    duration_s: 3600,
    analysed_s: 3600,
    beats: 4000,
    hr_min: 50,
    hr_mean: 66,
    hr_max: 90,
  },
  ...{ sve: 1, ve: 2, pauses: 3, longest_rr_ms: 1500, af_s: 360, noise_s: 0 },
};

test('the counts of all hours are added', () => {
  expect(figuresOf([hour, hour])).toEqual({ af_share: 0.1, ve_count: 4, pause_count: 6 });
});

test('a count that no recording can have is none, such as the largest number of a device that did not count', () => {
  expect(figuresOf([hour, { ...hour, ve: 4_294_967_295 }])).toMatchObject({ ve_count: null, pause_count: 6 });
});
