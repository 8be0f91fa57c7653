/**
 * Shows what opens over the list of institutions: a row's menu, the record, a new one, the price policies, an import,
 * its history, its deletion.
 */
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { Institution, InstitutionRow } from '@rhythmdesk/contract/institutions';
import { ClockCounterClockwiseIcon, PencilSimpleIcon } from '@phosphor-icons/react';
import { lazy, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogSlot } from '../../../ui/dialogs/dialog-slot.tsx';
import { endSession } from '../../../platform/session/sign-out.ts';
import type { InstitutionPageModel } from './use-institution-page.ts';

const EditDialog = lazy(async () => ({ default: (await import('../record/edit-dialog.tsx')).EditDialog }));
const CreateDialog = lazy(async () => ({
  default: (await import('../record/create-dialog.tsx')).CreateDialog,
}));
const HistoryDialog = lazy(async () => ({
  default: (await import('../record/history-dialog.tsx')).HistoryDialog,
}));
const ImportInstitutionsDialog = lazy(async () => ({
  default: (await import('../record/import-dialog.tsx')).ImportInstitutionsDialog,
}));
const DeleteDialog = lazy(async () => ({
  default: (await import('../record/delete-dialog.tsx')).DeleteDialog,
}));

const PoliciesDialog = lazy(async () => ({
  default: (await import('../prices/policies-dialog.tsx')).PoliciesDialog,
}));

type InstitutionName = Pick<Institution, 'id' | 'name' | 'type'>;
type Open =
  | { readonly kind: 'none' }
  | { readonly kind: 'edit'; readonly id: number }
  | { readonly kind: 'create' }
  | { readonly kind: 'policies' }
  | { readonly kind: 'import' }
  | { readonly kind: 'history'; readonly record: InstitutionName }
  | { readonly kind: 'delete'; readonly record: Institution };

type RowMenuProps = {
  menu: { readonly row: InstitutionRow; readonly anchor: HTMLElement } | null;
  onClose: () => void;
  onEdit: (row: InstitutionRow) => void;
  onHistory: (row: InstitutionRow) => void;
};

function RowMenu({ menu, onClose, onEdit, onHistory }: RowMenuProps) {
  const { t } = useTranslation('institutions');
  if (menu === null) return null;
  const { row, anchor } = menu;
  const items = [
    { word: t('menu.edit'), TheIcon: PencilSimpleIcon, act: onEdit },
    { word: t('menu.history'), TheIcon: ClockCounterClockwiseIcon, act: onHistory },
  ];
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {items.map(({ word, TheIcon, act }) => (
        <MenuItem
          key={word}
          onClick={() => {
            onClose();
            act(row);
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

type DialogsProps = { open: Open; setOpen: (open: Open) => void; model: InstitutionPageModel };

function Dialogs({ open, setOpen, model: { list, cursor } }: DialogsProps) {
  const close = () => setOpen({ kind: 'none' });
  const created = (id: number) => {
    list.renew();
    cursor.setCurrent(id);
    setOpen({ kind: 'edit', id });
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
      <EditDialog
        id={open.id}
        onClose={close}
        onSaved={list.renew}
        onDelete={(record) => setOpen({ kind: 'delete', record })}
        onHistory={(record) => setOpen({ kind: 'history', record })}
      />
    );
  if (open.kind === 'create') return <CreateDialog onClose={close} onCreated={created} />;
  if (open.kind === 'import') return <ImportInstitutionsDialog onClose={close} onImported={imported} />;
  if (open.kind === 'policies') return <PoliciesDialog onClose={close} />;
  if (open.kind === 'history') return <HistoryDialog record={open.record} onClose={close} />;
  return open.kind === 'delete' ? (
    <DeleteDialog record={open.record} onClose={close} onDeleted={deleted} />
  ) : null;
}

export function useOverlays(model: InstitutionPageModel) {
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const [menu, setMenu] = useState<RowMenuProps['menu']>(null);
  const onMenu = useCallback((row: InstitutionRow, anchor: HTMLElement) => setMenu({ row, anchor }), []);
  const edit = useCallback((id: number) => setOpen({ kind: 'edit', id }), []);
  const overlays = (
    <DialogSlot>
      <RowMenu
        menu={menu}
        onClose={() => setMenu(null)}
        onEdit={({ id }) => edit(id)}
        onHistory={(record) => setOpen({ kind: 'history', record })}
      />
      <Dialogs open={open} setOpen={setOpen} model={model} />
    </DialogSlot>
  );
  return {
    overlays,
    onMenu,
    edit,
    create: () => setOpen({ kind: 'create' }),
    policies: () => setOpen({ kind: 'policies' }),
    read: () => setOpen({ kind: 'import' }),
  };
}
