/**
 * Shows the foot of the page: the consent that staff confirm, what will be sent, and the buttons that send, alone or
 * with a request for analysis.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { can } from '@rhythmdesk/domain/people/can';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { dialogs } from '../../../ui/dialogs/dialogs.ts';
import { localToday } from '../../../ui/list/period.ts';
import { useNow } from '../../../ui/use-now.ts';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import { birthDateFault } from '../patients/patient-values.ts';
import { changeBatch, useBatch } from './batch.ts';
import { isRequestable, isSendable, missesForRequest, type Prepared } from './use-prepared.ts';
import { hnIdOf } from './verdict.ts';

const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4px 16px',
  minHeight: 60,
  padding: '8px 20px 8px 16px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
  [theme.breakpoints.down('md')]: {
    position: 'sticky',
    bottom: 0,
    zIndex: 2,
    gap: '4px 8px',
    padding: '6px 12px 8px',
    '& > .MuiButton-root': { flex: '1 1 auto' },
    // On a low screen, such as a phone in landscape, the foot is not sticky, which leaves the space to the cards.
    '@media (max-height: 560px)': { position: 'static' },
  },
}));
const Sum = styled('span')(({ theme }) => ({
  marginLeft: 'auto',
  [theme.breakpoints.down('md')]: {
    flexBasis: '100%',
    marginLeft: 0,
    fontSize: textSize.small,
    lineHeight: '16px',
  },
  color: theme.vars.palette.text.secondary,
}));
/** A native checkbox: the library's own consumes Enter, and with it Ctrl+Enter. */
const Agree = styled('label')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 32,
  cursor: 'pointer',
  '& input': { width: 18, height: 18, margin: 0, accentColor: theme.vars.palette.primary.main },
}));
const Hint = styled('span')(({ theme }) => ({
  flexBasis: '100%',
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
}));

const KeyOnDesk = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  [theme.breakpoints.down('md')]: { display: 'none' },
}));

const sendKey = 'Ctrl+⏎';

function SendKey() {
  return (
    <KeyOnDesk>
      <KeyCap name={sendKey} />
    </KeyOnDesk>
  );
}

function Consent({ count }: { count: number }) {
  const { t } = useTranslation('uploads');
  const { consent } = useBatch();
  return (
    <>
      <Agree>
        <input
          type="checkbox"
          checked={consent}
          onChange={({ target }) => changeBatch({ consent: target.checked })}
        />
        {t('consent', { count })}
      </Agree>
      {consent ? null : <Hint sx={{ order: 1 }}>{t('consent.hint')}</Hint>}
    </>
  );
}

/** The recordings that lack patient data for a request. */
const lackingOf = (sendable: readonly Prepared[]): readonly Prepared[] =>
  sendable.filter((each) => missesForRequest(each).length > 0);

/** The recordings with a birth date that the server would refuse after they were sent. */
const misdatedOf = (sendable: readonly Prepared[], today: string): readonly Prepared[] =>
  sendable.filter(
    ({ card, waiting }) => waiting === null && birthDateFault(card.patient.birth_date, today) !== null,
  );

/** Opens the patient’s fields of the first of these recordings; its first missing or wrong field then has the focus. */
const completeFirst = ([first]: readonly Prepared[]): void => {
  if (first !== undefined) changeBatch({ typing: first.card.id });
};

/** Asks about recordings that could not be requested yet; returns whether to continue. */
function useAskIncomplete() {
  const { t } = useTranslation('uploads');
  return async (sendable: readonly Prepared[]): Promise<boolean> => {
    const lacking = lackingOf(sendable);
    if (lacking.length === 0) return true;
    const names = lacking.map(({ card }) => hnIdOf(card) ?? card.file.name).join(', ');
    const sendsAll = await dialogs.confirm({
      title: t('incomplete.title', { count: lacking.length }),
      message: t('incomplete.body', { names }),
      confirmText: t('incomplete.do'),
      cancelText: t('incomplete.fill'),
      focusesCancel: true,
    });
    if (!sendsAll) completeFirst(lacking);
    return sendsAll;
  };
}

type RequestHelpProps = { readonly sendable: readonly Prepared[]; readonly count: number };

/** Says why nothing can be requested yet, and leads to what is missing. */
function RequestHelp({ sendable, count }: RequestHelpProps) {
  const { t } = useTranslation('uploads');
  const lacking = lackingOf(sendable);
  if (count > 0 || sendable.length === 0) return null;
  if (lacking.length === 0) {
    const later = sendable.some(({ hospital }) => hospital?.agree_type !== 'PAPER');
    return later ? <Hint sx={{ order: 1 }}>{t('consent.later')}</Hint> : null;
  }
  return (
    <Button size="large" variant="text" onClick={() => completeFirst(lacking)}>
      {t('incomplete.fill')}
    </Button>
  );
}

/** What will be sent; first, which recordings have no hospital yet. */
function WhatGoes({ prepared, sendable }: Record<'prepared' | 'sendable', readonly Prepared[]>) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const homeless = prepared.filter(
    ({ verdict, hospital }) => hospital === null && verdict.kind !== 'refused' && verdict.kind !== 'checking',
  );
  const bytes = sendable.reduce((sum, { card }) => sum + card.file.size, 0);
  return (
    <Sum>
      {homeless.length > 0
        ? t('hospital.missing', { count: homeless.length })
        : t('sum', { count: sendable.length, size: format.bytes(bytes) })}
    </Sum>
  );
}

type SendFootProps = {
  readonly prepared: readonly Prepared[];
  readonly onSend: (with_request: boolean) => void;
};

export function SendFoot({ prepared, onSend }: SendFootProps) {
  const { t } = useTranslation('uploads');
  const askIncomplete = useAskIncomplete();
  const { user_role } = useSessionUser();
  const requests = can(user_role, 'case.request') !== 'never';
  const sendable = prepared.filter(isSendable);
  const count = sendable.length;
  const { consent } = useBatch();
  const requestable = sendable.filter((each) => isRequestable(each, consent)).length;
  const onPaper = sendable.filter(({ hospital }) => hospital?.agree_type === 'PAPER').length;
  const misdated = misdatedOf(sendable, localToday(new Date(useNow())));
  const send = async (with_request: boolean) => {
    if (count === 0) return;
    if (misdated.length > 0) completeFirst(misdated);
    else if (with_request && requestable === 0) completeFirst(lackingOf(sendable));
    else if (!with_request || (await askIncomplete(sendable))) onSend(with_request);
  };
  const label = t(requests ? 'send-request.short' : 'send.short');
  useCommands([
    { id: 'upload.send', keys: [sendKey], title: label, footer: true, run: () => void send(requests) },
  ]);
  return (
    <Foot>
      {onPaper > 0 ? <Consent count={onPaper} /> : null}
      <WhatGoes prepared={prepared} sendable={sendable} />
      <Button
        variant={requests ? 'outlined' : 'contained'}
        {...(requests ? {} : { color: 'primary' as const })}
        size="large"
        disabled={count === 0}
        onClick={() => void send(false)}
      >
        {count > 0 ? t('send', { count }) : t('send.short')}
        {requests ? null : <SendKey />}
      </Button>
      {requests ? <RequestHelp sendable={sendable} count={requestable} /> : null}
      {requests ? (
        <Button
          variant="contained"
          color="primary"
          size="large"
          disabled={requestable === 0}
          onClick={() => void send(true)}
        >
          {requestable > 0 ? t('send-request', { count: requestable }) : label}
          <SendKey />
        </Button>
      ) : null}
    </Foot>
  );
}
