/** Push in this very browser: its state, and the way to allow it. A fault is named where it arises. */
import Button from '@mui/material/Button';
import { BellRingingIcon } from '@phosphor-icons/react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PushFault } from '../../../platform/push/push-fault.ts';
import { askForPush, pushState } from '../../../platform/push/set-up-push.ts';
import { AccountRow, AccountRows } from './account-card.tsx';

export function BrowserPush() {
  const { t } = useTranslation('telling');
  const { t: push } = useTranslation('push');
  const [state, setState] = useState(pushState);
  const allow = useMutation({
    mutationFn: askForPush,
    meta: { faults: 'in-place' },
    onSettled: () => setState(pushState()),
  });
  const fault = allow.error instanceof PushFault ? allow.error.code : null;
  return (
    <AccountRows>
      <AccountRow aria-label={t('browser')}>
        <BellRingingIcon size={20} aria-hidden="true" />
        <div>
          <strong>{t('browser')}</strong>
          <div className="facts" role="status">
            {fault === null ? push(`state.${state}`) : push(`fault.${fault}`)}
          </div>
        </div>
        {state === 'unasked' ? (
          <Button variant="outlined" onClick={() => allow.mutate()} disabled={allow.isPending}>
            {t('allow')}
          </Button>
        ) : null}
      </AccountRow>
    </AccountRows>
  );
}
