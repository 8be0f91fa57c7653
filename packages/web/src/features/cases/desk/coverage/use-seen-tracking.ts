/** Marks a range as seen after it was fully drawn at reading scale for one second. */
import { useEffect, useEffectEvent } from 'react';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import type { SampleSpan } from '../../../../trace/time/time-scale.ts';

const standMs = 1000;

export function useSeenTracking(view: RecordingHandle | null, see: (span: SampleSpan) => void): void {
  const seen = useEffectEvent(see);
  useEffect(() => {
    if (view === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let moves = 0;
    const watch = (): void => {
      moves += 1;
      const move = moves;
      clearTimeout(timer);
      void view.whenIdle().then(() => {
        if (move !== moves || document.hidden) return;
        timer = setTimeout(() => view.readable().forEach((span) => seen(span)), standMs);
      });
    };
    watch();
    const stop = new AbortController();
    document.addEventListener('visibilitychange', watch, { signal: stop.signal });
    const leave = view.onMoved(watch);
    return () => {
      moves += 1;
      clearTimeout(timer);
      stop.abort();
      leave();
    };
  }, [view]);
}
