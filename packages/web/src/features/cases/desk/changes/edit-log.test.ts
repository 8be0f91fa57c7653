import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WrittenEdit } from '../../reading/reading-state.ts';
import { editActs, placeOfAct } from './edit-log.ts';

const logOf = (...edits: readonly ReadingEdit[]): WrittenEdit[] =>
  edits.map((edit, i) => ({
    sequence: i + 1,
    analysis_version: 1,
    edit,
    author: { id: 4, name: '森 楓' },
    at_ms: 1000 * i,
  }));

const named = (samples: readonly number[], step?: number): ReadingEdit => ({
  kind: 'relabel_beats',
  beats: { by: 'list', samples },
  label: 'V',
  ...(step === undefined ? {} : { step }),
});
const drawn: ReadingEdit = { kind: 'add_episode', rhythm: 'af', start_sample: 100, end_sample: 900 };
const undo = (edit: number): ReadingEdit => ({ kind: 'undo', edit });

const inShort = (log: readonly WrittenEdit[]) =>
  editActs(log).map(({ key, of, deeds, stands, turn }) => ({ key, of, deeds: deeds.length, stands, turn }));

test('edits of one step are one entry, newest first', () => {
  expect(inShort(logOf(drawn, named([5]), named([7], 2), named([9])))).toEqual([
    { key: '4', of: 'done', deeds: 1, stands: true, turn: 4 },
    { key: '2', of: 'done', deeds: 2, stands: true, turn: 2 },
    { key: '1', of: 'done', deeds: 1, stands: true, turn: 1 },
  ]);
});

test('undo and redo are separate entries, and the step says what reverts it', () => {
  const log = logOf(drawn, named([5]), named([7], 2), undo(2));
  expect(inShort(log)).toEqual([
    { key: '4', of: 'taken_back', deeds: 2, stands: true, turn: null },
    { key: '2', of: 'done', deeds: 2, stands: false, turn: 4 },
    { key: '1', of: 'done', deeds: 1, stands: true, turn: 1 },
  ]);
  expect(inShort([...log, ...logOf(undo(4)).map((one) => ({ ...one, sequence: 5 }))])).toEqual([
    { key: '5', of: 'brought_back', deeds: 2, stands: true, turn: null },
    { key: '4', of: 'taken_back', deeds: 2, stands: true, turn: null },
    { key: '2', of: 'done', deeds: 2, stands: true, turn: 2 },
    { key: '1', of: 'done', deeds: 1, stands: true, turn: 1 },
  ]);
});

test('every edit is in one entry, whatever was undone', () => {
  const one = fc.record({ kind: fc.constantFrom('draw', 'name', 'join', 'undo'), of: fc.nat(30) });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 30 }), (plan) => {
      let first = 0;
      const edits = plan.map(({ kind, of }, i): ReadingEdit => {
        if (kind === 'undo' && i > 0) {
          first = 0;
          return undo(1 + (of % i));
        }
        if (kind === 'join' && first > 0) return named([i], first);
        first = i + 1;
        return kind === 'draw' ? drawn : named([i]);
      });
      const acts = editActs(logOf(...edits));
      const counted = acts.reduce((sum, { of, deeds }) => sum + (of === 'done' ? deeds.length : 1), 0);
      expect(counted).toBe(edits.length);
    }),
  );
});

test('the removal of an episode is found at its position; a whole template has none', () => {
  const log = logOf(
    drawn,
    { kind: 'remove_episode', episode: 1 },
    { kind: 'relabel_beats', beats: { by: 'template', template: 2 }, label: 'N' },
    { kind: 'judge_thing', thing: { of: 'event', sample: 4000 }, verdict: 'accepted' },
  );
  expect(editActs(log).map((act) => placeOfAct(act, log))).toEqual([
    { start: 4000, end: 4000 },
    null,
    { start: 100, end: 900 },
    { start: 100, end: 900 },
  ]);
});
