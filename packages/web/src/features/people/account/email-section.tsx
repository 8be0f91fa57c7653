/** Shows the user's e-mail address, a new one that waits for its code, and the field for the code. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { OwnEmail } from '@rhythmdesk/contract/email-addresses';
import { EnvelopeSimpleIcon } from '@phosphor-icons/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { refreshUser } from '../../../platform/session/sign-in.ts';
import { formatCountdown } from '../../../platform/texts/duration.ts';
import { CodeCells, codeLength } from '../../../ui/code-cells.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { useFaultText } from '../../../ui/states/error-state.tsx';
import { showToast } from '../../../ui/toasts/toast-queue.ts';
import { useLeft } from '../../../ui/use-left.ts';
import { AccountCard, AccountRow, AccountRows, RowActs } from './account-card.tsx';

const emailQuery = callQuery('ownEmail', {});
type Pending = NonNullable<OwnEmail['pending']>;

const Form = styled('form')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  maxWidth: 420,
  padding: '12px 16px 16px 48px',
  '& p': { margin: 0, color: theme.vars.palette.text.secondary },
  [theme.breakpoints.down('md')]: { maxWidth: 'none', paddingLeft: 16, '& button': { minHeight: 44 } },
}));

/** Sends, confirms or cancels a code, then fetches the address again, also after an error. */
function useEmailCall(call: () => Promise<unknown>, onDone: () => void = () => undefined) {
  const cache = useQueryClient();
  return useMutation({
    meta: { faults: 'in-place' },
    mutationFn: call,
    onSuccess: onDone,
    onSettled: () => cache.invalidateQueries({ queryKey: emailQuery.queryKey }),
  });
}

type CodeEntryProps = { pending: Pending; code: string; onCode: (code: string) => void };

function useCodeEntry({ pending, code, onCode }: CodeEntryProps) {
  const { t } = useTranslation('account');
  const leftMs = useLeft(pending.expires_at);
  const isOver = leftMs === 0 || pending.tries_left === 0;
  const confirm = useEmailCall(
    () => api.call('confirmEmail', { code }),
    () => {
      showToast(t('email.confirmed-now'));
      void refreshUser();
    },
  );
  const again = useEmailCall(() => api.call('sendEmailCode', {}));
  const forget = useEmailCall(() => api.call('cancelEmail', {}));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (code.length === codeLength && !isOver && !confirm.isPending) confirm.mutate();
  };
  const sendAgain = () => {
    confirm.reset();
    onCode('');
    again.mutate();
  };
  const fault = confirm.error ?? again.error ?? forget.error;
  return { leftMs, isOver, confirm, again, forget, submit, sendAgain, fault };
}

type EntryState = ReturnType<typeof useCodeEntry>;

function CodeActs({ pending, code, entry }: Omit<CodeEntryProps, 'onCode'> & { entry: EntryState }) {
  const { t } = useTranslation('account');
  const waitMs = useLeft(pending.resend_at);
  const { isOver, confirm, again, forget, sendAgain } = entry;
  return (
    <RowActs style={{ justifyContent: 'flex-start' }}>
      {isOver ? null : (
        <Button type="submit" variant="contained" disabled={code.length < codeLength || confirm.isPending}>
          {t('email.confirm')}
        </Button>
      )}
      <Button onClick={sendAgain} disabled={waitMs > 0 || again.isPending}>
        {waitMs > 0 ? t('email.again-in', { time: formatCountdown(waitMs) }) : t('email.again')}
      </Button>
      <Button onClick={() => forget.mutate()} disabled={forget.isPending}>
        {t('cancel')}
      </Button>
    </RowActs>
  );
}

function CodeEntry({ pending, code, onCode }: CodeEntryProps) {
  const { t } = useTranslation('account');
  const faultText = useFaultText();
  const input = useRef<HTMLInputElement>(null);
  const entry = useCodeEntry({ pending, code, onCode });
  const { leftMs, isOver, fault } = entry;
  return (
    <Form onSubmit={entry.submit} noValidate>
      <CodeCells
        label={t('email.code')}
        value={code}
        onChange={onCode}
        disabled={isOver}
        fault={undefined}
        inputRef={input}
      />
      <p>
        {isOver
          ? t('email.over')
          : `${t('email.left', { time: formatCountdown(leftMs) })} · ${t('email.tries', { count: pending.tries_left })}`}
      </p>
      {fault === null ? null : <NoticeBar tone="error" title={faultText(fault)} />}
      <CodeActs {...{ pending, code, entry }} />
    </Form>
  );
}

function Address({ email, state, children }: { email: string; state: string; children?: ReactNode }) {
  return (
    <AccountRow aria-label={email}>
      <EnvelopeSimpleIcon size={20} aria-hidden="true" />
      <div>
        <strong>{email}</strong>
        <div className="facts">{state}</div>
      </div>
      {children}
    </AccountRow>
  );
}

function Unconfirmed({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const faultText = useFaultText();
  const send = useEmailCall(() => api.call('sendEmailCode', {}));
  return (
    <>
      <Address email={email} state={t('email.unconfirmed')}>
        <Button onClick={() => send.mutate()} disabled={send.isPending}>
          {t('email.send')}
        </Button>
      </Address>
      {send.error === null ? null : <NoticeBar tone="error" title={faultText(send.error)} />}
    </>
  );
}

function Addresses({ email, confirmed, pending }: OwnEmail) {
  const { t } = useTranslation('account');
  const [code, setCode] = useState('');
  const isMoving = pending !== null && pending.email !== email;
  return (
    <>
      <AccountRows>
        {email !== '' && (confirmed || isMoving) ? (
          <Address email={email} state={confirmed ? t('email.confirmed') : t('email.unconfirmed')} />
        ) : null}
        {email !== '' && !confirmed && pending === null ? <Unconfirmed email={email} /> : null}
        {pending === null ? null : (
          <Address
            email={pending.email}
            state={isMoving && email !== '' ? t('email.waiting') : t('email.sent')}
          />
        )}
      </AccountRows>
      {pending === null ? null : (
        <CodeEntry key={pending.email} pending={pending} code={code} onCode={setCode} />
      )}
    </>
  );
}

export function EmailSection() {
  const { t } = useTranslation('account');
  const { data } = useQuery({ ...emailQuery, staleTime: 0 });
  if (data === undefined || (data.email === '' && data.pending === null)) return null;
  return (
    <AccountCard part="email" title={t('email')} lead={t('email.lead')}>
      <Addresses {...data} />
    </AccountCard>
  );
}
