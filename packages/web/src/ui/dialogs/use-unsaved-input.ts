/** Asks before what was typed in a field of a dialog is lost: by Esc, a click beside the dialog, or another button of it. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogs } from './dialogs.ts';

export type UnsavedInput = {
  readonly onTyped: () => void;
  /** What was typed is saved or was discarded by its own button. */
  readonly onSettled: () => void;
  /** Runs the act at once if nothing is typed, otherwise if the user discards it. */
  readonly leave: (act: () => void) => void;
};

export function useUnsavedInput(): UnsavedInput {
  const { t } = useTranslation('dialogs');
  const dialogs = useDialogs();
  const isTyped = useRef(false);
  const mayLeave = async (): Promise<boolean> =>
    !isTyped.current ||
    dialogs.confirm({
      message: t('discard'),
      confirmText: t('discard.yes'),
      cancelText: t('discard.no'),
      destructive: true,
    });
  const leave = async (act: () => void): Promise<void> => {
    if (!(await mayLeave())) return;
    isTyped.current = false;
    act();
  };
  return {
    onTyped: () => void (isTyped.current = true),
    onSettled: () => void (isTyped.current = false),
    leave: (act) => void leave(act),
  };
}
