import type { ReadingChange } from '@rhythmdesk/ecg/reading/reading-changes';
import { expect, test } from 'vitest';
import { changeGroups, placesOf, rowAfter } from './change-work.ts';
import { writtenHere } from '../../reading/reading-state.ts';

const af = (start_sample: number) => ({ kind: 'af', start_sample, end_sample: start_sample + 500 }) as const;
const changes: readonly ReadingChange[] = [
  { kind: 'beats_relabelled', from: 'N', to: 'V', samples: [900, 1200], edit: 2 },
  { kind: 'beats_removed', label: 'S', samples: [40], edit: 3 },
  { kind: 'beats_relabelled', from: 'N', to: 'V', samples: [100], edit: 1 },
  { kind: 'finding_rejected', finding: af(7000), edit: 4 },
  { kind: 'episode_changed', episode: { ...af(3000), episode: 5 }, from: af(3100), edit: 5 },
  { kind: 'unreadable_marked', start_sample: 250, end_sample: 500, edit: 6 },
];
const log = writtenHere(
  Array.from({ length: 6 }, () => ({ kind: 'undo', edit: 1 })),
  { after: 0, analysis_version: 1, at_ms: 1000 },
);
const groups = changeGroups(changes, log);

test('changes by kind: unreadable sections, beats, most first, then rhythms; each in the order of the recording', () => {
  expect(groups.map(({ kind, beats, rows }) => [kind, beats, rows.map(({ span }) => span.start)])).toEqual([
    [{ of: 'quality' }, 0, [250]],
    [{ of: 'beats', from: 'N', to: 'V' }, 3, [100, 900]],
    [{ of: 'beats', from: 'S', to: null }, 1, [40]],
    [{ of: 'rhythm', rhythm: 'af' }, 0, [3000, 7000]],
  ]);
  expect(new Set(groups.flatMap(({ rows }) => rows.map(({ key }) => key))).size).toBe(changes.length);
});

test('each row has the edit that made it', () => {
  const rows = groups.flatMap((group) => group.rows);
  expect(rows.map(({ change, written }) => written?.sequence === change.edit)).toEqual(
    changes.map(() => true),
  );
  expect(changeGroups(changes, []).flatMap((group) => group.rows.map((row) => row.written))).toEqual(
    changes.map(() => undefined),
  );
});

test('steps go through all kinds and stay at both ends; without a selection they begin at the first', () => {
  const starts: number[] = [];
  let key: string | null = null;
  for (let i = 0; i < 8; i += 1) {
    const row = rowAfter(groups, key, 1);
    starts.push(row?.span.start ?? -1);
    key = row?.key ?? null;
  }
  expect(starts).toEqual([250, 100, 900, 40, 3000, 7000, 7000, 7000]);
  expect(rowAfter(groups, groups[0]?.rows[0]?.key ?? null, -1)?.span.start).toBe(250);
  expect(rowAfter([], null, 1)).toBeUndefined();
});

test('beats are listed one by one, an episode is one', () => {
  const [quality, renamed] = groups;
  expect(renamed?.rows.map(placesOf)).toEqual([
    [{ start: 100, end: 100 }],
    [
      { start: 900, end: 900 },
      { start: 1200, end: 1200 },
    ],
  ]);
  expect(quality?.rows.map(placesOf)).toEqual([[{ start: 250, end: 500 }]]);
});
