/**
 * The drag of an end from its press until it ends: what it passes over is told, and at last whether it stands. Esc takes
 * it back and is heard by nobody else. Laws: each drag is finished once; a pointer that is lost takes it back.
 */
import { type PointerEvent, useEffect, useRef } from 'react';
import { noteActivity } from '../../platform/session/idle-watch.ts';

/** In the box around the grip, and how wide that is. */
type Point = { readonly x: number; readonly y: number; readonly widthPx: number };
type EndDrag = {
  /** Where the end stands when it is taken, in px of the box around the grip; null: it cannot be. */
  readonly begin: (widthPx: number) => number | null;
  readonly move: (at: Point, free: boolean) => void;
  readonly finish: (keeps: boolean) => void;
};

export function useEndDrag({ begin, move, finish }: EndDrag) {
  const offPx = useRef<number | null>(null);
  const listening = useRef<AbortController | null>(null);
  const done = (keeps: boolean): void => {
    if (offPx.current === null) return;
    offPx.current = null;
    listening.current?.abort();
    finish(keeps);
  };
  const pointIn = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Point => {
    const box = currentTarget.parentElement?.getBoundingClientRect();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0), widthPx: box?.width ?? 1 };
  };
  useEffect(() => () => listening.current?.abort(), []);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const px = event.button === 0 ? begin(pointIn(event).widthPx) : null;
      if (px === null) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      offPx.current = px - pointIn(event).x;
      const stop = new AbortController();
      listening.current = stop;
      const onKey = (pressed: KeyboardEvent): void => {
        if (pressed.key !== 'Escape') return;
        pressed.preventDefault();
        pressed.stopPropagation();
        done(false);
      };
      // Heard before the desk, which Esc would leave.
      window.addEventListener('keydown', onKey, { capture: true, signal: stop.signal });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (offPx.current === null) return;
      noteActivity('trace');
      const at = pointIn(event);
      move({ ...at, x: at.x + offPx.current }, event.altKey);
    },
    onPointerUp: () => done(true),
    onPointerCancel: () => done(false),
    onLostPointerCapture: () => done(false),
  };
}
