/** Tests the tables of a printed report: the quality of each lead. */
import { expect, test } from 'vitest';
import { qualityTable } from './page-tables.ts';
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
