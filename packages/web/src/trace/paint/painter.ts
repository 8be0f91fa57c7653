/**
 * Paints all canvases in one animation frame. However often something changes, everything is painted once and together,
 * so the three scales never show three different moments.
 */
import { createIdle } from '../signal/idle.ts';
import type { Idle } from '../signal/idle.ts';

export type Painter = {
  readonly add: (paint: () => void) => () => void;
  readonly invalidate: () => void;
  /** True while no frame is pending. It turns false with the first change that requests a frame. */
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
      // A paint function may have requested another frame.
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
