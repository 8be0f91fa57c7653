import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { applyEdits } from '@rhythmdesk/ecg/reading/reading';
import { expect, test } from 'vitest';
import { testBase } from '../../reading/test-server.ts';
import { drawnOnce } from './drawn-once.ts';

const instead_of = { kind: 'vt', start_sample: 2000, end_sample: 3000 } as const;
const moved = (start_sample: number, end_sample: number): ReadingEdit => ({
  ...{ kind: 'add_episode', rhythm: 'vt', start_sample, end_sample, instead_of },
});
const logOf = (edits: readonly ReadingEdit[]) =>
  edits.map((edit, i) => ({ sequence: i + 1, analysis_version: 1, edit }));

test('an end that is moved before the move of the other end is computed changes the same episode', () => {
  const first = moved(1500, 3000);
  const second = drawnOnce([moved(1500, 3500)], logOf([first]));
  expect(second).toMatchObject([{ kind: 'change_episode', episode: 1 }]);
  const { episodes } = applyEdits(testBase, logOf([first, ...second]));
  expect(episodes).toMatchObject([{ start_sample: 1500, end_sample: 3500, instead_of }]);
});

test.each<ReadingEdit>([
  { kind: 'remove_episode', episode: 1 },
  { kind: 'undo', edit: 1 },
])('an episode that is gone after $kind is added again', (last) => {
  const edits = [moved(1500, 3500)];
  expect(drawnOnce(edits, logOf([moved(1500, 3000), last]))).toEqual(edits);
});

test('another episode is added', () => {
  const other = { ...moved(100, 900), instead_of: { ...instead_of, kind: 'af' as const } };
  expect(drawnOnce([other], logOf([moved(1500, 3000)]))).toEqual([other]);
});
