import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LoggedEdit, ReadingEdit } from './edits.ts';
import { openReading, type OpenReading } from './reading.ts';
import { readingChanges, spanOfChange, type ReadingChange } from './reading-changes.ts';
import { standingEdits } from './standing-edits.ts';
import { anyEdit, hz, logged, testBase } from './test-edits.ts';

const base = testBase();
function openedWith(edits: readonly ReadingEdit[]): OpenReading {
  const open = openReading(base);
  open.apply(logged(edits));
  return open;
}
const changesOf = (edits: readonly ReadingEdit[]) => readingChanges(base, openedWith(edits));
const beatAt = (index: number): number => base.beats.samples[index] ?? 0;

test('an empty log has no change', () => {
  expect(changesOf([])).toEqual([]);
});

test('a log with everything undone has no change', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 40 }), (edits) => {
      const open = openReading(base);
      const log: readonly LoggedEdit[] = logged(edits);
      open.apply(log);
      const undo = standingEdits(log).flatMap((stands, i): ReadingEdit[] =>
        stands && edits[i]?.kind !== 'undo' ? [{ kind: 'undo', edit: i + 1 }] : [],
      );
      open.apply(logged(undo, 1, edits.length));
      expect(readingChanges(base, open)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('beats are counted by their former and present classes; a restored class is no change', () => {
  const relabel = (indices: number[], label: 'N' | 'V'): ReadingEdit => ({
    kind: 'relabel_beats',
    beats: { by: 'list', samples: indices.map(beatAt) },
    label,
  });
  expect(changesOf([relabel([0, 1], 'V'), relabel([1], 'N')])).toEqual([
    { kind: 'beats_relabelled', from: 'N', to: 'V', samples: [beatAt(0)], edit: 1 },
  ]);
  const added = beatAt(0) + 60;
  expect(
    changesOf([
      { kind: 'add_beat', sample: added, label: 'S' },
      { kind: 'remove_beats', beats: { by: 'list', samples: [beatAt(3)] } },
    ]),
  ).toEqual([
    { kind: 'beats_added', label: 'S', samples: [added], edit: 1 },
    { kind: 'beats_removed', label: 'V', samples: [beatAt(3)], edit: 2 },
  ]);
});

test('every beat that differs is in exactly one change', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 30 }), (edits) => {
      const open = openedWith(edits);
      const read = open.reading();
      const named = readingChanges(base, open).flatMap((one) => ('samples' in one ? [...one.samples] : []));
      expect(new Set(named).size).toBe(named.length);
      const classes = ({ samples, classes: of }: typeof base.beats): Map<number, number | undefined> =>
        new Map([...samples].map((sample, i) => [sample, of[i]]));
      const [machine, now] = [classes(base.beats), classes(read.beats)];
      const all = new Set([...machine.keys(), ...now.keys()]);
      const differing = [...all].filter((sample) => machine.get(sample) !== now.get(sample));
      expect([...named].sort((a, b) => a - b)).toEqual(differing.sort((a, b) => a - b));
    }),
    { numRuns: 100 },
  );
});

test('episodes, verdicts and sections are listed', () => {
  const finding = { kind: 'af', start_sample: 1000, end_sample: 9000 } as const;
  const changes = changesOf([
    { kind: 'judge_finding', finding, verdict: 'rejected' },
    {
      kind: 'judge_finding',
      finding: { ...finding, start_sample: 20_000, end_sample: 30_000 },
      verdict: 'accepted',
    },
    { kind: 'add_episode', rhythm: 'vt', start_sample: 50_000, end_sample: 51_000 },
    {
      kind: 'add_episode',
      rhythm: 'svt',
      start_sample: 60_000,
      end_sample: 61_000,
      instead_of: { ...finding, kind: 'vt' },
    },
    { kind: 'mark_unreadable', start_sample: 100 * hz, end_sample: 102 * hz },
    { kind: 'clear_unreadable', start_sample: 400 * hz, end_sample: 400 * hz + 10 },
  ]);
  expect(changes.map(({ kind }) => kind)).toEqual([
    'episode_added',
    'episode_changed',
    'finding_rejected',
    'finding_accepted',
    'unreadable_marked',
    'unreadable_cleared',
  ]);
  expect(changes.at(-2)).toMatchObject({ start_sample: 100 * hz, end_sample: 102 * hz });
});

/** The kinds of edits that can cause each change. */
const makers: Readonly<Record<ReadingChange['kind'], readonly ReadingEdit['kind'][]>> = {
  beats_relabelled: ['relabel_beats', 'add_beat', 'remove_beats', 'move_beat'],
  beats_added: ['add_beat', 'move_beat', 'relabel_beats'],
  beats_removed: ['remove_beats', 'move_beat'],
  episode_added: ['add_episode', 'change_episode'],
  episode_changed: ['add_episode', 'change_episode'],
  finding_accepted: ['judge_finding'],
  finding_rejected: ['judge_finding'],
  unreadable_marked: ['mark_unreadable'],
  unreadable_cleared: ['clear_unreadable'],
};

test('the edit of a change is in force and can have made it, for any log', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 40 }), fc.nat(40), (edits, cut) => {
      const open = openReading(base);
      open.apply(logged(edits));
      // Edits that were undone and made again leave no trace of the first attempt.
      open.truncate(cut);
      open.apply(logged(edits).slice(open.sequence));
      const changes = readingChanges(base, open);
      expect(changes).toEqual(changesOf(edits));
      const standing = new Map(open.standing().map(({ sequence, edit }) => [sequence, edit.kind]));
      for (const { kind, edit } of changes) expect(makers[kind]).toContain(standing.get(edit));
    }),
    { numRuns: 200 },
  );
});

test('one step is one change, two authors are two; the last author counts', () => {
  const relabel = (index: number, step?: number): ReadingEdit => ({
    kind: 'relabel_beats',
    beats: { by: 'list', samples: [beatAt(index)] },
    label: 'V',
    step,
  });
  const named = { kind: 'beats_relabelled', from: 'N', to: 'V' } as const;
  expect(changesOf([relabel(0), relabel(1, 1), relabel(2)])).toEqual([
    { ...named, samples: [beatAt(0), beatAt(1)], edit: 2 },
    { ...named, samples: [beatAt(2)], edit: 3 },
  ]);
  expect(changesOf([relabel(0), relabel(0)])).toEqual([{ ...named, samples: [beatAt(0)], edit: 2 }]);
  const drawn = { rhythm: 'af', start_sample: 5000, end_sample: 9000 } as const;
  expect(
    changesOf([
      { kind: 'add_episode', ...drawn },
      { kind: 'change_episode', episode: 1, ...drawn, end_sample: 8000 },
    ]),
  ).toMatchObject([{ kind: 'episode_added', edit: 2, episode: { episode: 1, end_sample: 8000 } }]);
  const stretches = changesOf([
    { kind: 'mark_unreadable', start_sample: 100 * hz, end_sample: 104 * hz },
    { kind: 'mark_unreadable', start_sample: 102 * hz, end_sample: 106 * hz },
  ]);
  expect(stretches.map((one) => [one.edit, spanOfChange(one)])).toMatchObject([
    [1, { start_sample: 100 * hz, end_sample: 102 * hz }],
    [2, { start_sample: 102 * hz, end_sample: 106 * hz }],
  ]);
});
