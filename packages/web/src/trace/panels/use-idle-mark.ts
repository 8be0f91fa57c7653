/** Says on the page whether something is under way: what a screenshot waits for. */
import { type Ref, useEffect, useRef } from 'react';
import type { Stage } from './stage.ts';

/** Marks the element while something is under way. */
export function useIdleMark(stage: Stage): Ref<HTMLDivElement> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let turns = 0;
    return stage.painter.add(() => {
      turns += 1;
      const turn = turns;
      if (ref.current) ref.current.dataset['idle'] = 'false';
      void stage.whenIdle().then(() => {
        if (turn === turns && ref.current && stage.ready()) ref.current.dataset['idle'] = 'true';
      });
    });
  }, [stage]);
  return ref;
}
