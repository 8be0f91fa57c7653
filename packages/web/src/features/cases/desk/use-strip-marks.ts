/**
 * What is drawn on one strip while its editor stands open: shown at once, written when the hand lets go. The reading is
 * folded in a thread of its own, so what was written is shown until the reading has it.
 */
import type { StripMark } from '@rhythmdesk/ecg/reading/edits';
import type { ReadStrip } from '@rhythmdesk/ecg/reading/marks-layer';
import { useState } from 'react';
import { changeStrip, keptMarks } from './basket-edits.ts';
import type { Desk } from './use-desk.ts';

export type StripMarks = {
  readonly marks: readonly StripMark[];
  /** Shows, and writes nothing yet. */
  readonly draft: (marks: readonly StripMark[]) => void;
  /** Writes what is shown, or these. */
  readonly keep: (marks?: readonly StripMark[]) => void;
};

const nothing: readonly StripMark[] = [];
const textOf = (marks: readonly StripMark[]): string => JSON.stringify(marks);

type Shown = {
  readonly marks: readonly StripMark[];
  /** What the reading had when these were written; null while they are not. */
  readonly over: string | null;
};

export function useStripMarks(desk: Pick<Desk, 'write'>, strip: ReadStrip): StripMarks {
  const [shown, setShown] = useState<Shown | null>(null);
  const standing = strip.marks ?? nothing;
  // From the first answer on the reading says what stands, also where it comes back to what was.
  const isBehind = shown !== null && shown.over !== null && shown.over !== textOf(standing);
  if (isBehind) setShown(null);
  const marks = shown === null || isBehind ? standing : shown.marks;
  return {
    marks,
    draft: (next) => setShown({ marks: next, over: null }),
    keep: (next = marks) => {
      const kept = keptMarks(next);
      const over = textOf(standing);
      if (textOf(kept) === over) return setShown(null);
      setShown({ marks: kept, over });
      desk.write([changeStrip(strip, { marks: kept })]);
    },
  };
}
