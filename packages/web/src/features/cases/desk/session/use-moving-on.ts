/** Who only follows goes on where another has judged the item that both read: a key would open it again. */
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import type { ReadingState } from '../../reading/reading-state.ts';
import { useEffect, useEffectEvent, useRef } from 'react';

type Read = Pick<QueueItem, 'key' | 'state'>;

/** What is judged now is judged here: this page has the pen, or wrote what is not sent yet, its first edit before it has one. */
export const isOwnHand = (reading: Pick<ReadingState, 'pen' | 'unsent'> | null): boolean =>
  reading !== null && (reading.pen?.here === true || reading.unsent > 0);

/** @param writes what is judged was judged here */
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
