import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LoggedEdit, ReadingEdit } from './edits.ts';
import { applyEdits, openReading } from './reading.ts';
import { readingChanges } from './reading-changes.ts';
import { standingEdits } from './standing-edits.ts';
import { anyEdit, hz, logged, testBase } from './test-edits.ts';

const base = testBase();
const changesOf = (edits: readonly ReadingEdit[]) => readingChanges(base, applyEdits(base, logged(edits)));
const beatAt = (index: number): number => base.beats.samples[index] ?? 0;

test('of nothing there is no change', () => {
  expect(changesOf([])).toEqual([]);
});

test('with everything undone there is none', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 40 }), (edits) => {
      const open = openReading(base);
      const log: readonly LoggedEdit[] = logged(edits);
      open.apply(log);
      const undo = standingEdits(log).flatMap((stands, i): ReadingEdit[] =>
        stands && edits[i]?.kind !== 'undo' ? [{ kind: 'undo', edit: i + 1 }] : [],
      );
      open.apply(logged(undo, 1, edits.length));
      expect(readingChanges(base, open.reading())).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('beats are counted by what they were and are; named back is no change', () => {
  const relabel = (indices: number[], label: 'N' | 'V'): ReadingEdit => ({
    kind: 'relabel_beats',
    beats: { by: 'list', samples: indices.map(beatAt) },
    label,
  });
  expect(changesOf([relabel([0, 1], 'V'), relabel([1], 'N')])).toEqual([
    { kind: 'beats_relabelled', from: 'N', to: 'V', samples: [beatAt(0)] },
  ]);
  const added = beatAt(0) + 60;
  expect(
    changesOf([
      { kind: 'add_beat', sample: added, label: 'S' },
      { kind: 'remove_beats', beats: { by: 'list', samples: [beatAt(3)] } },
    ]),
  ).toEqual([
    { kind: 'beats_added', label: 'S', samples: [added] },
    { kind: 'beats_removed', label: 'V', samples: [beatAt(3)] },
  ]);
});

test('every beat that differs is in exactly one change', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 30 }), (edits) => {
      const read = applyEdits(base, logged(edits));
      const named = readingChanges(base, read).flatMap((one) => ('samples' in one ? [...one.samples] : []));
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

test('episodes, verdicts and stretches', () => {
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
