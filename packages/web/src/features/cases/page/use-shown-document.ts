/**
 * Provides the document shown instead of the recording. When it closes, the focus returns to where it was before, or to
 * the page's column if that element is gone.
 */
import { useSearch } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { z } from 'zod';
import { mayTakeFocus } from '../../../ui/dialogs/may-take-focus.ts';
import type { ShownDocument } from './shown-document.ts';

/** The address may ask for the report (`showReport`). */
const address = z.object({ show: z.literal('report').optional().catch(undefined) });

/** `opensReport`: the report is shown first, whatever the address asks for. */
export function useShownDocument(
  opensReport: boolean,
): [shown: ShownDocument | undefined, show: (next: ShownDocument | undefined) => void] {
  const search: unknown = useSearch({ strict: false });
  const asks = opensReport || address.safeParse(search).data?.show === 'report';
  const [shown, setShown] = useState<ShownDocument | undefined>(
    asks ? { kind: 'report', version: undefined } : undefined,
  );
  const before = useRef<HTMLElement | null>(null);
  const open = useRef(asks);
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
