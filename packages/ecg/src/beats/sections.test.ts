import { expect, test } from 'vitest';
import { createBeatColumns } from './beat-columns.ts';
import type { BeatColumns } from './beat-columns.ts';
import { workHz } from './lead-bands.ts';
import { partOfColumns, sectionsOf } from './sections.ts';

interface Stretch {
  readonly beats: number;
  readonly templates: readonly number[];
  readonly interval_s?: number;
  readonly lead?: number;
}

/** Returns the beats of stretches one after the other; the templates of a stretch take turns. */
function columnsOf(stretches: readonly Stretch[]): BeatColumns {
  const count = stretches.reduce((sum, { beats }) => sum + beats, 0);
  const columns = createBeatColumns(count, false);
  columns.count = count;
  let [at, peak] = [0, 0];
  for (const { beats, templates, interval_s = 0.8, lead = 0 } of stretches)
    for (let k = 0; k < beats; k++, at++) {
      columns.peak[at] = peak += interval_s * workHz;
      columns.lead[at] = lead;
      columns.template[at] = templates[k % templates.length] ?? 0;
    }
  return columns;
}

const normal = { beats: 500, templates: [0, 1] };
const ectopic = [2, 3, 4];

test('a section begins with the first beat of another patient', () => {
  expect(sectionsOf(columnsOf([normal, { beats: 400, templates: [5, 6], interval_s: 1 }]))).toEqual([0, 500]);
});

test('each of three patients is a section, also with a common shape in one beat of a hundred', () => {
  const usual = (template: number): number[] => new Array<number>(100).fill(template).fill(9, 50, 51);
  const patients = [1, 2, 3].map((template) => ({ beats: 400, templates: usual(template) }));
  expect(sectionsOf(columnsOf(patients))).toEqual([0, 400, 800]);
});

test.each([
  ['a recording of one patient', [normal]],
  ['a ventricular rhythm of 300 beats', [normal, { beats: 300, templates: ectopic }, normal]],
  ['a tachycardia that lasts to the end', [normal, { beats: 300, templates: ectopic, interval_s: 0.4 }]],
  ['a tachycardia that ends', [{ beats: 300, templates: ectopic, interval_s: 0.4 }, normal]],
  ['another lead', [normal, { beats: 300, templates: [0], lead: 1 }]],
  [
    'noise, in which no shape comes again',
    [normal, { beats: 300, templates: Array.from({ length: 300 }, (_, k) => 10 + k) }],
  ],
  ['fewer beats than a section has', [normal, { beats: 110, templates: [5] }]],
])('%s begins no section', (_, stretches: readonly Stretch[]) => {
  expect(sectionsOf(columnsOf(stretches))).toEqual([0]);
});

test('a part of the columns has the beats of a section only', () => {
  const columns = columnsOf([normal, { beats: 400, templates: [5] }]);
  columns.shape[500 * 12] = 97;
  const part = partOfColumns(columns, 500, 900);
  expect([part.count, part.template[0], part.shape[0], part.peak[0]]).toEqual([
    400,
    5,
    97,
    columns.peak[500],
  ]);
});
