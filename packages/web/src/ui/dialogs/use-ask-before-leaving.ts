/** Leaving what is not saved asks first: for another page, another thing on the same page, or the end of the tab. */
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDialogs } from './dialogs.ts';

export type Place = { readonly pathname: string; readonly search: unknown };

const isSamePage = (from: Place, to: Place): boolean => from.pathname === to.pathname;

/** `isSame` says which moves keep the form; without it those that change the address's search alone. */
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
