/** Shows the step for the institution's code, which shows its name. */
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { PlainField } from '../../ui/plain-field.tsx';
import { EntryHint, EntryTitle } from '../entry/entry-frame.tsx';
import { EntryFault, EntryFoot, EntryForm, EntrySubmit } from '../entry/entry-parts.tsx';
import { useSubmit } from '../entry/use-submit.ts';
import type { StepProps } from './sign-up-steps.ts';

export function InstitutionStep({ state, onChange }: StepProps) {
  const { t } = useTranslation('sign-up');
  const { working, fault, run, say, clear } = useSubmit(['institution_code']);
  const [code, setCode] = useState(state.institution_code);
  const find = async () => {
    const institution_code = code.trim();
    if (institution_code === '') return say('institution_code', t('required'));
    await run(async () => {
      const institution = await api.call('institutionCode', { institution_code });
      onChange({ institution_code, institution, step: 'id' });
    });
  };
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    void find();
  };
  return (
    <EntryForm onSubmit={submitted} noValidate>
      <div>
        <EntryTitle>{t('institution.title')}</EntryTitle>
        <EntryHint>{t('institution.hint')}</EntryHint>
      </div>
      <PlainField
        label={t('institution.code')}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={code}
        onChange={(event) => {
          clear();
          setCode(event.target.value);
        }}
        fault={fault?.field === 'institution_code' ? fault.words : undefined}
        required
      />
      <EntryFault words={fault !== undefined && fault.field === undefined ? fault.words : undefined} />
      <EntrySubmit working={working}>{t('next')}</EntrySubmit>
      <EntryFoot onBack={() => onChange({ step: 'terms' })} />
    </EntryForm>
  );
}
