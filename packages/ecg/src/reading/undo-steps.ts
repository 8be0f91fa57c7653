/**
 * Determines what undo and redo do next, from the log alone, so that they work across sessions and for every user who
 * opens the reading. Undo reverts the last effective step; redo reverts the last undo, as long as no new edit was made
 * since.
 */
import type { LoggedEdit, ReadingEdit } from './edits.ts';
import { standingEdits } from './standing-edits.ts';

interface UndoSteps {
  readonly undo: ReadingEdit | null;
  readonly redo: ReadingEdit | null;
}

export function undoSteps(log: readonly LoggedEdit[]): UndoSteps {
  const stands = standingEdits(log);
  let redo: number | null = null;
  let isBehindLast = true;
  for (let i = log.length - 1; i >= 0; i--) {
    const edit = log[i]?.edit;
    if (edit === undefined) continue;
    if (edit.kind !== 'undo') {
      isBehindLast = false;
      if (stands[i] === true) return { undo: { kind: 'undo', edit: edit.step ?? i + 1 }, redo: redoOf(redo) };
    } else if (isBehindLast && redo === null && stands[i] === true && isDone(log, edit.edit)) redo = i + 1;
  }
  return { undo: null, redo: redoOf(redo) };
}

const redoOf = (edit: number | null): ReadingEdit | null => (edit === null ? null : { kind: 'undo', edit });
const isDone = (log: readonly LoggedEdit[], sequence: number): boolean =>
  log[sequence - 1]?.edit.kind !== 'undo';
