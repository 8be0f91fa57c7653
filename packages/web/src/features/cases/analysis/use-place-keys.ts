/**
 * Handles the keys of a list that shows a few of many places: arrows go from place to place and on to the next page,
 * Page Up and Down turn it, Home and End go to its ends. One place is the tab stop; the focus follows to the new page.
 */
import { type KeyboardEvent, type RefCallback, useRef, useState } from 'react';
import { type Move as KeyMove, moveOf } from '../../../ui/keys/widget-keys.ts';

type Move = (at: number, last: number, step: number) => number;

const moves: Partial<Record<KeyMove, Move>> = {
  down: (at, last) => Math.min(at + 1, last),
  up: (at) => Math.max(at - 1, 0),
  'page-down': (at, last, step) => Math.min(at + step, last),
  'page-up': (at, _last, step) => Math.max(at - step, 0),
  home: () => 0,
  end: (_at, last) => last,
};

type PlaceKeys = {
  readonly ref: RefCallback<HTMLElement>;
  readonly tabIndex: 0 | -1;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

type List = {
  readonly count: number;
  readonly first: number;
  readonly shown: number;
  /** Turns the list to the page of this place. */
  readonly onReach: (at: number) => void;
};

export function usePlaceKeys({ count, first, shown, onReach }: List): (at: number) => PlaceKeys {
  const elements = useRef(new Map<number, HTMLElement>());
  const [last, setLast] = useState(0);
  /** A place that is not on this page yet: it gets the focus when it appears. */
  const wanted = useRef<number | null>(null);
  const stop = last >= first && last < first + shown ? last : first;
  return (at) => ({
    ref: (element) => {
      if (element === null) {
        elements.current.delete(at);
        return;
      }
      elements.current.set(at, element);
      if (wanted.current !== at) return;
      wanted.current = null;
      element.focus();
    },
    tabIndex: at === stop ? 0 : -1,
    onFocus: () => setLast(at),
    onKeyDown: (event) => {
      const move = event.shiftKey ? null : moveOf(event);
      const next = move === null ? undefined : moves[move]?.(at, count - 1, shown);
      if (next === undefined) return;
      event.preventDefault();
      const there = elements.current.get(next);
      if (there === undefined) wanted.current = next;
      there?.focus();
      onReach(next);
    },
  });
}
