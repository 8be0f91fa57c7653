import type { LoggedEdit } from '@rhythmdesk/ecg/reading/edits';
import { expect, test } from 'vitest';
import { renumber } from './renumber.ts';

const strip = { start_sample: 1, end_sample: 2, caption: '', order: 1 };

test('a waiting step moves with its first edit; one with a known first edit stays', () => {
  const waiting: LoggedEdit[] = [
    { sequence: 4, analysis_version: 1, edit: { kind: 'add_strip', ...strip, step: 3 } },
    { sequence: 5, analysis_version: 1, edit: { kind: 'add_strip', ...strip } },
    { sequence: 6, analysis_version: 1, edit: { kind: 'remove_strip', strip: 2, step: 5 } },
    { sequence: 7, analysis_version: 1, edit: { kind: 'undo', edit: 5 } },
  ];
  expect(renumber(waiting, 3, 10)).toEqual([
    { sequence: 14, analysis_version: 1, edit: { kind: 'add_strip', ...strip, step: 3 } },
    { sequence: 15, analysis_version: 1, edit: { kind: 'add_strip', ...strip } },
    { sequence: 16, analysis_version: 1, edit: { kind: 'remove_strip', strip: 2, step: 15 } },
    { sequence: 17, analysis_version: 1, edit: { kind: 'undo', edit: 15 } },
  ]);
});

test('a waiting measurement moves, and so does its removal', () => {
  const measurement = {
    of: 'beat',
    sample: 1000,
    lead: 0,
    beats: 1,
    rr_samples: 200,
    p_onset: null,
    qrs_onset: 990,
    qrs_end: 1012,
    t_end: 1100,
  } as const;
  const waiting: LoggedEdit[] = [
    { sequence: 4, analysis_version: 1, edit: { kind: 'add_measurement', measurement } },
    { sequence: 5, analysis_version: 1, edit: { kind: 'remove_measurement', measurement: 4 } },
    { sequence: 6, analysis_version: 1, edit: { kind: 'remove_measurement', measurement: 3 } },
  ];
  expect(renumber(waiting, 3, 2).map(({ edit }) => edit)).toEqual([
    { kind: 'add_measurement', measurement },
    { kind: 'remove_measurement', measurement: 6 },
    { kind: 'remove_measurement', measurement: 3 },
  ]);
});
