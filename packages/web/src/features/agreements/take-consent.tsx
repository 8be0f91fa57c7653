/**
 * Offers the way in which this institution takes consent: by a link, on this screen or on paper; or says that it
 * requires none.
 */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import type { AgreementState } from '@rhythmdesk/contract/agreements';
import { languages, type Language } from '@rhythmdesk/domain/kit/languages';
import { stripPhone } from '@rhythmdesk/domain/people/contact';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { languageNames } from '../../platform/texts/languages.ts';
import { currentLanguage } from '../../platform/texts/texts.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { NoticeBar } from '../../ui/states/notice-bar.tsx';
import { CleanedField } from '../../ui/cleaned-field.tsx';
import { BedsideConsent } from './bedside-consent.tsx';
import { payloadOf } from './patient-payload.ts';

const Part = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 12,
  '& p': { margin: 0, color: theme.vars.palette.text.secondary },
}));
const Tick = styled('label')({ display: 'flex', alignItems: 'center', gap: 6, minHeight: 32 });
const Row = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  gap: 8,
  width: '100%',
});

type TakeProps = { state: AgreementState; onChanged: () => void };

function OnPaper({ state, onChanged }: TakeProps) {
  const { t } = useTranslation('agreements');
  const [held, setHeld] = useState(false);
  const id = useId();
  const keep = useMutation({
    mutationFn: () => api.call('giveAgreement', { ...payloadOf(state), agree_type: 'PAPER' }),
    onSuccess: onChanged,
  });
  return (
    <Part>
      <Tick htmlFor={id}>
        <Checkbox id={id} checked={held} onChange={({ target }) => setHeld(target.checked)} />
        {t('paper-held')}
      </Tick>
      <Button
        variant="contained"
        color="primary"
        disabled={!held || keep.isPending}
        onClick={() => keep.mutate()}
      >
        {t('paper-keep')}
      </Button>
    </Part>
  );
}

function ConsentOnScreen({ state, onChanged }: TakeProps) {
  const { t } = useTranslation('agreements');
  const [open, setOpen] = useState(false);
  return (
    <Part>
      <PrintNote state={state} />
      <p>{t('screen-hint')}</p>
      <Button variant="contained" color="primary" onClick={() => setOpen(true)}>
        {t('screen-begin')}
      </Button>
      {open ? <BedsideConsent state={state} onClose={() => setOpen(false)} onGiven={onChanged} /> : null}
    </Part>
  );
}

function LinkState({ state }: { state: AgreementState }) {
  const { t } = useTranslation('agreements');
  const format = useFormat();
  const { link } = state;
  if (link === null) return null;
  const until = format.instant('dateTime', link.expires_at);
  const tone = link.state === 'declined' || link.state === 'expired' ? 'warning' : 'primary';
  return <NoticeBar tone={tone} title={t(`link.${link.state}`, { end: link.phone_end, until })} />;
}

function ByLink({ state, onChanged }: TakeProps) {
  const { t } = useTranslation('agreements');
  const [phone, setPhone] = useState(state.patient.phone_number ?? '');
  const [language, setLanguage] = useState<Language>(currentLanguage());
  const send = useMutation({
    mutationFn: () =>
      api.call('askAgreement', {
        ...payloadOf(state),
        agree_type: 'MOBILE',
        patient_phone_number: phone,
        language,
      }),
    onSuccess: onChanged,
  });
  return (
    <Part>
      <LinkState state={state} />
      <PrintNote state={state} />
      <p>{t('link-hint')}</p>
      <Row>
        <div style={{ flex: '1 1 200px' }}>
          <CleanedField
            label={t('phone')}
            value={phone}
            inputProps={{ inputMode: 'tel' }}
            clean={stripPhone}
            onText={setPhone}
          />
        </div>
        <Select
          value={language}
          inputProps={{ 'aria-label': t('language') }}
          onChange={({ target }) => setLanguage(target.value)}
        >
          {languages.map((one) => (
            <MenuItem key={one} value={one} lang={languageNames[one].tag}>
              {languageNames[one].name}
            </MenuItem>
          ))}
        </Select>
        <Button
          variant="contained"
          color="primary"
          disabled={stripPhone(phone).length < 7 || send.isPending}
          onClick={() => send.mutate()}
        >
          {state.link === null ? t('link-send') : t('link-again')}
        </Button>
      </Row>
    </Part>
  );
}

/** Names the characters of the names that the document of the consent cannot print. */
function PrintNote({ state: { unprintable } }: Pick<TakeProps, 'state'>) {
  const { t } = useTranslation('agreements');
  if (unprintable.length === 0) return null;
  return <NoticeBar tone="warning" title={t('unprintable', { characters: unprintable.join(' ') })} />;
}

export function TakeConsent({ state, onChanged }: TakeProps) {
  const { t } = useTranslation('agreements');
  if (state.agreement !== null && state.agreement.withdrawn_at !== null) return null;
  if (payloadOf(state).name === '' || state.patient.birthday === null || state.patient.patient_id === null) {
    return <NoticeBar tone="warning" title={t('patient-incomplete')} />;
  }
  switch (state.agree_type) {
    case 'NONE':
      return <p>{t('not-asked')}</p>;
    case 'PAPER':
      return <OnPaper state={state} onChanged={onChanged} />;
    case 'SCREEN':
      return <ConsentOnScreen state={state} onChanged={onChanged} />;
    case 'MOBILE':
      return <ByLink state={state} onChanged={onChanged} />;
  }
}
