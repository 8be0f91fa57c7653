/**
 * The document shown instead of the recording. When it closes, the focus returns to where it was before, or to the
 * page's column if that element is gone.
 */
import { useCallback, useRef, useState } from 'react';
import { mayTakeFocus } from '../../../ui/dialogs/may-take-focus.ts';
import type { ShownDocument } from './shown-document.ts';

export function useShownDocument(): [
  shown: ShownDocument | undefined,
  show: (next: ShownDocument | undefined) => void,
] {
  const [shown, setShown] = useState<ShownDocument>();
  const before = useRef<HTMLElement | null>(null);
  const open = useRef(false);
  const show = useCallback((next: ShownDocument | undefined) => {
    if (next !== undefined && !open.current) {
      const { activeElement } = document;
      before.current = activeElement instanceof HTMLElement ? activeElement : null;
    }
    if (next === undefined && open.current) {
      const { current } = before;
      // Runs after the recording is shown again: a hidden element cannot take the focus.
      requestAnimationFrame(() => {
        const isThere = current?.isConnected === true && current !== document.body;
        const next = isThere ? current : document.querySelector<HTMLElement>('#case-column');
        if (next !== null && mayTakeFocus(next)) next.focus();
      });
    }
    open.current = next !== undefined;
    setShown(next);
  }, []);
  return [shown, show];
}
