/** Shows the step with the licence agreement and the privacy policy, to be read here, and the agreement to them. */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { styled } from '@mui/material/styles';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../platform/theme/type-scale.ts';
import { LegalText } from '../legal-text.tsx';
import { EntryHint, EntryTitle } from '../entry/entry-frame.tsx';
import { EntryFault, EntryForm, EntrySubmit } from '../entry/entry-parts.tsx';
import type { StepProps } from './sign-up-steps.ts';

const Texts = styled('div')(({ theme }) => ({
  height: 260,
  overflow: 'auto',
  padding: '12px 16px',
  border: `1px solid ${theme.vars.palette.line.main}`,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.surface.s2,
  '& h2': { margin: '16px 0 0', fontSize: textSize.section, lineHeight: '22px', fontWeight: 600 },
  '& h2:first-of-type': { marginTop: 0 },
}));

export function TermsStep({ state, onChange }: StepProps) {
  const { t } = useTranslation('sign-up');
  const { t: foot } = useTranslation('footer');
  const [missing, setMissing] = useState(false);
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    if (state.agreed) onChange({ step: 'institution' });
    else setMissing(true);
  };
  return (
    <EntryForm onSubmit={submitted} noValidate>
      <div>
        <EntryTitle>{t('terms.title')}</EntryTitle>
        <EntryHint>{t('terms.hint')}</EntryHint>
        <Texts tabIndex={0} role="group" aria-label={t('terms.title')}>
          <h2>{foot('licence')}</h2>
          <LegalText document="licence" />
          <h2>{foot('privacy')}</h2>
          <LegalText document="privacy" />
        </Texts>
      </div>
      <FormControlLabel
        control={
          <Checkbox
            checked={state.agreed}
            onChange={(_event, agreed) => {
              setMissing(false);
              onChange({ agreed });
            }}
          />
        }
        label={t('terms.agree')}
      />
      <EntryFault words={missing ? t('terms.missing') : undefined} />
      <EntrySubmit working={false}>{t('next')}</EntrySubmit>
    </EntryForm>
  );
}
