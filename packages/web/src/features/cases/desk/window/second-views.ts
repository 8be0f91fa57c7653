/** Lists what the second window of a desk can show, and reads the open view from the address. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { deskPath } from '../../model/list-trail.ts';
import { browserAddress, ownName } from '../../../../platform/address/base-path.ts';

export const secondViews = ['plots', 'scan', 'templates', 'strip'] as const;
export type SecondView = (typeof secondViews)[number];

const address = z.object({ second: z.enum(secondViews).optional().catch(undefined) });

/** Returns null in the window of the desk itself. */
export function useSecondView(): readonly [SecondView | null, (view: SecondView) => void] {
  const search: unknown = useSearch({ strict: false });
  const navigate = useNavigate();
  const read = address.safeParse(search);
  const show = (second: SecondView): void => {
    void navigate({
      ...{ to: '.', replace: true, state: true, resetScroll: false },
      search: (before: object) => ({ ...before, second }),
    });
  };
  return [read.success ? (read.data.second ?? null) : null, show];
}

/** Turns this window into the desk. */
export function useBecomeDesk(case_id: number): (view: SecondView) => void {
  const navigate = useNavigate();
  return (view) => {
    const tab = view === 'strip' ? undefined : view;
    const search = (before: object) => ({ ...before, second: undefined, tab });
    void navigate({ to: deskPath(case_id), search, replace: true });
  };
}

/** Opens the second window at the place of this one, or brings the open one to the front. */
export function openSecond(case_id: number): void {
  const search = new URLSearchParams(window.location.search);
  search.delete('tab');
  search.set('second', 'plots');
  const { availWidth, availHeight } = window.screen;
  window.open(
    browserAddress(`${deskPath(case_id)}?${search.toString()}`),
    ownName(`rhythmdesk-second-${String(case_id)}`),
    `popup,width=${String(availWidth)},height=${String(availHeight)}`,
  );
}
