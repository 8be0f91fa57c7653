/** A row of a list that the pointer takes and sets down elsewhere: which one is taken, and before which it would stand. */
import { type PointerEvent, useRef, useState } from 'react';

export type Dragged = {
  readonly from: number;
  /** The place that it would have. */
  readonly to: number;
};

/** Pixels that the pointer goes before a press is a drag. */
const leastPx = 5;

/** The place of a row that is let go of at a height, by the middles of the others. */
export function placeAt(middles: readonly number[], from: number, y: number): number {
  return middles.filter((middle, i) => i !== from && middle < y).length;
}

export function useDraggedRow(move: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const pressed = useRef<{ readonly from: number; readonly y: number } | null>(null);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const middles = (): number[] =>
    Array.from(list.current?.children ?? [], (row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2;
    });
  const end = (): void => {
    pressed.current = null;
    setDragged(null);
  };
  const grip = (from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pressed.current = { from, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const began = pressed.current;
      if (began === null || (dragged === null && Math.abs(event.clientY - began.y) < leastPx)) return;
      setDragged({ from: began.from, to: placeAt(middles(), began.from, event.clientY) });
    },
    onPointerUp: () => {
      if (dragged !== null) move(dragged.from, dragged.to);
      end();
    },
    onPointerCancel: end,
  });
  return { list, dragged, grip };
}
