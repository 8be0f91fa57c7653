/**
 * Makes a list a single tab stop: arrows, Home and End move between items, and Tab returns to the item that last had
 * the focus.
 */
import { type KeyboardEvent, type RefCallback, useRef, useState } from 'react';

const steps: Partial<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, count) => count - 1,
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
      const next = steps[event.key]?.(index, count);
      if (next === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      items.current.get(next)?.focus();
    },
  });
}
