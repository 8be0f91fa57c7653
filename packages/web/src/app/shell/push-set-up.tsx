/**
 * Sets up push in the shell. Users who know the page are first asked by a card, and after their click by the browser.
 * Where push is allowed the token is renewed. A click on a push message opens its page, with an alert if the page was
 * in front. An error is shown once, by its name; the account page always shows the state.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { BellRingingIcon } from '@phosphor-icons/react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PushFault } from '../../platform/push/push-fault.ts';
import {
  clickOf,
  countVisit,
  forgetFaults,
  isFirstShowing,
  isPutOff,
  isTurnedOff,
  knowsThePage,
  putOff,
} from '../../platform/push/push-memory.ts';
import { browserPush } from '../../platform/push/set-up-push.ts';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { useStored } from '../../platform/use-stored.ts';
import { useDialogs } from '../../ui/dialogs/dialogs.ts';
import { showToast } from '../../ui/toasts/toast-queue.ts';
import { pushRequested, usePushRequest } from './push-request.ts';

const Card = styled('section')(({ theme }) => ({
  position: 'fixed',
  right: 16,
  bottom: 40,
  // Below every dialog, so that it covers no button of one.
  zIndex: theme.zIndex.appBar,
  display: 'grid',
  gridTemplateColumns: '20px minmax(0, 1fr)',
  gap: '4px 12px',
  width: 'min(380px, calc(100vw - 32px))',
  padding: 16,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.surface.s4,
  boxShadow: theme.vars.palette.shadow.menu,
  '& > svg': { color: theme.vars.palette.primary.main },
  '& > div': { gridColumn: 2, display: 'flex', justifyContent: 'flex-end', gap: 8, marginTop: 8 },
}));

/** Shows an error as a toast, each kind once until push works again. */
function useFaultToast(): (fault: unknown) => void {
  const { t } = useTranslation('push');
  return useCallback(
    (fault) => {
      if (fault instanceof PushFault && isFirstShowing(fault.code)) showToast(t(`fault.${fault.code}`));
    },
    [t],
  );
}

/** Opens the target of a clicked push message. */
function useNotificationClicks(): void {
  const { t } = useTranslation('push');
  const navigate = useNavigate();
  const dialogs = useDialogs();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    const hear = ({ data }: MessageEvent<unknown>) => {
      const click = clickOf(data);
      if (click === null) return;
      void navigate({ href: click.address });
      if (click.foreground) void dialogs.alert({ message: t('event') });
    };
    navigator.serviceWorker.addEventListener('message', hear);
    return () => navigator.serviceWorker.removeEventListener('message', hear);
  }, [navigate, dialogs, t]);
}

/** Nobody is asked while a recording is being read. */
const isReading = (pathname: string): boolean => /^\/(detail\/|review\/|practice$)/.test(pathname);

type QuestionProps = { onAllow: () => void; onLater: () => void };

function Question({ onAllow, onLater }: QuestionProps) {
  const { t } = useTranslation('push');
  return (
    <Card aria-label={t('ask.title')}>
      <BellRingingIcon size={20} aria-hidden="true" />
      <Typography variant="h3" component="h2">
        {t('ask.title')}
      </Typography>
      <span />
      <Typography variant="body2" color="textSecondary">
        {t('ask.body')}
      </Typography>
      <div>
        <Button onClick={onLater}>{t('ask.later')}</Button>
        <Button variant="contained" color="primary" onClick={onAllow}>
          {t('ask.allow')}
        </Button>
      </div>
    </Card>
  );
}

export function PushSetUp({
  push = browserPush,
}: {
  readonly push?: Omit<typeof browserPush, 'turnOffPush'>;
}) {
  const { id } = useSessionUser();
  const { pathname } = useLocation();
  const showFault = useFaultToast();
  const request = usePushRequest(push);
  const isRequested = useStored(pushRequested);
  const [asking, setAsking] = useState(() => {
    const now = Date.now();
    return push.pushState() === 'unasked' && knowsThePage(id, now) && !isPutOff(now) && !isTurnedOff(id);
  });
  useNotificationClicks();
  useEffect(() => countVisit(id, Date.now()), [id]);
  useEffect(() => {
    // The token may have been sent for another session. If the server refused it or the network failed, the next page
    // tries again.
    if (push.pushState() === 'granted' && !isTurnedOff(id)) push.setUpPush().then(forgetFaults, showFault);
  }, [push, id, showFault]);
  if (!asking || isRequested || isReading(pathname)) return null;
  const later = () => {
    setAsking(false);
    putOff(Date.now());
  };
  return <Question onAllow={() => void request()} onLater={later} />;
}
