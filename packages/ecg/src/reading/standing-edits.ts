/**
 * Which edits of a log stand: those that no standing undo takes back. Read from the end, since an undo can only speak
 * of what came before it; so an undo that was undone takes nothing back. An undo of the first edit of a step takes the
 * whole step back.
 */
import type { LoggedEdit } from './edits.ts';

/** Of each first edit of a step: the places in the log of the others. */
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
