/**
 * Which edits of a log stand: those that no standing undo takes back. Read from the end, since an undo can only speak
 * of what came before it; so an undo that was undone takes nothing back.
 */
import type { LoggedEdit } from './edits.ts';

export function standingEdits(log: readonly LoggedEdit[]): boolean[] {
  const stands = log.map(() => true);
  for (let i = log.length - 1; i >= 0; i--) {
    const edit = log[i]?.edit;
    if (edit?.kind !== 'undo' || stands[i] !== true) continue;
    if (edit.edit >= 1 && edit.edit <= i) stands[edit.edit - 1] = false;
  }
  return stands;
}
