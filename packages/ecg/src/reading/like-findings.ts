/**
 * Finds the findings that are judged together with a selected one. They are either similar ones (same kind, beats of
 * the same shape, similar rate and length), the least similar first so that odd ones are noticed; or all of its group
 * in the queue, the least certain first.
 *
 * Example: couplets of one focus at 150 per minute are similar; a couplet of another focus, or one at 200, is not.
 *
 * Invariants: similarity is mutual; a finding is similar to itself; findings that are already judged are not offered.
 */
import { kindOfItem, type QueueItem } from './finding-queue.ts';

type EpisodeItem = Extract<QueueItem, { of: 'episode' }>;

/** Largest ratio of the rates, and of the lengths, of similar findings. */
const rateFactor = 1.2;
const lengthFactor = 2.5;

const apart = (a: number, b: number, factor: number): number =>
  Math.abs(Math.log(Math.max(1, a) / Math.max(1, b))) / Math.log(factor);

/** Returns the distance, 0 if equal in everything; null if not similar. */
function distance(a: EpisodeItem, b: EpisodeItem): number | null {
  const [one, other] = [a.finding, b.finding];
  if (one.kind !== other.kind || one.shape !== other.shape) return null;
  if ((one.bpm === null) !== (other.bpm === null)) return null;
  const rate = apart(one.bpm ?? 1, other.bpm ?? 1, rateFactor);
  const length = apart(
    one.end_sample - one.start_sample,
    other.end_sample - other.start_sample,
    lengthFactor,
  );
  return rate > 1 || length > 1 ? null : rate + length;
}

/** Returns the similar findings including the selected one; empty if it is not an episode. */
export function likeFindings(items: readonly QueueItem[], item: QueueItem): EpisodeItem[] {
  if (item.of !== 'episode') return [];
  return items
    .flatMap((other) => {
      if (other.of !== 'episode' || other.state !== 'open') return [];
      const far = distance(item, other);
      return far === null ? [] : [{ other, far }];
    })
    .sort((a, b) => b.far - a.far || a.other.start_sample - b.other.start_sample)
    .map(({ other }) => other);
}

/** Returns all open items of the group of the selected one; empty for templates, which have a gallery of their own. */
export function kindFindings(items: readonly QueueItem[], item: QueueItem): QueueItem[] {
  if (item.of === 'template') return [];
  const kind = kindOfItem(item);
  return items
    .filter((other) => other.state === 'open' && kindOfItem(other) === kind)
    .toSorted((a, b) => (a.certainty ?? 1) - (b.certainty ?? 1) || a.start_sample - b.start_sample);
}
