/** Provides undo and redo of the reading, for users who may write it; null if there is nothing to undo or redo. */
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { undoSteps } from '@rhythmdesk/ecg/reading/undo-steps';
import { useMemo } from 'react';
import { mayWrite, useReadingOfPage, useReadingPart } from './reading-context.tsx';

export type Undo = { readonly undo: (() => void) | null; readonly redo: (() => void) | null };

export function useUndo(): Undo {
  const session = useReadingOfPage();
  const log = useReadingPart((reading) => reading?.log);
  const steps = useMemo(() => undoSteps(log ?? []), [log]);
  const writes = useReadingPart(mayWrite);
  const act = (edit: ReadingEdit | null): (() => void) | null =>
    session === null || edit === null || !writes ? null : () => session.edit([edit]);
  return { undo: act(steps.undo), redo: act(steps.redo) };
}
