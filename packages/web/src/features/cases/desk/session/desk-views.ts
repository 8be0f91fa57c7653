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

const usual: DeskView = 'findings';
const address = z.object({ tab: z.enum(deskViews).optional().catch(undefined) });

/**
 * The tab is in the address, so that a reload or a shared link opens the same tab.
 * @param opening the tab that an address without one names
 */
export function useDeskView(opening: DeskView = usual): readonly [DeskView, (view: DeskView) => void] {
  const search: unknown = useSearch({ strict: false });
  const navigate = useNavigate();
  const read = address.safeParse(search);
  const show = (view: DeskView): void => {
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, tab: view === opening ? undefined : view }),
      replace: true,
      state: true,
      resetScroll: false,
    });
  };
  return [(read.success ? read.data.tab : undefined) ?? opening, show];
}
