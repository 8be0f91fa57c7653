import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openReading } from './reading.ts';
import { anyEdit, logged, testBase } from './test-edits.ts';
import { undoSteps } from './undo-steps.ts';
import type { LoggedEdit, ReadingEdit } from './edits.ts';

const base = testBase();
const done = anyEdit.filter((edit) => edit.kind !== 'undo');

test('any walk of undo and redo is the reading of as many edits as are left', () => {
  fc.assert(
    fc.property(
      fc.array(done, { minLength: 1, maxLength: 8 }),
      fc.array(fc.boolean(), { maxLength: 24 }),
      (edits, walk) => {
        const log = logged(edits);
        const open = openReading(base);
        open.apply(log);
        let left = edits.length;
        for (const isUndo of walk) {
          const steps = undoSteps(log);
          const edit = isUndo ? steps.undo : steps.redo;
          expect(edit === null).toBe(isUndo ? left === 0 : left === edits.length);
          if (edit === null) continue;
          const next: LoggedEdit = { sequence: log.length + 1, analysis_version: 1, edit };
          log.push(next);
          open.apply([next]);
          left += isUndo ? -1 : 1;
          const plain = openReading(base);
          plain.apply(logged(edits.slice(0, left)));
          expect(open.checksum()).toBe(plain.checksum());
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('something new ends what could be redone', () => {
  const [first, second]: ReadingEdit[] = [
    { kind: 'judge_finding', finding: { kind: 'af', start_sample: 1, end_sample: 2 }, verdict: 'accepted' },
    { kind: 'judge_finding', finding: { kind: 'vt', start_sample: 1, end_sample: 2 }, verdict: 'accepted' },
  ];
  if (first === undefined || second === undefined) throw new Error('two edits');
  expect(undoSteps([])).toEqual({ undo: null, redo: null });
  expect(undoSteps(logged([first, { kind: 'undo', edit: 1 }]))).toEqual({
    undo: null,
    redo: { kind: 'undo', edit: 2 },
  });
  expect(undoSteps(logged([first, { kind: 'undo', edit: 1 }, second]))).toEqual({
    undo: { kind: 'undo', edit: 3 },
    redo: null,
  });
});
