/**
 * Subscribes a component to a live event: the newest listener is called, and it is removed when the component unmounts.
 */
import type { StreamEvent } from '@rhythmdesk/contract/notices';
import { useEffect, useEffectEvent } from 'react';
import { onLiveEvent } from './event-stream.ts';

export function useLiveEvent(listener: (event: StreamEvent) => void): void {
  const heard = useEffectEvent(listener);
  useEffect(() => onLiveEvent((event) => heard(event)), []);
}
