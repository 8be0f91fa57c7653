/** Shows the fields of the case form, in two columns from 600 px on. */
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { stripPhone } from '@rhythmdesk/domain/people/contact';
import { genders, priorities } from '@rhythmdesk/domain/case/status';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { CleanedField } from '../../../ui/cleaned-field.tsx';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { asGender, asPriority, type CaseDraft } from './case-draft.ts';
import { SelectField } from '../../../ui/select-field.tsx';

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 14,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr 1fr', '& > .whole': { gridColumn: '1 / -1' } },
}));

/** Without these a case cannot be requested; the form can be saved before they are known. */
const needed: ReadonlySet<keyof CaseDraft> = new Set(['patient_id', 'patient_last_name', 'birth_date']);

type InputProps = { field: keyof CaseDraft; type?: 'text' | 'date' | 'tel'; lines?: boolean; max?: number };

function Input({ field, type = 'text', lines = false, max = 80 }: InputProps) {
  const { t } = useTranslation('case-form');
  const { control } = useFormContext<CaseDraft>();
  return (
    <Controller
      name={field}
      control={control}
      render={({ field: { ref, onChange, ...rest }, fieldState: { error } }) => (
        <CleanedField
          {...rest}
          label={t(field)}
          type={type}
          inputRef={ref}
          clean={type === 'tel' ? stripPhone : undefined}
          onText={onChange}
          autoComplete="off"
          multiline={lines}
          {...(lines ? { minRows: 2, maxRows: 6 } : {})}
          inputProps={{ maxLength: max }}
          hint={needed.has(field) ? t('needed') : undefined}
          fault={error?.message}
        />
      )}
    />
  );
}

function GenderField() {
  const { t } = useTranslation('case-form');
  const { control } = useFormContext<CaseDraft>();
  return (
    <Controller
      name="gender"
      control={control}
      render={({ field, fieldState: { error } }) => (
        <SelectField
          label={t('gender')}
          value={field.value}
          onChange={(value) => field.onChange(asGender(value))}
          fault={error?.message}
          required
        >
          {genders.map((gender) => (
            <MenuItem key={gender} value={gender}>
              {t(`gender.${gender}`)}
            </MenuItem>
          ))}
        </SelectField>
      )}
    />
  );
}

function PriorityField() {
  const { t } = useTranslation('case-form');
  const { t: word } = useTranslation('words');
  const { control } = useFormContext<CaseDraft>();
  return (
    <Controller
      name="priority"
      control={control}
      render={({ field }) => (
        <SelectField
          label={t('priority')}
          value={field.value}
          onChange={(value) => field.onChange(asPriority(value))}
        >
          {priorities.map((priority) => (
            <MenuItem key={priority} value={priority}>
              {word(`priority.${priority}`)}
            </MenuItem>
          ))}
        </SelectField>
      )}
    />
  );
}

export function HospitalField() {
  const { t } = useTranslation('case-form');
  const { control } = useFormContext<CaseDraft>();
  const { data } = useQuery({
    ...callQuery('facilities', { type: ['hospital'], for_upload: true }),
  });
  return (
    <Controller
      name="hospital_id"
      control={control}
      render={({ field, fieldState: { error } }) => (
        <SelectField
          label={t('hospital_id')}
          value={field.value}
          onChange={field.onChange}
          fault={error?.message}
          required
        >
          {(data?.items ?? []).map(({ id, name }) => (
            <MenuItem key={id} value={String(id)} lang={nameLanguage(name)}>
              {name}
            </MenuItem>
          ))}
        </SelectField>
      )}
    />
  );
}

function Heading({ children }: { children: ReactNode }) {
  return (
    <Typography variant="subtitle2" component="h3" color="textSecondary" className="whole">
      {children}
    </Typography>
  );
}

/** `identity`: the fields that only a new case has. */
export function CaseFormFields({ identity }: { identity: ReactNode }) {
  const { t } = useTranslation('case-form');
  return (
    <Grid>
      {identity}
      <Heading>{t('section.patient')}</Heading>
      <Input field="patient_last_name" />
      <Input field="patient_first_name" />
      <Input field="birth_date" type="date" />
      <GenderField />
      <Input field="patient_id" max={64} />
      <Input field="phone_number" type="tel" max={32} />
      <Heading>{t('section.wearing')}</Heading>
      <Input field="attachment_date" type="date" />
      <Input field="detachment_date" type="date" />
      <Input field="product_name" />
      <PriorityField />
      <div className="whole">
        <Input field="comment" lines max={2000} />
      </div>
    </Grid>
  );
}
