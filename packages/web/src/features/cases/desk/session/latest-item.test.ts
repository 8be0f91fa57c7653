import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { applyEdits } from '@rhythmdesk/ecg/reading/reading';
import { expect, test } from 'vitest';
import { testBase } from '../../reading/test-server.ts';
import { retypeEdits, setEndsEdits } from './finding-edits.ts';
import { latestItem } from './latest-item.ts';

const engine = { kind: 'vt', start_sample: 2000, end_sample: 3000 } as const;
const place = { start_sample: 2000, end_sample: 3000, certainty: 0.9 };
const shown: QueueItem = {
  ...{ of: 'episode', key: 'vt', state: 'open', ...place },
  finding: { ...engine, ...place, state: 'open', shape: null, beats: 5, bpm: 150 },
};
const drawnItem = (instead_of?: typeof engine): QueueItem => ({
  ...{ of: 'episode', key: 'vt', state: 'mended', ...place, certainty: null },
  finding: {
    ...engine,
    ...place,
    certainty: null,
    state: 'mended',
    shape: null,
    beats: 5,
    bpm: 150,
    episode: 1,
    instead_of,
  },
});
const logOf = (edits: readonly ReadingEdit[]) =>
  edits.map((edit, i) => ({ sequence: i + 1, analysis_version: 1, edit }));

/** Writes edits one after the other, each made from the item as the queue showed it before the first one. */
function written(
  item: QueueItem,
  makers: readonly ((now: QueueItem) => ReadingEdit[])[],
  before: ReadingEdit[] = [],
) {
  const edits = [...before];
  for (const make of makers) edits.push(...make(latestItem(item, logOf(edits))));
  return applyEdits(testBase, logOf(edits));
}
const svt = (item: QueueItem) => retypeEdits(item, 'svt');
const moved = (start: number, end: number) => (item: QueueItem) => setEndsEdits(item, { start, end });

test('an end that is moved before a new rhythm is computed keeps the new rhythm, and stays one episode', () => {
  const { episodes, unplaced } = written(shown, [svt, moved(1500, 3000), moved(1500, 3500)]);
  expect(episodes).toMatchObject([{ kind: 'svt', start_sample: 1500, end_sample: 3500, instead_of: engine }]);
  expect(unplaced).toEqual([]);
});

test('a rhythm that is named before a moved end is computed keeps the end', () => {
  const { episodes } = written(shown, [moved(1500, 3500), svt]);
  expect(episodes).toMatchObject([{ kind: 'svt', start_sample: 1500, end_sample: 3500 }]);
});

test('an episode of a user keeps both edits too', () => {
  const added = { kind: 'add_episode', rhythm: 'vt', start_sample: 2000, end_sample: 3000 } as const;
  const { episodes } = written(drawnItem(), [svt, moved(1500, 3000)], [added]);
  expect(episodes).toMatchObject([{ kind: 'svt', start_sample: 1500, end_sample: 3000 }]);
});

test.each<ReadingEdit>([
  { kind: 'remove_episode', episode: 1 },
  { kind: 'undo', edit: 1 },
])('an episode that is gone after $kind is drawn again from that of the engine', (last) => {
  const added = {
    kind: 'add_episode',
    rhythm: 'svt',
    start_sample: 1500,
    end_sample: 3000,
    instead_of: engine,
  } as const;
  const { episodes, unplaced } = written(drawnItem(engine), [moved(2000, 3500)], [added, last]);
  expect(episodes).toMatchObject([{ kind: 'vt', start_sample: 2000, end_sample: 3500, instead_of: engine }]);
  expect(unplaced).toEqual([]);
});

test('a drawn episode that is named sinus rhythm before it is computed is removed', () => {
  const reading = written(shown, [svt, (item) => retypeEdits(item, 'sinus')]);
  expect(reading.episodes).toEqual([]);
  expect(reading.verdicts).toMatchObject([{ verdict: 'rejected' }]);
});

test('the edits of other episodes change nothing', () => {
  const other = { kind: 'add_episode', rhythm: 'af', start_sample: 1, end_sample: 9 } as const;
  const log = logOf([other, { ...other, instead_of: { ...engine, kind: 'af' } }]);
  expect(latestItem(shown, log)).toBe(shown);
  expect(latestItem({ ...place, of: 'event', key: 'event', state: 'open' }, log)).toMatchObject({
    of: 'event',
  });
});
