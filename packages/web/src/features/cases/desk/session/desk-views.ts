/** The tabs of the desk in their order, and which one the address names. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';

export const deskViews = ['findings', 'templates', 'plots', 'scan', 'report', 'changes'] as const;
export type DeskView = (typeof deskViews)[number];

const first: DeskView = 'findings';
const address = z.object({ tab: z.enum(deskViews).catch(first).default(first) });

/** A reload, and who is sent the address, opens the same tab. */
export function useDeskView(): readonly [DeskView, (view: DeskView) => void] {
  const search: unknown = useSearch({ strict: false });
  const navigate = useNavigate();
  const read = address.safeParse(search);
  const show = (view: DeskView): void => {
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, tab: view === first ? undefined : view }),
      replace: true,
      state: true,
      resetScroll: false,
    });
  };
  return [read.success ? read.data.tab : first, show];
}
