/** What a hand just marked comes into the queue a moment later, from the thread that reads; it is opened then. */
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import type { EpisodeSpan } from '@rhythmdesk/ecg/rhythm/episode-marks';
import { useEffect, useEffectEvent, useRef } from 'react';

/** Unreadable time is kept by the second, so its ends need not be those that were marked. */
const isMarked = (item: QueueItem, { kind, start_sample, end_sample }: EpisodeSpan): boolean =>
  item.of === 'episode' &&
  item.state !== 'rejected' &&
  item.finding.kind === kind &&
  item.start_sample <= start_sample &&
  item.end_sample >= end_sample;

/**
 * @param key of the item that is read: who goes elsewhere meanwhile is not called back
 * @returns what is to be opened once it is there; the last one asked for counts
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
