/**
 * Findings that are judged together with one that is read: what looks like it, of its kind, made of beats of the same
 * shape, near in rate and length, those least like it first, where an odd one is seen; or all of its kind, the least
 * certain first.
 *
 * Example: couplets of one focus at 150 a minute are alike; a couplet of another focus, or one at 200, is not.
 * Laws: being alike is mutual; a finding is like itself; nothing that is judged already is offered.
 */
import type { QueueItem } from './finding-queue.ts';

type EpisodeItem = Extract<QueueItem, { of: 'episode' }>;

/** Rates further apart than this factor, and lengths further apart than that, are not alike. */
const rateFactor = 1.2;
const lengthFactor = 2.5;

const apart = (a: number, b: number, factor: number): number =>
  Math.abs(Math.log(Math.max(1, a) / Math.max(1, b))) / Math.log(factor);

/** 0 where alike in all; null where not alike. */
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

/** With the one itself; empty where it is no episode. */
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

/** All that are open of the kind of one that is read; empty where it is no episode. */
export function kindFindings(items: readonly QueueItem[], item: QueueItem): EpisodeItem[] {
  if (item.of !== 'episode') return [];
  const { kind } = item.finding;
  return items
    .filter(
      (other): other is EpisodeItem =>
        other.of === 'episode' && other.state === 'open' && other.finding.kind === kind,
    )
    .toSorted((a, b) => (a.certainty ?? 1) - (b.certainty ?? 1) || a.start_sample - b.start_sample);
}
