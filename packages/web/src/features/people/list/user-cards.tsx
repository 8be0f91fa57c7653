/** Shows the users of one page as cards, for phones. */
import type { UserRow } from '@rhythmdesk/contract/users';
import { DotsThreeIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Card, CardButton, Cards } from '../../../ui/list/row-cards.ts';
import { LastSignIn } from '../model/last-sign-in.tsx';
import { RoleBadge } from '../model/role-badge.tsx';
import { UserFlagMark } from '../model/user-flag.tsx';

type CardsProps = {
  rows: readonly UserRow[];
  tinted: ReadonlySet<number>;
  onOpen: (row: UserRow) => void;
  onMenu: (row: UserRow, anchor: HTMLElement) => void;
};

export function UserCards({ rows, tinted, onOpen, onMenu }: CardsProps) {
  const { t } = useTranslation('users');
  return (
    <Cards>
      {rows.map((row) => (
        <Card key={row.id} tinted={tinted.has(row.id)}>
          <span className="line">
            <CardButton type="button" onClick={() => onOpen(row)}>
              <Avatar person={row} size={22} />
              <span lang={nameLanguage(row.name)}>{row.name}</span>
            </CardButton>
            <IconButton
              name={t('menu', { name: row.name })}
              aria-haspopup="menu"
              sx={{ width: 44, height: 44, margin: '-8px -8px -8px 0', zIndex: 1 }}
              onClick={(event) => onMenu(row, event.currentTarget)}
            >
              <DotsThreeIcon size={20} weight="bold" aria-hidden="true" />
            </IconButton>
          </span>
          <span className="line quiet">
            <span lang={nameLanguage(row.user_group.name)}>{row.user_group.name}</span>
            <span className="mono">{row.user_id}</span>
          </span>
          <span className="line quiet">
            <RoleBadge role_key={row.user_role.role_key} />
            <UserFlagMark user={row} />
            <LastSignIn user={row} />
          </span>
        </Card>
      ))}
    </Cards>
  );
}
