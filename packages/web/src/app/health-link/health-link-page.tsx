/** Shows a patient's own results, `/health-link#shlink:/…`: asks for the passcode, then shows the report. No sign-in. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useLocation } from '@tanstack/react-router';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NoticeBar } from '../../ui/states/notice-bar.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Brand } from '../brand.tsx';
import { useSite } from '../site.ts';
import { type LinkPayload, openLink, type Opening, readLink } from './open-link.ts';
import { OpenedReport } from './opened-report.tsx';

const Page = styled('main')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 20,
  width: '100%',
  maxWidth: 640,
  margin: '0 auto',
  padding: '16px 16px 48px',
  ...theme.typography.body1,
}));
const Title = styled('h1')(({ theme }) => ({
  ...theme.typography.h2,
  margin: '16px 0 0',
  textWrap: 'balance',
}));
const Line = styled('p')(({ theme }) => ({ margin: 0, color: theme.vars.palette.text.secondary }));
const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 16, maxWidth: 320 });

/** Says that the link does not work, without any patient data. */
function Gone() {
  const { t } = useTranslation('health-links');
  const { t: say } = useTranslation('agreements');
  const { support_phone } = useSite();
  return (
    <>
      <Title role="status">{t('page.gone')}</Title>
      <Line>{t('page.gone-help')}</Line>
      {support_phone === '' ? null : <Line>{say('questions', { phone: support_phone })}</Line>}
    </>
  );
}

type Tried = Opening | { readonly kind: 'failed' } | null;

function AskPasscode({
  payload,
  onOpening,
}: {
  payload: LinkPayload;
  onOpening: (opening: Opening) => void;
}) {
  const { t } = useTranslation('health-links');
  const [passcode, setPasscode] = useState('');
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState<Tried>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The next passcode replaces the wrong one: typed behind it, it would use up another attempt.
    if (tried?.kind === 'wrong') field.current?.select();
  }, [tried]);
  const send = async (): Promise<void> => {
    setBusy(true);
    const opening = await openLink(payload, passcode).catch(() => ({ kind: 'failed' }) as const);
    setBusy(false);
    if (opening.kind === 'opened' || opening.kind === 'gone') onOpening(opening);
    else setTried(opening);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (passcode.trim() !== '') void send();
  };
  return (
    <Form onSubmit={submit}>
      <Line>{t('page.ask')}</Line>
      {tried?.kind === 'failed' ? <NoticeBar tone="error" title={t('page.failed')} /> : null}
      <TextField
        label={t('passcode')}
        inputRef={field}
        value={passcode}
        autoFocus
        autoComplete="one-time-code"
        inputProps={{ inputMode: 'numeric', maxLength: 20 }}
        sx={{ height: 44 }}
        fault={tried?.kind === 'wrong' ? t('page.wrong', { count: tried.left }) : undefined}
        onChange={({ target }) => setPasscode(target.value)}
      />
      <Button type="submit" size="large" variant="contained" disabled={busy || passcode.trim() === ''}>
        {t(tried?.kind === 'failed' ? 'page.again' : 'page.open')}
      </Button>
    </Form>
  );
}

function Link({ payload }: { payload: LinkPayload }) {
  const { t } = useTranslation('health-links');
  const [opening, setOpening] = useState<Opening | null>(null);
  if (opening?.kind === 'gone') return <Gone />;
  return (
    <>
      <Title>{t('page.title')}</Title>
      {opening?.kind === 'opened' ? (
        <OpenedReport content={opening.content} />
      ) : (
        <AskPasscode payload={payload} onOpening={setOpening} />
      )}
    </>
  );
}

export function HealthLinkPage() {
  const { t } = useTranslation('health-links');
  const fragment = useLocation({ select: ({ hash }) => hash });
  const payload = readLink(fragment, location.origin);
  useEffect(() => {
    document.title = `${t('page.title')} · Rhythmdesk`;
  }, [t]);
  return (
    <Page>
      <Brand />
      {payload === null ? <Gone /> : <Link key={fragment} payload={payload} />}
    </Page>
  );
}
