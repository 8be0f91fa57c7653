/** Draws the cell of each column of the list of users. */
import { styled } from '@mui/material/styles';
import type { UserRow } from '@rhythmdesk/contract/users';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { LastSignIn } from '../model/last-sign-in.tsx';
import { RoleBadge } from '../model/role-badge.tsx';
import type { UserColumnId } from '../model/user-columns.ts';
import { UserFlagMark } from '../model/user-flag.tsx';

const Name = styled('span')({
  display: 'flex',
  alignItems: 'center',
  gap: 9,
  minWidth: 0,
  fontWeight: 500,
  '& > span:last-of-type': { overflow: 'hidden', textOverflow: 'ellipsis' },
});
const Clip = styled('span')({ overflow: 'hidden', textOverflow: 'ellipsis' });
const Mono = styled('span')(({ theme }) => ({
  ...theme.typography.mono,
  color: theme.vars.palette.text.secondary,
}));

function Created({ at }: { at: string }) {
  return <>{useFormat().instant('date', at)}</>;
}

export function userCell(id: UserColumnId, row: UserRow): React.ReactNode {
  if (id === 'name')
    return (
      <Name>
        <Avatar person={row} size={22} />
        <span lang={nameLanguage(row.name)} title={row.name}>
          {row.name}
        </span>
      </Name>
    );
  if (id === 'user_id') return <Mono>{row.user_id}</Mono>;
  if (id === 'user_role') return <RoleBadge role_key={row.user_role.role_key} />;
  if (id === 'flag') return <UserFlagMark user={row} />;
  if (id === 'last_sign_in_at') return <LastSignIn user={row} />;
  if (id === 'created_at') return <Created at={row.created_at} />;
  const text = id === 'email' ? (row.email ?? '') : row.user_group.name;
  return (
    <Clip lang={nameLanguage(text)} title={text}>
      {text === '' ? '–' : text}
    </Clip>
  );
}
