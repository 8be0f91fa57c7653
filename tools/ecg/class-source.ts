/** Makes what the judge scores from the beats that the engine finds in a record. */
import type { BeatColumns } from '@rhythmdesk/ecg/beats/beat-columns';
import { createClassContext } from '@rhythmdesk/ecg/beats/class-features';
import { suddenRuns } from '@rhythmdesk/ecg/beats/sudden-runs';
import type { ClassSource } from './class-scores.ts';

type Found = Pick<ClassSource, 'peaks' | 'unread'> & { readonly columns: BeatColumns };
/** Without `fibrillating`, no beat of the record is in fibrillation. */
type Scored = Omit<ClassSource, 'peaks' | 'unread' | 'sudden' | 'fibrillating'> &
  Partial<Pick<ClassSource, 'fibrillating'>>;

export function sourceOf({ columns, peaks, unread }: Found, scored: Scored): ClassSource {
  const { fibrillating = new Uint8Array(peaks.length) } = scored;
  const runs = suddenRuns(createClassContext(columns).intervals.rr, columns);
  const sudden = runs.map((mark, i) => (fibrillating[i] === 1 ? 0 : mark));
  return { ...scored, peaks, unread, fibrillating, sudden };
}
