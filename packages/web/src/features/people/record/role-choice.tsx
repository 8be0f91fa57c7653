/**
 * Shows the roles that the caller may grant in a group of this type, side by side, with a description of the chosen
 * one.
 */
import FormHelperText from '@mui/material/FormHelperText';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { CheckIcon } from '@phosphor-icons/react';
import type { GroupType, RoleKey } from '@rhythmdesk/domain/people/roles';
import { grantableRoles } from '@rhythmdesk/domain/people/user-fields';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';

/** The role with its number, as it is sent. */
export type OfferedRole = { readonly id: number; readonly role_key: RoleKey };

function useOfferedRoles(group_type: GroupType | null): readonly OfferedRole[] | undefined {
  const { user_role } = useSessionUser();
  const { data } = useQuery({
    ...callQuery('roles', group_type === null ? {} : { group_type }),
    enabled: group_type !== null,
    staleTime: Infinity,
  });
  if (group_type === null) return [];
  const grantable = grantableRoles(user_role, group_type);
  return data?.items.filter(({ role_key }) => grantable.includes(role_key));
}

export type RoleChoiceProps = {
  group_type: GroupType | null;
  value: number | null;
  fault?: string | undefined;
  onChange: (id: number) => void;
};

export function RoleChoice({ group_type, value, fault, onChange }: RoleChoiceProps) {
  const { t } = useTranslation('users');
  const { t: word } = useTranslation('words');
  const note = useId();
  const offered = useOfferedRoles(group_type);
  const chosen = offered?.find(({ id }) => id === value);
  return (
    <div>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={value}
        aria-label={t('field.user_role_id')}
        aria-describedby={note}
        onChange={(_, next: unknown) => {
          if (typeof next === 'number') onChange(next);
        }}
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(112px, 1fr))' }}
      >
        {(offered ?? []).map(({ id, role_key }) => (
          <ToggleButton key={id} value={id}>
            {id === value ? <CheckIcon size={14} aria-hidden="true" style={{ marginRight: 6 }} /> : null}
            {word(`role.${role_key}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <FormHelperText id={note} error={fault !== undefined} role={fault === undefined ? undefined : 'alert'}>
        {fault ??
          (group_type === null
            ? t('role.first-group')
            : [chosen === undefined ? '' : t(`role.about.${chosen.role_key}`), t('role.offered')]
                .filter((part) => part !== '')
                .join(' '))}
      </FormHelperText>
    </div>
  );
}
