/**
 * Ensures that an automatic episode is replaced by one drawn episode, however fast a user edits it: until the first edit
 * is computed, the queue still shows the automatic episode, and a second edit would add another one in its place.
 */
import type { LoggedEdit, ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { standingEdits } from '@rhythmdesk/ecg/reading/standing-edits';
import type { EpisodeSpan } from '@rhythmdesk/ecg/rhythm/episode-marks';

const sameSpan = (a: EpisodeSpan | undefined, b: EpisodeSpan): boolean =>
  a?.kind === b.kind && a.start_sample === b.start_sample && a.end_sample === b.end_sample;

/** Returns the edits; one that would replace an episode a second time changes the first replacement. */
export function drawnOnce(edits: readonly ReadingEdit[], log: readonly LoggedEdit[]): readonly ReadingEdit[] {
  if (!edits.some((edit) => edit.kind === 'add_episode' && edit.instead_of !== undefined)) return edits;
  const stands = standingEdits(log);
  const standing = log.filter((_, i) => stands[i] === true);
  const removed = new Set(
    standing.flatMap(({ edit }) => (edit.kind === 'remove_episode' ? edit.episode : [])),
  );
  return edits.map((edit) => {
    if (edit.kind !== 'add_episode' || edit.instead_of === undefined) return edit;
    const { instead_of, ...drawn } = edit;
    const before = standing.findLast(
      ({ sequence, edit: one }) =>
        one.kind === 'add_episode' && sameSpan(one.instead_of, instead_of) && !removed.has(sequence),
    );
    return before === undefined ? edit : { ...drawn, kind: 'change_episode', episode: before.sequence };
  });
}
