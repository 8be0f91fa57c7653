/** Shows a role as an outlined label: it is information only and calls for no action. */
import { styled } from '@mui/material/styles';
import type { RoleKey } from '@rhythmdesk/domain/people/roles';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';

const Frame = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  height: 22,
  padding: '0 7px',
  borderRadius: 4,
  border: `1px solid ${theme.vars.palette.line.strong}`,
  fontSize: textSize.small,
  fontWeight: 500,
  whiteSpace: 'nowrap',
}));

export function RoleBadge({ role_key }: { role_key: RoleKey }) {
  const { t } = useTranslation('words');
  return <Frame>{t(`role.${role_key}`)}</Frame>;
}
