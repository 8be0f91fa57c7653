/** The fields of the profile: two across from 600 px on. */
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/text-field.tsx';
import type { ProfileDraft, ProfileFaults } from './profile-rules.ts';

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
  draft: ProfileDraft;
  faults: ProfileFaults;
  /** A new password may be left out. */
  passwordOptional: boolean;
  onChange: (field: keyof ProfileDraft, value: string) => void;
};

export function ProfileFields({ user_id, draft, faults, passwordOptional, onChange }: ProfileFieldsProps) {
  const { t } = useTranslation('shell');
  const { t: say } = useTranslation('messages');
  const faultOf = (field: keyof ProfileDraft) => {
    const key = faults[field];
    return key ? say(key) : undefined;
  };
  return (
    <Grid>
      <TextField label={t('profile.user_id')} value={user_id} readOnly disabled />
      {fields.map(({ field, type, autoComplete }) => (
        <TextField
          key={field}
          label={t(`profile.${field}`)}
          type={type}
          autoComplete={autoComplete}
          value={draft[field]}
          onChange={(event) => onChange(field, event.target.value)}
          fault={faultOf(field)}
          hint={field === 'password' && passwordOptional ? t('profile.password-note') : undefined}
        />
      ))}
    </Grid>
  );
}
