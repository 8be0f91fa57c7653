/** Opens the next open item when another user has reviewed the selected one, because a key would reopen it. */
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import type { ReadingState } from '../../reading/reading-state.ts';
import { useEffect, useEffectEvent, useRef } from 'react';

type Read = Pick<QueueItem, 'key' | 'state'>;

/**
 * True if this page makes the edits: it has the edit lock, or it has unsent edits (the first edit is made before the
 * lock arrives).
 */
export const isLocalEdit = (reading: Pick<ReadingState, 'edit_lock' | 'unsent'> | null): boolean =>
  reading !== null && (reading.edit_lock?.here === true || reading.unsent > 0);

/** @param writes whether this page makes the edits */
export function useMovingOn(current: Read | null, writes: boolean, goOn: () => void): void {
  const before = useRef<Read | null>(null);
  const key = current?.key ?? null;
  const state = current?.state ?? null;
  const moveOn = useEffectEvent(() => {
    if (!writes) goOn();
  });
  useEffect(() => {
    const was = before.current;
    before.current = key === null || state === null ? null : { key, state };
    if (was !== null && was.key === key && was.state === 'open' && state !== 'open') moveOn();
  }, [key, state]);
}
