/** Who only follows goes on where another has judged the item that both read: a key would open it again. */
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { useEffect, useEffectEvent, useRef } from 'react';

type Read = Pick<QueueItem, 'key' | 'state'>;

/** @param writes this page holds the pen: then what is judged was judged here */
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
