/**
 * Shows the state of push in this browser, with the buttons to allow it or turn it off. An error is shown by its name
 * where it occurs.
 */
import Button from '@mui/material/Button';
import { BellRingingIcon, BellSlashIcon } from '@phosphor-icons/react';
import { pushBrowsers } from '@rhythmdesk/domain/notice/notification-preferences';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PushFault } from '../../../platform/push/push-fault.ts';
import { isTurnedOff, keepTurnedOff } from '../../../platform/push/push-memory.ts';
import { browserPush } from '../../../platform/push/set-up-push.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useFaultText } from '../../../ui/states/error-state.tsx';
import { AccountRow, AccountRows } from './account-card.tsx';

type Push = Omit<typeof browserPush, 'setUpPush'>;
type State = ReturnType<Push['pushState']> | 'turned-off';

function stateFor(push: Push, user_id: number): State {
  const state = push.pushState();
  return state === 'granted' && isTurnedOff(user_id) ? 'turned-off' : state;
}

function useBrowserPush(push: Push) {
  const { id } = useSessionUser();
  const [state, setState] = useState(() => stateFor(push, id));
  const turn = useMutation({
    mutationFn: async (on: boolean) => {
      await (on ? push.askForPush() : push.turnOffPush());
      keepTurnedOff(id, !on);
    },
    meta: { faults: 'in-place' },
    onSettled: () => setState(stateFor(push, id)),
  });
  return { state, turn };
}

export function BrowserPush({ push = browserPush }: { readonly push?: Push }) {
  const { t } = useTranslation('notification-settings');
  const { t: textOfPush } = useTranslation('push');
  const { state, turn } = useBrowserPush(push);
  const { error, isPending, mutate } = turn;
  const textOf = useFaultText();
  const fault = error instanceof PushFault ? textOfPush(`fault.${error.code}`) : error && textOf(error);
  const isOn = state === 'granted';
  const Icon = isOn ? BellRingingIcon : BellSlashIcon;
  return (
    <AccountRows>
      <AccountRow aria-label={t('browser')}>
        <Icon size={20} aria-hidden="true" />
        <div>
          <strong>{t('browser')}</strong>
          <div className="facts" role="status">
            {fault ?? textOfPush(`state.${state}`)}
          </div>
          {isOn ? <div className="facts">{textOfPush('limit', { count: pushBrowsers })}</div> : null}
        </div>
        {isOn || state === 'unasked' || state === 'turned-off' ? (
          <Button variant="outlined" onClick={() => mutate(!isOn)} disabled={isPending}>
            {t(isOn ? 'turn-off' : 'allow')}
          </Button>
        ) : null}
      </AccountRow>
    </AccountRows>
  );
}
