/** Names the rhythm of the open episode or of the selected stretch. */
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { createStore } from '../../../../platform/store.ts';
import { subjectOf } from '../keys/subject.ts';
import { takenBeats } from '../session/beat-edits.ts';
import { markEdits, retypeEdits } from '../session/finding-edits.ts';
import { toolState } from '../session/tool-state.ts';
import type { Desk } from '../session/use-desk.ts';

/** Whether the menu of rhythms is open. */
export const rhythmMenuOf = toolState(() => createStore(false));

/** Returns what the menu of rhythms names now: the stretch of two or more selected beats, or the open episode. */
export function namedByRhythm(desk: Pick<Desk, 'view' | 'current' | 'shown'>): 'stretch' | 'episode' | null {
  const subject = subjectOf(desk);
  if (subject === 'episode') return desk.current?.state === 'rejected' ? null : subject;
  return subject === 'beats' && takenBeats(desk).length > 1 ? 'stretch' : null;
}

/** Clears the selection of a stretch and opens its new finding, so that the next key acts on that. */
export function nameRhythm(desk: Desk, rhythm: RhythmKey, name?: string): void {
  const named = namedByRhythm(desk);
  if (named === 'episode' && desk.current !== null)
    return desk.write(retypeEdits(desk.latest(desk.current), rhythm, name));
  if (named !== 'stretch') return;
  const edits = markEdits(takenBeats(desk), rhythm, name);
  desk.write(edits);
  desk.view?.select(null);
  const [edit] = edits;
  if (edit === undefined || !('start_sample' in edit)) return;
  const { start_sample, end_sample } = edit;
  desk.awaitItem({ kind: rhythm, start_sample, end_sample });
}
