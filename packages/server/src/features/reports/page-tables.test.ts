/** Tests the tables of a printed report: the quality of each lead. */
import { expect, test } from 'vitest';
import { hourTable, qualityTable } from './page-tables.ts';
import { formsOf } from './report-forms.ts';
import { reportWords } from './report-words.ts';

const lead = { usable_s: 90, noisy_s: 10, flat_s: 0, saturated_s: 0, no_signal_s: 0 };
const tableOf = (leads: readonly (typeof lead & { spikes?: number })[]) =>
  qualityTable({
    document: {
      recording: { leads: ['I', 'II'] },
      figures: { summary: { duration_s: 100, leads: [...leads] } },
    },
    words: reportWords.en,
    forms: formsOf('en', 'Asia/Seoul'),
  });
const plain = ['90.0 %', '10.0 %', '0.0 %', '0.0 %', '0.0 %'];

test('spikes removed from a lead have their own column if there are any', () => {
  expect(tableOf([lead, { ...lead, spikes: 1234 }])).toEqual({
    head: ['Lead', 'Readable', 'Noise', 'Flat', 'Saturated', 'No signal', 'Spikes removed'],
    rows: [
      ['I', ...plain, '0'],
      ['II', ...plain, '1,234'],
    ],
  });
  expect(tableOf([lead, lead]).rows).toEqual([
    ['I', ...plain],
    ['II', ...plain],
  ]);
});

const hour = {
  ...{ duration_s: 3600, analysed_s: 3600, beats: 3600, s: 0, v: 0, hr_min: 60, hr_mean: 60, hr_max: 60 },
  ...{ pauses: 0, longest_rr_ms: 1000, af_s: 0, noise_s: 0 },
};

/** Returns the first column of the hourly table of a recording that begins at a local midnight in Berlin. */
const hoursFrom = (start: string, count: number): (string | undefined)[] =>
  hourTable({
    document: {
      recording: { start, time_zone: 'Europe/Berlin' },
      figures: {
        summary: { hours: Array.from({ length: count }, (_, i) => ({ ...hour, start_s: 3600 * i })) },
      },
    },
    words: reportWords.en,
    forms: formsOf('en', 'Europe/Berlin'),
  }).rows.map(([first]) => first);

test('a day on which the clocks are set back has 25 hours, the doubled one with its zone', () => {
  const rows = hoursFrom('2026-10-24T22:00:00Z', 25);
  expect(rows.slice(0, 5)).toEqual([
    '25 Oct 00:00',
    '25 Oct 01:00',
    '25 Oct 02:00 CEST',
    '25 Oct 02:00 CET',
    '25 Oct 03:00',
  ]);
  expect(rows.at(-1)).toBe('25 Oct 23:00');
});

test('a day on which they are set forward has 23 hours', () => {
  const rows = hoursFrom('2026-03-28T23:00:00Z', 23);
  expect(rows.slice(1, 3)).toEqual(['29 Mar 01:00', '29 Mar 03:00']);
  expect(rows.at(-1)).toBe('29 Mar 23:00');
});
