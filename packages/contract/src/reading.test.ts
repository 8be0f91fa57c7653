/** Tests what the edit log of a reading accepts and refuses beyond the shapes of its edits. */
import { expect, test } from 'vitest';
import { readingEdit } from './reading.ts';

const measurement = {
  of: 'beat',
  sample: 1000,
  lead: 0,
  beats: 1,
  rr_samples: 200,
  p_onset: 950,
  qrs_onset: 990,
  qrs_end: 1012,
  t_end: 1100,
};
const taken = (of: object): boolean =>
  readingEdit.safeParse({ kind: 'add_measurement', measurement: { ...measurement, ...of } }).success;

test('marks of a measurement are in their order, on whole samples; P and T may be missing', () => {
  expect(taken({})).toBe(true);
  expect(taken({ p_onset: null, t_end: null })).toBe(true);
  for (const wrong of [
    { p_onset: 990 },
    { qrs_end: 990 },
    { t_end: 1012 },
    { qrs_onset: null },
    { t_end: 1100.5 },
    { p_onset: -1 },
    { beats: 0 },
  ])
    expect([wrong, taken(wrong)]).toEqual([wrong, false]);
});
