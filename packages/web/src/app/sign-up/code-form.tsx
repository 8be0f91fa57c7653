/**
 * Shows the form for the six-digit code: how long it is valid, how many tries are left, and a button to send a new one.
 * A wrong code stays in the field; after the fifth, or at 0:00, only sending again is left. Screen readers announce the
 * countdown at 30 and 0 seconds.
 */
import { styled } from '@mui/material/styles';
import type { Verification } from '@rhythmdesk/contract/sign-up';
import { ArrowClockwiseIcon, ClockIcon, InfoIcon } from '@phosphor-icons/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../platform/theme/type-scale.ts';
import { api } from '../../platform/client/api.ts';
import { ApiError } from '../../platform/client/api-error.ts';
import { formatCountdown } from '../../platform/texts/duration.ts';
import { QuietButton } from '../../ui/plain-button.tsx';
import { Spoken } from '../../ui/spoken.tsx';
import { EntryHint, EntryTitle } from '../entry/entry-frame.tsx';
import { EntryFault, EntryFoot, EntryForm, EntrySubmit } from '../entry/entry-parts.tsx';
import { useLeft } from '../../ui/use-left.ts';
import { useSubmit } from '../entry/use-submit.ts';
import { CodeCells, codeLength } from '../../ui/code-cells.tsx';
import type { StepProps } from './sign-up-steps.ts';

const Figures = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  marginTop: 8,
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
  '& svg': { verticalAlign: -3, marginRight: 6 },
}));
const Change = styled('button')(({ theme }) => ({
  minHeight: 24,
  padding: 0,
  border: 0,
  borderRadius: 4,
  font: 'inherit',
  fontWeight: 600,
  cursor: 'pointer',
  background: 'transparent',
  color: theme.vars.palette.primary.main,
}));
const Note = styled('p')(({ theme }) => ({
  display: 'flex',
  gap: 10,
  margin: '8px 0 0',
  paddingTop: 20,
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  fontSize: textSize.body,
  lineHeight: '20px',
  overflowWrap: 'anywhere',
  color: theme.vars.palette.text.secondary,
  '& svg': { flex: 'none', marginTop: 2 },
}));

type CodeFormProps = StepProps & { verification: Verification };

function Limits({ leftMs, tries }: { leftMs: number; tries: number }) {
  const { t } = useTranslation('sign-up');
  const seconds = Math.ceil(leftMs / 1_000);
  const said = seconds === 0 ? t('code.over') : seconds <= 30 ? t('code.seconds-left', { count: 30 }) : '';
  return (
    <Figures>
      <span>
        <ClockIcon size={14} aria-hidden="true" />
        {leftMs === 0 ? t('code.over') : t('code.good-for', { time: formatCountdown(leftMs) })}
      </span>
      <span>{tries === 0 ? t('code.no-tries') : t('code.tries', { count: tries })}</span>
      <Spoken aria-live="polite">{said}</Spoken>
    </Figures>
  );
}

function SendAgain({ verification, onSend }: { verification: Verification; onSend: () => void }) {
  const { t } = useTranslation('sign-up');
  const waitMs = useLeft(verification.resend_at);
  return (
    <QuietButton type="button" onClick={onSend} disabled={waitMs > 0} style={{ marginRight: -8 }}>
      <ArrowClockwiseIcon size={16} aria-hidden="true" />
      {waitMs > 0 ? t('code.again-in', { time: formatCountdown(waitMs) }) : t('code.again')}
    </QuietButton>
  );
}

/** Sends and checks codes; a wrong one costs a try, here as on the server. */
function useCode({ state, onChange, verification }: CodeFormProps) {
  const { t } = useTranslation('sign-up');
  const submit = useSubmit(['code']);
  const [code, setCode] = useState('');
  const [tries, setTries] = useState(verification.tries_left);
  const confirm = async () => {
    if (code.length < codeLength) return submit.say('code', t('code.incomplete'));
    const { verification_id } = verification;
    await submit.run(async () => {
      try {
        const verified = await api.call('verification', { verification_id, code });
        onChange({ verification: verified, step: 'details' });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'auth/code-wrong') setTries((left) => left - 1);
        if (error instanceof ApiError && error.status === 410) setTries(0);
        throw error;
      }
    });
  };
  const again = () =>
    submit.run(async () => {
      const { email, institution_code } = state;
      const sent = await api.call('verification', { email, institution_code });
      setCode('');
      setTries(sent.tries_left);
      onChange({ verification: sent });
    });
  const type = (typed: string) => {
    submit.clear();
    setCode(typed);
  };
  return { ...submit, code, tries, type, confirm, again };
}

export function CodeForm(props: CodeFormProps) {
  const { t } = useTranslation('sign-up');
  const { state, onChange, verification } = props;
  const { code, tries, type, confirm, again, working, fault } = useCode(props);
  const leftMs = useLeft(verification.expires_at);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), [verification.verification_id]);
  const over = leftMs === 0 || tries === 0;
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    if (!over) void confirm();
  };
  return (
    <EntryForm onSubmit={submitted} noValidate>
      <div>
        <EntryTitle>{t('code.title')}</EntryTitle>
        <EntryHint style={{ marginBottom: 16 }}>
          {t('code.sent-to')} <strong>{state.email}</strong>{' '}
          <Change type="button" onClick={() => onChange({ verification: null })}>
            {t('code.change')}
          </Change>
        </EntryHint>
        <CodeCells
          label={t('code.label')}
          value={code}
          onChange={type}
          fault={fault?.words}
          disabled={over}
          inputRef={input}
        />
        <Limits leftMs={leftMs} tries={tries} />
      </div>
      <EntryFault words={fault?.words} />
      {over ? null : <EntrySubmit working={working}>{t('code.confirm')}</EntrySubmit>}
      <EntryFoot onBack={() => onChange({ verification: null })}>
        <SendAgain verification={verification} onSend={() => void again()} />
      </EntryFoot>
      <Note>
        <InfoIcon size={16} aria-hidden="true" />
        <span>
          {t('code.no-mail')}
          {verification.sender === '' ? null : ` ${t('code.from', { sender: verification.sender })}`}
        </span>
      </Note>
    </EntryForm>
  );
}
