import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openReading } from './reading.ts';
import { aloneEdit, logged, testBase } from './test-edits.ts';
import { undoSteps } from './undo-steps.ts';
import type { LoggedEdit, ReadingEdit } from './edits.ts';

const base = testBase();
const done = aloneEdit.filter((edit) => edit.kind !== 'undo');

/** Appends edits as one step. */
function withStep(before: readonly ReadingEdit[], made: readonly ReadingEdit[]): ReadingEdit[] {
  const step = before.length + 1;
  return [...before, ...made.map((edit, i) => (i === 0 || edit.kind === 'undo' ? edit : { ...edit, step }))];
}

test('any series of undo and redo gives the reading of the remaining steps', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(done, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.boolean(), { maxLength: 24 }),
      (made, walk) => {
        const log = logged(made.reduce(withStep, []));
        const open = openReading(base);
        open.apply(log);
        let left = made.length;
        for (const isUndo of walk) {
          const steps = undoSteps(log);
          const edit = isUndo ? steps.undo : steps.redo;
          expect(edit === null).toBe(isUndo ? left === 0 : left === made.length);
          if (edit === null) continue;
          const next: LoggedEdit = { sequence: log.length + 1, analysis_version: 1, edit };
          log.push(next);
          open.apply([next]);
          left += isUndo ? -1 : 1;
          const plain = openReading(base);
          plain.apply(logged(made.slice(0, left).flat()));
          expect(open.checksum()).toBe(plain.checksum());
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('an undone edit of a step leaves the others of it', () => {
  const finding = { kind: 'af', start_sample: 1, end_sample: 2000 } as const;
  const made = withStep(
    [],
    (['af', 'vt', 'svt'] as const).map((kind) => ({
      kind: 'judge_finding',
      finding: { ...finding, kind },
      verdict: 'accepted',
    })),
  );
  const kindsAfter = (...undone: number[]): string[] => {
    const open = openReading(base);
    open.apply(logged([...made, ...undone.map((edit) => ({ kind: 'undo' as const, edit }))]));
    return open.reading().verdicts.map((one) => one.finding.kind);
  };
  expect(kindsAfter()).toEqual(['af', 'vt', 'svt']);
  expect(kindsAfter(2)).toEqual(['af', 'svt']);
  expect(kindsAfter(1)).toEqual([]);
  expect(kindsAfter(1, 4)).toEqual(['af', 'vt', 'svt']);
});

test('a new edit ends redo', () => {
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
