/** The fields of a PACS. */
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import { pacsSignIns } from '@rhythmdesk/contract/pacs';
import { Controller, useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Hint, HospitalField, Section } from './form-parts.tsx';
import type { PacsDraft, PacsField } from './pacs-draft.ts';

function TextInput({ name, hint }: { name: PacsField; hint?: string }) {
  const { t } = useTranslation('integration');
  const { control } = useFormContext<PacsDraft>();
  const { field, fieldState } = useController({ control, name });
  const { ref, ...bound } = field;
  return (
    <TextField
      {...bound}
      inputRef={ref}
      label={t(`field.${name}`)}
      required={name !== 'ca' && name !== 'secret'}
      hint={hint}
      {...(name === 'ca' ? { multiline: true, minRows: 2, maxRows: 8 } : {})}
      {...(name === 'secret' ? { type: 'password' } : {})}
      fault={fieldState.error?.message}
      autoComplete={name === 'secret' ? 'new-password' : 'off'}
      inputProps={{ spellCheck: false }}
    />
  );
}

function Flag({ name }: { name: 'active' | 'strips' | 'recording' }) {
  const { t } = useTranslation('integration');
  const { control } = useFormContext<PacsDraft>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <FormControlLabel
          control={<Switch checked={value} onChange={(_, checked) => onChange(checked)} />}
          label={t(`field.${name}`)}
        />
      )}
    />
  );
}

function Hospital() {
  const { t: say } = useTranslation('messages');
  const { control } = useFormContext<PacsDraft>();
  return (
    <Controller
      control={control}
      name="hospital"
      rules={{ required: say('alert.required') }}
      render={({ field, fieldState }) => (
        <HospitalField value={field.value} fault={fieldState.error?.message} onChange={field.onChange} />
      )}
    />
  );
}

function SignIn({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('integration');
  const { control, watch } = useFormContext<PacsDraft>();
  const { field } = useController({ control, name: 'sign_in' });
  const kind = watch('sign_in');
  return (
    <Section title={t('group.sign_in')}>
      <SelectField
        label={t('field.sign_in')}
        value={field.value}
        onChange={(value) => field.onChange(pacsSignIns.find((each) => each === value) ?? 'none')}
      >
        {pacsSignIns.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`sign_in.${each}`)}
          </MenuItem>
        ))}
      </SelectField>
      {kind === 'basic' ? <TextInput name="user" /> : null}
      {kind === 'none' ? null : <TextInput name="secret" {...(isNew ? {} : { hint: t('hint.secret') })} />}
    </Section>
  );
}

export function PacsForm({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('integration');
  return (
    <>
      <Section title={t('group.about')}>
        <TextInput name="name" />
        {isNew ? <Hospital /> : null}
        <div className="whole">
          <TextInput name="url" hint={t('hint.pacs-url')} />
        </div>
        <Flag name="active" />
      </Section>
      <SignIn isNew={isNew} />
      <Section title={t('group.content')}>
        <Hint className="whole">{t('hint.pacs-content')}</Hint>
        <Flag name="strips" />
        <Flag name="recording" />
        <div className="whole">
          <TextInput name="ca" />
        </div>
      </Section>
    </>
  );
}
