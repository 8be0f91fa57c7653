/**
 * Says on the page whether the recording rests: `data-drawn` while all in sight is painted, `data-idle` while nothing is
 * under way at all, which a screenshot waits for. Both are false from the change on that calls for a frame.
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
