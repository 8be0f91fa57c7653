/** Shows the choice among the roles that the institution accepts sign-ups for. */
import { styled } from '@mui/material/styles';
import type { RoleKey } from '@rhythmdesk/domain/people/roles';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../platform/theme/type-scale.ts';
import { CaretMark } from '../../ui/plain-icons.tsx';

const Label = styled('label')(({ theme }) => ({
  display: 'block',
  marginBottom: 4,
  fontSize: textSize.small,
  lineHeight: '16px',
  fontWeight: 500,
  color: theme.vars.palette.text.secondary,
}));
const Box = styled('div')(({ theme }) => ({
  position: 'relative',
  '& svg': {
    position: 'absolute',
    right: 12,
    top: 15,
    pointerEvents: 'none',
    color: theme.vars.palette.text.secondary,
  },
}));
const Select = styled('select')(({ theme }) => ({
  width: '100%',
  height: 42,
  padding: '0 32px 0 12px',
  appearance: 'none',
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.line.strong}`,
  font: 'inherit',
  fontSize: textSize.section,
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.surface.s1,
}));

export type RoleFieldProps = {
  roles: readonly RoleKey[];
  value: RoleKey | undefined;
  onChange: (value: string) => void;
};

export function RoleField({ roles, value, onChange }: RoleFieldProps) {
  const { t } = useTranslation('sign-up');
  const { t: word } = useTranslation('words');
  const id = useId();
  return (
    <div>
      <Label htmlFor={id}>{t('details.role')}</Label>
      <Box>
        <Select id={id} value={value ?? ''} onChange={(event) => onChange(event.target.value)} required>
          {roles.map((role) => (
            <option key={role} value={role}>
              {word(`role.${role}`)}
            </option>
          ))}
        </Select>
        <CaretMark />
      </Box>
    </div>
  );
}
