/**
 * Asks before the user leaves unsaved changes: for another page, another item on the same page, or by closing the tab.
 */
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDialogs } from './dialogs.ts';

export type PageAddress = { readonly pathname: string; readonly search: unknown };

const isSamePage = (from: PageAddress, to: PageAddress): boolean => from.pathname === to.pathname;

/** `isSame` decides which navigations keep the form; by default those that change only the query of the address. */
export function useAskBeforeLeaving(isChanged: boolean, isSame = isSamePage): void {
  const { t } = useTranslation('dialogs');
  const dialogs = useDialogs();
  useBlocker({
    disabled: !isChanged,
    enableBeforeUnload: () => isChanged,
    shouldBlockFn: async ({ current, next }) => {
      if (isSame(current, next)) return false;
      const leaves = await dialogs.confirm({
        message: t('discard'),
        confirmText: t('discard.yes'),
        cancelText: t('discard.no'),
        destructive: true,
      });
      return !leaves;
    },
  });
}
