/** Shows the fields of the profile, in two columns from 600 px on. */
import { styled } from '@mui/material/styles';
import { stripPhone } from '@rhythmdesk/domain/people/contact';
import { type Control, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CleanedField } from '../../ui/cleaned-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ProfileDraft } from './profile-rules.ts';

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  marginTop: 12,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr 1fr' },
}));

const fields = [
  { field: 'name', type: 'text', autoComplete: 'name' },
  { field: 'email', type: 'email', autoComplete: 'email' },
  { field: 'phone_number', type: 'tel', autoComplete: 'tel' },
  { field: 'current_password', type: 'password', autoComplete: 'current-password' },
  { field: 'password', type: 'password', autoComplete: 'new-password' },
  { field: 'confirm', type: 'password', autoComplete: 'new-password' },
] as const;

export type ProfileFieldsProps = {
  user_id: string;
  control: Control<ProfileDraft>;
  /** A new password may be left empty. */
  passwordOptional: boolean;
  /** Without a password, the current one is not requested. */
  hasPassword: boolean;
};

type FieldProps = Pick<ProfileFieldsProps, 'control' | 'passwordOptional'> & (typeof fields)[number];

function ProfileField({ control, passwordOptional, field, type, autoComplete }: FieldProps) {
  const { t } = useTranslation('shell');
  const { field: input, fieldState } = useController({ control, name: field });
  const { ref, onChange, ...bound } = input;
  const hints = {
    email: t('profile.email-note'),
    password: passwordOptional ? t('profile.password-note') : undefined,
  };
  return (
    <CleanedField
      {...bound}
      inputRef={ref}
      label={t(`profile.${field}`)}
      type={type}
      autoComplete={autoComplete}
      clean={field === 'phone_number' ? stripPhone : undefined}
      onText={onChange}
      fault={fieldState.error?.message}
      hint={field === 'email' || field === 'password' ? hints[field] : undefined}
    />
  );
}

export function ProfileFields({ user_id, control, passwordOptional, hasPassword }: ProfileFieldsProps) {
  const { t } = useTranslation('shell');
  return (
    <Grid>
      <TextField label={t('profile.user_id')} value={user_id} readOnly disabled />
      {fields
        .filter(({ field }) => hasPassword || field !== 'current_password')
        .map((each) => (
          <ProfileField key={each.field} control={control} passwordOptional={passwordOptional} {...each} />
        ))}
    </Grid>
  );
}
