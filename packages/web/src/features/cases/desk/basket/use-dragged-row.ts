/** Drags a row of a list with the pointer: which row is dragged, and before which row it would be dropped. */
import { type PointerEvent, useRef, useState } from 'react';

export type Dragged = {
  readonly from: number;
  /** The index that it would have. */
  readonly to: number;
};

/** Pixels that the pointer must move before a press becomes a drag. */
const leastPx = 5;

/** Returns the index of a row that is dropped at height `y`, from the middles of the other rows. */
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
