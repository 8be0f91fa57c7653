/**
 * One animation frame for all canvases: however often something changes, everything is painted once, together,
 * so the three scales never show three moments.
 */
import { createIdle } from '../signal/idle.ts';
import type { Idle } from '../signal/idle.ts';

export type Painter = {
  readonly add: (paint: () => void) => () => void;
  readonly invalidate: () => void;
  /** True while no frame waits: false from the change on that calls for one. */
  readonly painted: Pick<Idle, 'get' | 'subscribe' | 'whenIdle'>;
};

export function createPainter(
  nextFrame: (callback: () => void) => void = (callback) => requestAnimationFrame(callback),
): Painter {
  const paints = new Set<() => void>();
  const idle = createIdle();
  const frame = { waiting: false };
  const invalidate = (): void => {
    if (frame.waiting) return;
    frame.waiting = true;
    idle.set(false);
    nextFrame(() => {
      frame.waiting = false;
      for (const paint of paints) paint();
      // A paint may have asked for another frame.
      idle.set(!frame.waiting);
    });
  };
  return {
    add: (paint) => {
      paints.add(paint);
      invalidate();
      return () => paints.delete(paint);
    },
    invalidate,
    painted: idle,
  };
}
