/**
 * Asks the user before a dialog loses what they typed: on Esc, on a click beside the dialog, on its other buttons, and
 * before the page is reloaded or closed.
 */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogs } from './dialogs.ts';

export type UnsavedInput = {
  readonly onTyped: () => void;
  /** Call it when the typed text was saved, or when the user discarded it with the button of its field. */
  readonly onSettled: () => void;
  /** Runs the act at once if nothing is typed. Otherwise it asks first, and runs the act if the user discards the text. */
  readonly leave: (act: () => void) => void;
};

export function useUnsavedInput(): UnsavedInput {
  const { t } = useTranslation('dialogs');
  const dialogs = useDialogs();
  const isTyped = useRef(false);
  useEffect(() => {
    const stop = new AbortController();
    const hold = (event: Event): void => {
      if (isTyped.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold, { signal: stop.signal });
    return () => stop.abort();
  }, []);
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
