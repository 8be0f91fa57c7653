/**
 * Opens the item that an edit brings into the queue when nothing else is open: rejecting the last extreme makes room for
 * the next one, which the worker finds a moment later.
 */
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * @param key of the selected item; if the user selects another one meanwhile, nothing is opened
 * @returns a function that waits until the edit of the selected item has arrived
 */
export function useAwaitedNext(
  items: readonly QueueItem[],
  key: string | null,
  open: (item: QueueItem) => void,
): () => void {
  const awaited = useRef<string | null>(null);
  const look = useEffectEvent(() => {
    const from = awaited.current;
    if (from === null) return;
    if (from === key && items.some((item) => item.key === from && item.state === 'open')) return;
    awaited.current = null;
    const next = items.find(({ state }) => state === 'open');
    if (from === key && next !== undefined) open(next);
  });
  useEffect(() => look(), [items, key]);
  return () => {
    awaited.current = key;
  };
}
