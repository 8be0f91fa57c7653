/**
 * What is drawn on one strip while its editor stands open: shown at once, written when the hand lets go. The reading is
 * folded in a thread of its own, so what was written is shown until the reading has it.
 */
import type { StripMark } from '@rhythmdesk/ecg/reading/edits';
import type { ReadStrip } from '@rhythmdesk/ecg/reading/marks-layer';
import { useState } from 'react';
import { changeStrip, keptMarks } from './basket-edits.ts';
import type { Desk } from '../session/use-desk.ts';

export type StripMarks = {
  readonly marks: readonly StripMark[];
  /** Shows, and writes nothing yet. */
  readonly draft: (marks: readonly StripMark[]) => void;
  /** Writes what is shown, or these. */
  readonly keep: (marks?: readonly StripMark[]) => void;
  /** Shows what the reading has. */
  readonly drop: () => void;
};

const nothing: readonly StripMark[] = [];
const textOf = (marks: readonly StripMark[]): string => JSON.stringify(marks);

type Shown = {
  readonly marks: readonly StripMark[];
  readonly isWritten: boolean;
  /** What the reading passes through until it has these: what it had, then each that was written. */
  readonly passes: readonly string[];
};

/** The reading has what was written last, or something else altogether. */
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
