/**
 * Marks on the page whether the recording is at rest: `data-drawn` while everything in view is painted, `data-idle`
 * while nothing at all is in progress, which screenshots wait for. Both turn false with the first change that requests
 * a frame.
 */
import { type Ref, useEffect, useRef } from 'react';
import type { Stage } from './stage.ts';

export function useIdleMark(stage: Stage): Ref<HTMLDivElement> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const mark = (): void => {
      if (ref.current === null) return;
      const rest = stage.rest.get();
      ref.current.dataset['drawn'] = String(rest !== 'moving');
      ref.current.dataset['idle'] = String(rest === 'idle');
    };
    mark();
    return stage.rest.subscribe(mark);
  }, [stage]);
  return ref;
}
