/**
 * Holds the marks of one strip while its editor is open. A change is shown at once and written when the pointer is
 * released. The reading is calculated in a worker, so the written marks are shown until the reading contains them.
 */
import type { StripMark } from '@rhythmdesk/ecg/reading/edits';
import type { ReadStrip } from '@rhythmdesk/ecg/reading/read-strips';
import { useState } from 'react';
import { changeStrip, keptMarks } from './basket-edits.ts';
import type { Desk } from '../session/use-desk.ts';

export type StripMarks = {
  readonly marks: readonly StripMark[];
  /** Shows these marks without writing them. */
  readonly draft: (marks: readonly StripMark[]) => void;
  /** Writes the shown marks, or the given ones. */
  readonly keep: (marks?: readonly StripMark[]) => void;
  /** Shows the marks of the reading again. */
  readonly drop: () => void;
};

const nothing: readonly StripMark[] = [];
const textOf = (marks: readonly StripMark[]): string => JSON.stringify(marks);

type Shown = {
  readonly marks: readonly StripMark[];
  readonly isWritten: boolean;
  /** States of the marks that the reading passes through: the state before, then each written state. */
  readonly passes: readonly string[];
};

/** Returns whether the reading has the last written marks, or marks that this editor never wrote. */
const isAnswered = ({ isWritten, passes }: Shown, standing: string): boolean =>
  isWritten && (passes.at(-1) === standing || !passes.includes(standing));

export function useStripMarks(desk: Pick<Desk, 'write'>, strip: ReadStrip): StripMarks {
  const [held, setHeld] = useState<Shown | null>(null);
  const standing = strip.marks ?? nothing;
  const text = textOf(standing);
  const isDone = held !== null && isAnswered(held, text);
  if (isDone) setHeld(null);
  const shown = isDone ? null : held;
  const marks = shown?.marks ?? standing;
  const passes = shown?.passes ?? [text];
  return {
    marks,
    draft: (next) => setHeld({ marks: next, isWritten: false, passes }),
    keep: (next = marks) => {
      const kept = keptMarks(next);
      const written = textOf(kept);
      if (written === passes.at(-1)) return setHeld({ marks: kept, isWritten: true, passes });
      setHeld({ marks: kept, isWritten: true, passes: [...passes, written] });
      desk.write([changeStrip(strip, { marks: kept })]);
    },
    drop: () => setHeld(null),
  };
}
