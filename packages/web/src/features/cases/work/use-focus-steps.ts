/**
 * Moves the focus with J and K through items in groups, and with ← and → between groups. The focus itself is the
 * cursor, so Enter, Tab and a screen reader agree with it; items are found by an attribute, in page order.
 */
import type { RefObject } from 'react';

/** Attributes of an item and of the group that contains it. */
export const stepMark = { 'data-step': '' } as const;
export const groupMark = { 'data-step-group': '' } as const;

const itemsOf = (within: ParentNode): HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>('[data-step]'),
];

type FocusSteps = {
  /** Moves to the next or previous item; to the first if none has the focus. */
  step: (by: -1 | 1) => void;
  stepGroup: (by: -1 | 1) => void;
};

export function useFocusSteps(frame: RefObject<HTMLElement | null>): FocusSteps {
  return {
    step: (by) => {
      if (frame.current === null) return;
      const items = itemsOf(frame.current);
      const at = items.findIndex((item) => item === document.activeElement);
      const next = at < 0 ? items[0] : items[at + by];
      next?.focus();
    },
    stepGroup: (by) => {
      if (frame.current === null) return;
      const groups = [...frame.current.querySelectorAll('[data-step-group]')].filter(
        (group) => itemsOf(group).length > 0,
      );
      const at = groups.findIndex((group) => group.contains(document.activeElement));
      const next = at < 0 ? groups[0] : groups[at + by];
      if (next !== undefined) itemsOf(next)[0]?.focus();
    },
  };
}
