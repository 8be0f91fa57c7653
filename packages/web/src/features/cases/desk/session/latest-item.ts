/**
 * Returns an item as it is after all edits of the log. Until an edit is computed, the queue shows the episode as it was
 * before: a second edit that began from that would take back the first, or draw the episode a second time.
 */
import type { EditOf, LoggedEdit } from '@rhythmdesk/ecg/reading/edits';
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { standingEdits } from '@rhythmdesk/ecg/reading/standing-edits';
import type { EpisodeSpan } from '@rhythmdesk/ecg/rhythm/episode-marks';

type Drawn = Pick<EditOf<'add_episode'>, 'rhythm' | 'name' | 'start_sample' | 'end_sample' | 'instead_of'>;

/** Returns the episodes that users drew, by the number of the edit that added each. */
function drawnEpisodes(log: readonly LoggedEdit[]): Map<number, Drawn> {
  const stands = standingEdits(log);
  const drawn = new Map<number, Drawn>();
  log.forEach(({ sequence, edit }, i) => {
    if (stands[i] !== true) return;
    if (edit.kind === 'add_episode') drawn.set(sequence, edit);
    if (edit.kind === 'remove_episode') drawn.delete(edit.episode);
    if (edit.kind !== 'change_episode') return;
    const before = drawn.get(edit.episode);
    if (before !== undefined) drawn.set(edit.episode, { ...edit, instead_of: before.instead_of });
  });
  return drawn;
}

const sameSpan = (a: EpisodeSpan | undefined, b: EpisodeSpan): boolean =>
  a?.kind === b.kind && a.start_sample === b.start_sample && a.end_sample === b.end_sample;

export function latestItem(item: QueueItem, log: readonly LoggedEdit[]): QueueItem {
  if (item.of !== 'episode') return item;
  const { finding } = item;
  const episodes = drawnEpisodes(log);
  const engine = finding.episode === undefined ? finding : finding.instead_of;
  const found = [...episodes].findLast(([sequence, { instead_of }]) =>
    engine === undefined ? sequence === finding.episode : sameSpan(instead_of, engine),
  );
  if (found !== undefined) {
    const [episode, { rhythm, name, start_sample, end_sample, instead_of }] = found;
    const now = { start_sample, end_sample, state: 'mended' as const };
    return { ...item, ...now, finding: { ...finding, ...now, kind: rhythm, name, episode, instead_of } };
  }
  if (finding.episode === undefined || engine === undefined) return item;
  const { kind, start_sample, end_sample } = engine;
  const now = { start_sample, end_sample, state: 'open' as const };
  const undrawn = { episode: undefined, instead_of: undefined, name: undefined };
  return { ...item, ...now, finding: { ...finding, ...now, ...undrawn, kind } };
}
