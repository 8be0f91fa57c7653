import { expect, test } from 'vitest';
import { type PracticeProgress, stepOf, withDone } from './practice-progress.ts';
import { readerScore } from './practice-result.tsx';
import { isReadFor, isStepDone, placeOf, type PracticeView, practiceSteps } from './practice-steps.ts';
import { mending, practice, readingOf } from './test-practice.ts';

const view = (part: Partial<PracticeView>): PracticeView => ({
  ...{ shown: readingOf([]), tab: 'findings', undone: false, taken: false, turned: false },
  conclusion: '',
  ...part,
});
const doneIn = (part: Partial<PracticeView>) => {
  const shown = view(part);
  return practiceSteps.filter((step) => isStepDone(step, shown, practice));
};

test('nothing is done in the original analysis', () => {
  expect(doneIn({})).toEqual([]);
});

test.each(Object.entries(mending))('%s is recognised by its effect, and by no other’s', (step, edit) => {
  expect(doneIn({ shown: readingOf([edit]) })).toEqual([step]);
});

test('a step that writes nothing is recognised by what is shown', () => {
  expect(doneIn({ undone: true })).toEqual(['undo']);
  expect(doneIn({ tab: 'plots', taken: true })).toEqual(['plots']);
  expect(doneIn({ tab: 'plots' })).toEqual([]);
  expect(doneIn({ tab: 'scan', turned: true })).toEqual(['scan']);
  expect(doneIn({ tab: 'scan' })).toEqual([]);
  expect(doneIn({ tab: 'changes' })).toEqual(['changes']);
  expect(doneIn({ tab: 'report', conclusion: ' ' })).toEqual([]);
  expect(doneIn({ tab: 'report', conclusion: 'Sinus rhythm.' })).toEqual(['conclusion']);
});

test('an undone step is no longer done in the reading, but stays done in the progress', () => {
  const log = [mending.relabel, { kind: 'undo', edit: 1 }] as const;
  expect(doneIn({ shown: readingOf(log) })).toEqual([]);
  const begun: PracticeProgress = { done: [], skipped: ['accept'], spent_s: 0, finished: false };
  expect(stepOf(begun)).toBe('reject');
  const after = withDone(begun, ['relabel', 'accept']);
  expect(after).toMatchObject({ done: ['relabel', 'accept'], skipped: [] });
  expect(withDone(after, ['relabel'])).toBe(after);
  expect(stepOf({ ...begun, done: [...practiceSteps] })).toBeNull();
});

test('steps are at the positions of their subjects in the recording', () => {
  for (const step of practiceSteps) {
    const place = placeOf(step, practice);
    if (place !== null) expect(place.end).toBeLessThanOrEqual(practice.samples);
  }
  expect(placeOf('reject', practice)).toEqual(practice.planted.artefact);
  // The finding to edit starts later than the true one, and the next key applies to it.
  const { findings } = readingOf([]);
  for (const step of ['accept', 'reject', 'move', 'pause', 'strip'] as const)
    expect(
      findings.filter((one) => isReadFor(step, one, practice)),
      step,
    ).toHaveLength(1);
  expect(findings.some((one) => isReadFor('relabel', one, practice))).toBe(false);
});

test('correcting every fault gives every share, correcting none that of the analysis', () => {
  const none = readerScore(readingOf([]), practice);
  const some = readerScore(readingOf([mending.template]), practice);
  const all = readerScore(readingOf(Object.values(mending)), practice);
  expect(none.total).toBeLessThan(some.total);
  expect(some.total).toBeLessThan(all.total);
  expect(all).toMatchObject({
    beats: { sensitivity: 1, predictivity: 1 },
    v: { sensitivity: 1, predictivity: 1 },
    s: { sensitivity: 1, predictivity: 1 },
    vt: { sensitivity: 1, predictivity: 1 },
    pauses: { sensitivity: 1, predictivity: 1 },
  });
  expect(all.total).toBe(1);
});
