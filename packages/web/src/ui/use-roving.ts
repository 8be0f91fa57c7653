/**
 * Makes a list a single tab stop: arrows, Home and End move between items, and Tab returns to the item that last had
 * the focus.
 */
import { type KeyboardEvent, type RefCallback, useRef, useState } from 'react';
import { type Move, moveOf } from './keys/widget-keys.ts';

const steps: Partial<Record<Move, (at: number, count: number) => number>> = {
  down: (at, count) => Math.min(at + 1, count - 1),
  up: (at) => Math.max(at - 1, 0),
  home: () => 0,
  end: (_at, count) => count - 1,
};

type RovingItem = {
  readonly ref: RefCallback<HTMLElement>;
  readonly tabIndex: 0 | -1;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

export function useRoving(count: number): (index: number) => RovingItem {
  const [last, setLast] = useState(0);
  const items = useRef(new Map<number, HTMLElement>());
  const stop = Math.min(last, count - 1);
  return (index) => ({
    ref: (element) => {
      if (element === null) items.current.delete(index);
      else items.current.set(index, element);
    },
    tabIndex: index === stop ? 0 : -1,
    onFocus: () => setLast(index),
    onKeyDown: (event) => {
      const move = event.shiftKey ? null : moveOf(event);
      const next = move === null ? undefined : steps[move]?.(index, count);
      if (next === undefined) return;
      event.preventDefault();
      items.current.get(next)?.focus();
    },
  });
}
