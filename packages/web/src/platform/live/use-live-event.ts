/** A live event for a component: the newest listener is called, and it is dropped when the component goes. */
import type { StreamEvent } from '@rhythmdesk/contract/notices';
import { useEffect, useEffectEvent } from 'react';
import { onLiveEvent } from './event-stream.ts';

export function useLiveEvent(listener: (event: StreamEvent) => void): void {
  const heard = useEffectEvent(listener);
  useEffect(() => onLiveEvent((event) => heard(event)), []);
}
