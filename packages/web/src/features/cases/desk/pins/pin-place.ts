/** Finds the place of a new pinned comment, and the finding at the place of an existing one. */
import type { QueueGroup, QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { spanOf } from '../../../../trace/time/beat-selection.ts';
import type { SampleSpan } from '../../../../trace/time/time-scale.ts';
import type { PinnedPlace } from '../../model/pins.ts';

type Shown = Pick<RecordingHandle, 'selected' | 'strip' | 'middle'>;

/**
 * Returns the selected beats, otherwise the selected change if the strip shows a part of it, otherwise the middle of
 * the strip.
 * @param samples length of the recording; the place is inside it
 */
export function placeHere(view: Shown, change: SampleSpan | null, samples: number): PinnedPlace {
  const within = (sample: number): number => Math.min(samples - 1, Math.max(0, Math.round(sample)));
  const placeOf = ({ start, end }: SampleSpan): PinnedPlace => {
    const [start_sample, end_sample] = [within(start), within(end)];
    return { start_sample, end_sample: end_sample > start_sample ? end_sample : null };
  };
  const selected = view.selected();
  if (selected !== null) return placeOf(spanOf(selected));
  const strip = view.strip();
  if (change !== null && change.start < strip.end && change.end >= strip.start) return placeOf(change);
  const middle = view.middle();
  return placeOf({ start: middle, end: middle });
}

/**
 * Returns the episode of the queue at a place: one with exactly these ends, otherwise the shortest that overlaps the
 * place.
 */
export function episodeAt(groups: readonly QueueGroup[], { start, end }: SampleSpan): QueueItem | null {
  const lengthOf = (item: QueueItem): number => item.end_sample - item.start_sample;
  const isWhole = (item: QueueItem): boolean => item.start_sample === start && item.end_sample === end;
  const [nearest] = groups
    .flatMap(({ items }) => [...items])
    .filter((item) => item.of === 'episode' && item.start_sample <= end && item.end_sample >= start)
    .sort((a, b) => Number(isWhole(b)) - Number(isWhole(a)) || lengthOf(a) - lengthOf(b));
  return nearest ?? null;
}
