/** What is drawn on one strip while its editor stands open: shown at once, written when the hand lets go. */
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
  readonly drop: () => void;
};

const written: readonly StripMark[] = [];

export function useStripMarks(desk: Pick<Desk, 'write'>, strip: ReadStrip): StripMarks {
  const [draft, setDraft] = useState<readonly StripMark[] | null>(null);
  const standing = strip.marks ?? written;
  return {
    marks: draft ?? standing,
    draft: setDraft,
    keep: (marks = draft ?? standing) => {
      const kept = keptMarks(marks);
      setDraft(null);
      if (JSON.stringify(kept) !== JSON.stringify(standing))
        desk.write([changeStrip(strip, { marks: kept })]);
    },
    drop: () => setDraft(null),
  };
}
