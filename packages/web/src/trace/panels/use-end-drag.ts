/**
 * Handles the drag of an end from press to release: it reports each move, and at the end whether the new position is
 * kept. Esc cancels the drag and does not reach other handlers. Beyond the edges the box scrolls at a steady rate, and
 * the end stays at its edge. Invariants: each drag is finished once; a lost pointer cancels it.
 */
import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { noteActivity } from '../../platform/session/idle-watch.ts';
import { takeKeys } from '../../ui/keys/keyboard.ts';
import { isPress } from '../../ui/keys/widget-keys.ts';

/** A point in the box around the grip, and the width of that box. */
type Point = { readonly x: number; readonly y: number; readonly widthPx: number };
type EndDrag = {
  /** Position of the end at the start of the drag, in px of the box around the grip; null: it cannot be dragged. */
  readonly begin: (widthPx: number) => number | null;
  readonly move: (at: Point, free: boolean) => void;
  readonly finish: (keeps: boolean) => void;
  /** The part that scrolls while the pointer is beyond an edge, in px of the box; absent if nothing scrolls. */
  readonly scroll?: {
    readonly leftPx: number;
    readonly rightPx: number;
    readonly by: (to: -1 | 1, ms: number) => void;
  };
};

type DragPosition = { readonly at: Point; readonly free: boolean };

/** While the pointer rests beyond an edge no event fires: each frame scrolls and moves the end. */
function useScrolling({ move, scroll }: Pick<EndDrag, 'move' | 'scroll'>) {
  const held = useRef<DragPosition | null>(null);
  const [beyond, setBeyond] = useState<-1 | 0 | 1>(0);
  const within = (at: Point): Point =>
    scroll === undefined ? at : { ...at, x: Math.min(scroll.rightPx, Math.max(scroll.leftPx, at.x)) };
  const onFrame = useEffectEvent((ms: number) => {
    if (held.current === null || beyond === 0) return;
    scroll?.by(beyond, ms);
    move(within(held.current.at), held.current.free);
  });
  useEffect(() => {
    if (beyond === 0) return undefined;
    let before = performance.now();
    let frame = 0;
    const next = (): void => {
      frame = requestAnimationFrame((now) => {
        onFrame(Math.max(0, now - before));
        before = now;
        next();
      });
    };
    next();
    return () => cancelAnimationFrame(frame);
  }, [beyond]);
  return {
    moveTo: (at: Point, free: boolean): void => {
      held.current = { at, free };
      if (scroll !== undefined) setBeyond(at.x < scroll.leftPx ? -1 : at.x > scroll.rightPx ? 1 : 0);
      move(within(at), free);
    },
    rest: (): void => {
      held.current = null;
      setBeyond(0);
    },
  };
}

export function useEndDrag({ begin, finish, ...moving }: EndDrag) {
  const scrolling = useScrolling(moving);
  const offPx = useRef<number | null>(null);
  const listening = useRef<(() => void) | null>(null);
  const done = (keeps: boolean): void => {
    if (offPx.current === null) return;
    offPx.current = null;
    listening.current?.();
    scrolling.rest();
    finish(keeps);
  };
  const pointIn = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Point => {
    const box = currentTarget.parentElement?.getBoundingClientRect();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0), widthPx: box?.width ?? 1 };
  };
  useEffect(() => () => listening.current?.(), []);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const px = event.button === 0 ? begin(pointIn(event).widthPx) : null;
      if (px === null) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      offPx.current = px - pointIn(event).x;
      listening.current = takeKeys((press) => {
        const isEnd = isPress(press, 'Esc');
        if (isEnd) done(false);
        return isEnd;
      });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (offPx.current === null) return;
      noteActivity('trace');
      const at = pointIn(event);
      scrolling.moveTo({ ...at, x: at.x + offPx.current }, event.altKey);
    },
    onPointerUp: () => done(true),
    onPointerCancel: () => done(false),
    onLostPointerCapture: () => done(false),
  };
}
