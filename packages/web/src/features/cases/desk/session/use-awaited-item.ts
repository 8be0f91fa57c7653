/** Opens an episode that the user has just marked, once the worker has added it to the queue. */
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import type { EpisodeSpan } from '@rhythmdesk/ecg/rhythm/episode-marks';
import { useEffect, useEffectEvent, useRef } from 'react';

/** Unreadable time is stored in whole seconds, so its ends may differ from the marked ones. */
const isMarked = (item: QueueItem, { kind, start_sample, end_sample }: EpisodeSpan): boolean =>
  item.of === 'episode' &&
  item.state !== 'rejected' &&
  item.finding.kind === kind &&
  item.start_sample <= start_sample &&
  item.end_sample >= end_sample;

/**
 * @param key of the selected item; if the user selects another one meanwhile, the marked one is not opened
 * @returns a function that waits for a marked episode; the last call counts
 */
export function useAwaitedItem(
  items: readonly QueueItem[],
  key: string | null,
  open: (item: QueueItem) => void,
): (marked: EpisodeSpan) => void {
  const awaited = useRef<{ readonly marked: EpisodeSpan; readonly from: string | null } | null>(null);
  const look = useEffectEvent(() => {
    const { current } = awaited;
    if (current === null) return;
    const item = items.find((one) => isMarked(one, current.marked));
    if (item === undefined && current.from === key) return;
    awaited.current = null;
    if (item !== undefined && current.from === key) open(item);
  });
  useEffect(() => look(), [items, key]);
  return (marked) => {
    awaited.current = { marked, from: key };
  };
}
