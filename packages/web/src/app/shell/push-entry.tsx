/** Offers push under the bell, while this browser can receive it and the user has neither allowed it nor turned it off. */
import Button from '@mui/material/Button';
import { BellRingingIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTurnedOff } from '../../platform/push/push-memory.ts';
import { browserPush } from '../../platform/push/set-up-push.ts';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { usePushRequest } from './push-request.ts';

type PushEntryProps = { readonly push?: Pick<typeof browserPush, 'pushState' | 'askForPush'> };

export function PushEntry({ push = browserPush }: PushEntryProps) {
  const { id } = useSessionUser();
  const { t } = useTranslation('push');
  const request = usePushRequest(push);
  const [isBusy, setIsBusy] = useState(false);
  if (push.pushState() !== 'unasked' || isTurnedOff(id)) return null;
  const press = () => {
    setIsBusy(true);
    void request().then(() => setIsBusy(false));
  };
  return (
    <Button
      variant="text"
      color="inherit"
      startIcon={<BellRingingIcon size={16} aria-hidden="true" />}
      sx={{ width: '100%', height: 44 }}
      disabled={isBusy}
      onClick={press}
    >
      {t('turn-on')}
    </Button>
  );
}
