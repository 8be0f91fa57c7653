/** Requests push after a click on the card or under the bell, and shows the error if it fails. */
import { useTranslation } from 'react-i18next';
import { PushFault } from '../../platform/push/push-fault.ts';
import { forgetFaults, keepTurnedOff, putOff } from '../../platform/push/push-memory.ts';
import type { browserPush } from '../../platform/push/set-up-push.ts';
import { onSessionEnd, useSessionUser } from '../../platform/session/session-state.ts';
import { createStore } from '../../platform/store.ts';
import { useFaultText } from '../../ui/states/error-state.tsx';
import { showToast } from '../../ui/toasts/toast-queue.ts';

/** Whether this session has requested push: the card then disappears. */
export const pushRequested = createStore(false);

onSessionEnd(() => pushRequested.set(false));

export function usePushRequest(push: Pick<typeof browserPush, 'askForPush'>): () => Promise<void> {
  const { id } = useSessionUser();
  const { t } = useTranslation('push');
  const textOf = useFaultText();
  return async () => {
    pushRequested.set(true);
    putOff(Date.now());
    keepTurnedOff(id, false);
    try {
      await push.askForPush();
      forgetFaults();
    } catch (fault) {
      if (fault instanceof PushFault) showToast(t(`fault.${fault.code}`));
      else if (fault instanceof Error) showToast(textOf(fault));
    }
  };
}
