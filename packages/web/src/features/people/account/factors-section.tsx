/** Shows the second factors: the authenticator app and the recovery codes, according to the institution's policy. */
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { DeviceMobileIcon, ListNumbersIcon } from '@phosphor-icons/react';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { refreshUser } from '../../../platform/session/sign-in.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { Loading } from '../../../ui/states/after-delay.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { showToast } from '../../../ui/toasts/toast-queue.ts';
import { useNow } from '../../../ui/use-now.ts';
import { AccountCard, AccountRow, AccountRows, RowActs } from './account-card.tsx';
import { AuthenticatorDialog, type NewAuthenticator } from './authenticator-dialog.tsx';
import { PasskeyRows } from './passkey-rows.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { usePasswordAgain, type PasswordAgain } from './use-password-again.ts';

const factorsQuery = callQuery('signInFactors', {});
type Factors = OutputOf<Routes['signInFactors']>;

/** Returns the changes of factors, and their results to show: the app's secret, the recovery codes. */
function useFactorChanges() {
  const { t } = useTranslation('account');
  const cache = useQueryClient();
  const askPassword = usePasswordAgain();
  const [made, setMade] = useState<NewAuthenticator | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const onSettled = () => cache.invalidateQueries({ queryKey: factorsQuery.queryKey });
  const begin = useMutation({
    mutationFn: (again: PasswordAgain) => api.call('beginAuthenticator', { ...again }),
    onSuccess: setMade,
  });
  const remove = useMutation({
    mutationFn: (again: PasswordAgain) => api.call('removeAuthenticator', { ...again }),
    onSuccess: () => showToast(t('app.removed')),
    onSettled,
  });
  const renew = useMutation({
    mutationFn: (again: PasswordAgain) => api.call('renewRecoveryCodes', { ...again }),
    onSuccess: ({ recovery_codes }) => setCodes(recovery_codes),
    onSettled,
  });
  const withPassword = async (change: (again: PasswordAgain) => void, message?: string) => {
    const again = await askPassword(message);
    if (again !== null) change(again);
  };
  const added = (shown: readonly string[] | null) => {
    setMade(null);
    setCodes(shown);
    if (shown === null) concluded();
    void onSettled();
  };
  const concluded = () => {
    setCodes(null);
    showToast(t('app.added'));
    void refreshUser();
  };
  const changed = () => void onSettled();
  return { made, setMade, codes, added, changed, concluded, begin, remove, renew, withPassword };
}
type Changes = ReturnType<typeof useFactorChanges>;

function AppRow({ factors, changes }: { factors: Factors; changes: Changes }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const nowMs = useNow();
  const { authenticator, rule } = factors;
  const { begin, remove, withPassword } = changes;
  const facts =
    authenticator === null
      ? [t('app.none')]
      : [
          t('app.since', { time: format.moment(authenticator.created_at, nowMs) }),
          authenticator.last_used_at === null
            ? null
            : t('app.used', { time: format.moment(authenticator.last_used_at, nowMs) }),
        ];
  return (
    <AccountRow aria-label={t('app')}>
      <DeviceMobileIcon size={20} aria-hidden="true" />
      <div>
        <strong>{t('app')}</strong>
        <div className="facts">{facts.filter((fact) => fact !== null).join(' · ')}</div>
      </div>
      <RowActs>
        {rule === 'off' ? null : (
          <Button
            variant={authenticator === null ? 'contained' : 'text'}
            color={authenticator === null ? 'primary' : 'inherit'}
            onClick={() => void withPassword(begin.mutate)}
            disabled={begin.isPending}
          >
            {t(authenticator === null ? 'app.set-up' : 'app.replace')}
          </Button>
        )}
        {authenticator === null ? null : (
          <Button
            onClick={() => void withPassword(remove.mutate, t('app.remove-body'))}
            disabled={remove.isPending}
          >
            {t('remove')}
          </Button>
        )}
      </RowActs>
    </AccountRow>
  );
}

function CodesRow({ left, changes: { renew, withPassword } }: { left: number; changes: Changes }) {
  const { t } = useTranslation('account');
  return (
    <AccountRow aria-label={t('codes')}>
      <ListNumbersIcon size={20} aria-hidden="true" />
      <div>
        <strong>{t('codes')}</strong>
        <div className="facts">{t('codes.left', { count: left })}</div>
      </div>
      <Button onClick={() => void withPassword(renew.mutate)} disabled={renew.isPending}>
        {t('codes.renew')}
      </Button>
    </AccountRow>
  );
}

function Due({ due_at }: { due_at: string }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  return (
    <div style={{ padding: '0 16px 12px' }}>
      <NoticeBar tone="warning" title={t('steps.due', { time: format.instant('dateTime', due_at) })}>
        {t('steps.due-body')}
      </NoticeBar>
    </div>
  );
}

function FactorRows({ factors, changes }: { factors: Factors; changes: Changes }) {
  const nowMs = useNow();
  const { due_at } = factors;
  const hasFactor = factors.authenticator !== null || factors.passkeys.length > 0;
  return (
    <>
      {due_at === null || Date.parse(due_at) <= nowMs ? null : <Due due_at={due_at} />}
      <AccountRows>
        {factors.rule === 'off' && factors.authenticator === null ? null : (
          <AppRow factors={factors} changes={changes} />
        )}
        <PasskeyRows
          passkeys={factors.passkeys}
          offered={factors.rule !== 'off'}
          onChanged={changes.changed}
          onAdded={changes.added}
        />
        {hasFactor ? <CodesRow left={factors.recovery_codes_left} changes={changes} /> : null}
      </AccountRows>
    </>
  );
}

export function FactorsSection() {
  const { t } = useTranslation('account');
  const { data, error, refetch } = useQuery({ ...factorsQuery, staleTime: 0 });
  const changes = useFactorChanges();
  const { made, codes } = changes;
  return (
    <AccountCard part="steps" title={t('steps')} lead={t(`steps.lead-${data?.rule ?? 'offered'}`)}>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading>
          <Skeleton height={56} sx={{ margin: '0 16px 8px' }} />
        </Loading>
      ) : (
        <FactorRows factors={data} changes={changes} />
      )}
      {made === null ? null : (
        <AuthenticatorDialog made={made} onClose={() => changes.setMade(null)} onDone={changes.added} />
      )}
      {codes === null ? null : <RecoveryCodesDialog codes={codes} onClose={changes.concluded} />}
    </AccountCard>
  );
}
