/** Lists the tabs of the desk in their order, and reads the open one from the address. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';

export const deskViews = ['findings', 'templates', 'plots', 'scan', 'report', 'changes'] as const;
export type DeskView = (typeof deskViews)[number];
/** The tabs that show the recording. */
export const recordingTabs = [
  'findings',
  'templates',
  'plots',
  'scan',
  'changes',
] as const satisfies readonly DeskView[];

const first: DeskView = 'findings';
const address = z.object({ tab: z.enum(deskViews).catch(first).default(first) });

/** The tab is in the address, so that a reload or a shared link opens the same tab. */
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
