/**
 * Shows what opens over the list of users: a row's menu, the record, a new one, its one-time password, an import, a
 * deletion.
 */
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { User, UserRow } from '@rhythmdesk/contract/users';
import { CheckIcon, ListBulletsIcon, PencilSimpleIcon, ProhibitIcon, TrashIcon } from '@phosphor-icons/react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogSlot } from '../../../ui/dialogs/dialog-slot.tsx';
import { api } from '../../../platform/client/api.ts';
import { endSession } from '../../../platform/session/sign-out.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { preloadTextsOf } from '../../../platform/texts/texts.ts';
import type { Created } from '../record/create-user-dialog.tsx';
import { OneTimeDialog } from '../record/one-time-dialog.tsx';
import { useDecision } from './use-decision.ts';
import type { UserPageModel } from './use-user-page.ts';

const loadEdit = () => import('../record/edit-user-dialog.tsx');
const EditUserDialog = lazy(async () => ({ default: (await loadEdit()).EditUserDialog }));
const CreateUserDialog = lazy(async () => ({
  default: (await import('../record/create-user-dialog.tsx')).CreateUserDialog,
}));
const ImportUsersDialog = lazy(async () => ({
  default: (await import('../record/import-users-dialog.tsx')).ImportUsersDialog,
}));
const DeleteUserDialog = lazy(async () => ({
  default: (await import('../record/delete-user-dialog.tsx')).DeleteUserDialog,
}));

type Open =
  | { readonly kind: 'none' }
  | { readonly kind: 'edit'; readonly id: number }
  | { readonly kind: 'create' }
  | { readonly kind: 'import' }
  | { readonly kind: 'password'; readonly created: Created }
  | { readonly kind: 'delete'; readonly user: User };

type MenuAt = { readonly row: UserRow; readonly anchor: HTMLElement };
type RowMenuProps = {
  menu: MenuAt;
  onClose: () => void;
  onEdit: (row: UserRow) => void;
  onDelete: (row: UserRow) => void;
};

function useEntries({ menu: { row }, onEdit, onDelete }: RowMenuProps) {
  const { t } = useTranslation('users');
  const { t: people } = useTranslation('people');
  const { id, user_role } = useSessionUser();
  const navigate = useNavigate();
  const { approve, refuse } = useDecision();
  const isAbove = user_role.level === 5 || row.user_role.level < user_role.level;
  const deletes = isAbove && row.id !== id && row.flag !== 'withdrawn' && row.flag !== 'waiting';
  const decides = isAbove && row.flag === 'waiting';
  return [
    ...(decides
      ? [
          { word: people('approve'), TheIcon: CheckIcon, act: () => approve(row.id) },
          { word: people('refuse'), TheIcon: ProhibitIcon, act: () => refuse(row) },
        ]
      : []),
    { word: t('menu.edit'), TheIcon: PencilSimpleIcon, act: () => onEdit(row) },
    {
      word: t('menu.activities'),
      TheIcon: ListBulletsIcon,
      act: () => void navigate({ to: `/activities/${String(row.id)}` }),
    },
    ...(deletes ? [{ word: t('delete'), TheIcon: TrashIcon, act: () => onDelete(row) }] : []),
  ];
}

function RowMenu(props: RowMenuProps) {
  const { menu, onClose } = props;
  const entries = useEntries(props);
  return (
    <Menu open anchorEl={menu.anchor} onClose={onClose}>
      {entries.map(({ word, TheIcon, act }) => (
        <MenuItem
          key={word}
          onClick={() => {
            onClose();
            act();
          }}
        >
          <ListItemIcon>
            <TheIcon size={16} aria-hidden="true" />
          </ListItemIcon>
          {word}
        </MenuItem>
      ))}
    </Menu>
  );
}

type DialogsProps = { open: Open; setOpen: (open: Open) => void; model: UserPageModel };

function Dialogs({ open, setOpen, model: { list, cursor } }: DialogsProps) {
  const close = () => setOpen({ kind: 'none' });
  const created = (made: Created) => {
    list.refresh();
    cursor.setCurrent(made.id);
    setOpen({ kind: 'password', created: made });
  };
  const imported = () => {
    close();
    list.refresh();
  };
  const deleted = (endsSession: boolean) => {
    close();
    if (endsSession) endSession('left');
    else list.refresh();
  };
  if (open.kind === 'edit')
    return (
      <EditUserDialog
        id={open.id}
        onClose={close}
        onSaved={list.renew}
        onDelete={(user) => setOpen({ kind: 'delete', user })}
      />
    );
  if (open.kind === 'create') return <CreateUserDialog onClose={close} onCreated={created} />;
  if (open.kind === 'import') return <ImportUsersDialog onClose={close} onImported={imported} />;
  if (open.kind === 'password') return <OneTimeDialog {...open.created} onClose={close} />;
  return open.kind === 'delete' ? (
    <DeleteUserDialog user={open.user} onClose={close} onDeleted={deleted} />
  ) : null;
}

/** Fetches the words and the code of a row's menu while the list is read, so that the first menu opens at once. */
function usePreparedMenu(): void {
  useEffect(() => {
    preloadTextsOf(['people']);
    loadEdit().catch(() => undefined);
  }, []);
}

export function useOverlays(model: UserPageModel) {
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const [menu, setMenu] = useState<MenuAt | null>(null);
  usePreparedMenu();
  const onMenu = useCallback((row: UserRow, anchor: HTMLElement) => setMenu({ row, anchor }), []);
  const edit = useCallback((id: number) => setOpen({ kind: 'edit', id }), []);
  /** The number of open cases for the confirmation is fetched first. */
  const { mutate: remove } = useMutation({
    meta: { about: 'user' },
    mutationFn: ({ id }: UserRow) => api.call('user', { id }),
    onSuccess: (user) => setOpen({ kind: 'delete', user }),
  });
  const overlays = (
    <DialogSlot>
      {menu === null ? null : (
        <RowMenu menu={menu} onClose={() => setMenu(null)} onEdit={({ id }) => edit(id)} onDelete={remove} />
      )}
      <Dialogs open={open} setOpen={setOpen} model={model} />
    </DialogSlot>
  );
  return {
    overlays,
    onMenu,
    edit,
    create: () => setOpen({ kind: 'create' }),
    read: () => setOpen({ kind: 'import' }),
  };
}
