/**
 * Determines which edits of a log are in effect: those that no effective undo reverts. The log is processed from its
 * end, since an undo can only refer to an earlier edit; so an undone undo has no effect. An undo of the first edit of a
 * step reverts the whole step.
 */
import type { LoggedEdit } from './edits.ts';

/** Returns for the first edit of each step the positions of the others in the log. */
function stepsOf(log: readonly LoggedEdit[]): Map<number, number[]> {
  const steps = new Map<number, number[]>();
  log.forEach(({ edit }, i) => {
    if (edit.kind === 'undo' || edit.step === undefined || edit.step > i) return;
    const others = steps.get(edit.step) ?? [];
    others.push(i);
    steps.set(edit.step, others);
  });
  return steps;
}

export function standingEdits(log: readonly LoggedEdit[]): boolean[] {
  const stands = log.map(() => true);
  const steps = stepsOf(log);
  for (let i = log.length - 1; i >= 0; i--) {
    const edit = log[i]?.edit;
    if (edit?.kind !== 'undo' || stands[i] !== true) continue;
    if (edit.edit < 1 || edit.edit > i) continue;
    stands[edit.edit - 1] = false;
    for (const other of steps.get(edit.edit) ?? []) if (other < i) stands[other] = false;
  }
  return stands;
}
