/** Shows the actions on one saved view: all for the user's own, a copy of a shared one. */
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { SavedView } from '@rhythmdesk/contract/saved-views';
import { can } from '@rhythmdesk/domain/people/can';
import { type RoleKey, roleKeys, roles } from '@rhythmdesk/domain/people/roles';
import type { SessionUser } from '@rhythmdesk/contract/people';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import type { ListKind } from '../model/list-kinds.ts';
import type { SavedViewChanges } from './use-saved-views.ts';

const landingOf: Partial<Record<ListKind['name'], string>> = { worklist: '/', admin_cases: '/admin' };

/** Returns the roles of the caller's organization that have this list. */
function readersOf(list: ListKind['name'], { user_role }: SessionUser): readonly RoleKey[] {
  const { role_key, group_type } = user_role;
  const house: readonly string[] =
    group_type === 'tech_center' || group_type === 'team' ? ['tech_center', 'team'] : [group_type];
  return roleKeys.filter((role) => {
    const inHouse = role_key === 'ADMIN' || roles[role].group_types.some((type) => house.includes(type));
    const landing = landingOf[list];
    return inHouse && (landing === undefined || roles[role].landing === landing);
  });
}

type ActsProps = {
  view: SavedView;
  anchor: HTMLElement;
  current: string;
  changes: SavedViewChanges;
  onClose: () => void;
};

function useShareItems({ view, changes, onClose }: ActsProps) {
  const { t } = useTranslation('saved-views');
  const { t: word } = useTranslation('words');
  const user = useSessionUser();
  if (can(user.user_role, 'view.share') === 'never') return [];
  const share = (shared: SavedView['shared']) => () => {
    onClose();
    changes.share(view, shared);
  };
  const item = (key: string, label: string, shared: SavedView['shared']) => (
    <MenuItem
      key={key}
      selected={view.shared?.role_key === shared?.role_key && view.shared !== null}
      onClick={share(shared)}
    >
      {label}
    </MenuItem>
  );
  return [
    <Divider key="line" />,
    item('all', user.user_role.role_key === 'ADMIN' ? t('share-everybody') : t('share'), { role_key: null }),
    ...readersOf(view.list, user).map((role_key) =>
      item(role_key, t('share-with', { role: word(`role.${role_key}`) }), { role_key }),
    ),
    ...(view.shared === null ? [] : [item('nobody', t('share-stop'), null)]),
  ];
}

export function SavedViewActs(props: ActsProps) {
  const { view, anchor, current, changes, onClose } = props;
  const { t } = useTranslation('saved-views');
  const sharing = useShareItems(props);
  const run = (act: () => unknown) => () => {
    onClose();
    act();
  };
  const own = [
    <MenuItem key="rename" onClick={run(() => changes.rename(view))}>
      {t('rename')}
    </MenuItem>,
    <MenuItem key="hold" disabled={view.search === current} onClick={run(() => changes.hold(view, current))}>
      {t('hold')}
    </MenuItem>,
    ...sharing,
    <Divider key="end" />,
    <MenuItem key="delete" onClick={run(() => changes.remove(view))}>
      {t('delete')}
    </MenuItem>,
  ];
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {view.shared_by === null ? (
        own
      ) : (
        <MenuItem onClick={run(() => changes.save(view.search, view.name))}>{t('copy')}</MenuItem>
      )}
    </Menu>
  );
}
