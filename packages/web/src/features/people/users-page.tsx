/**
 * Shows `/admin/user`: the users in the caller's scope, each with its preview and its record; waiting users are
 * approved here.
 */
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { UserRow } from '@rhythmdesk/contract/users';
import { can } from '@rhythmdesk/domain/people/can';
import { FileArrowUpIcon, PlusIcon } from '@phosphor-icons/react';
import { lazy, type Ref, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { theme } from '../../platform/theme/theme.ts';
import type { GridHandle } from '../../ui/list/list-grid.tsx';
import { exportOrder } from '../../ui/list/export-order.ts';
import { useListSteps } from '../../ui/list/list-model.ts';
import { ListPage, ListRows, NoMatches } from '../../ui/list/list-page.tsx';
import type { ListPreview } from '../../ui/list/list-preview.tsx';
import { ListFill } from '../../ui/list/list-room.ts';
import { SelectedRows } from '../../ui/list/selected-rows.tsx';
import { listCommand, useListKeys } from '../../ui/list/use-list-keys.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { userRowId, useUserPage, type UserPageModel } from './list/use-user-page.ts';
import { UserFilters, UserTabs } from './list/user-bars.tsx';
import { UserCards } from './list/user-cards.tsx';
import { useOverlays } from './list/user-overlays.tsx';
import { UserPreview } from './list/user-preview.tsx';
import { WaitingUsers } from './list/waiting-users.tsx';
import { isFiltered, noFilters } from './model/user-state.ts';

const loadGrid = () => import('./list/user-grid.tsx');
const UserGrid = lazy(async () => ({ default: (await loadGrid()).UserGrid }));

function Empty({ model }: { model: UserPageModel }) {
  const { t } = useTranslation('users');
  if (!isFiltered(model.state)) return <EmptyState title={t('empty.none')} body={t('empty.none-body')} />;
  return (
    <NoMatches title={t('empty.title')} body={t('empty.body')} onClear={() => model.change(noFilters)} />
  );
}

type RowsProps = {
  model: UserPageModel;
  narrow: boolean;
  gridRef: Ref<GridHandle>;
  onEdit: (id: number) => void;
  onShow: (row: UserRow) => void;
  onMenu: (row: UserRow, anchor: HTMLElement) => void;
};

function Rows({ model, narrow, gridRef, onEdit, onShow, onMenu }: RowsProps) {
  const { list, rows } = model;
  const onOpen = useCallback((row: UserRow) => onEdit(row.id), [onEdit]);
  return (
    <ListRows list={list} narrow={narrow} empty={<Empty model={model} />}>
      {narrow ? (
        <UserCards rows={rows} tinted={list.tinted} onOpen={onShow} onMenu={onMenu} />
      ) : (
        <UserGrid ref={gridRef} model={model} onOpen={onOpen} onMenu={onMenu} />
      )}
    </ListRows>
  );
}

function usePageKeys(
  model: UserPageModel,
  step: (by: -1 | 1) => void,
  toggle: () => void,
  edit: (id: number) => void,
) {
  const { t } = useTranslation('users');
  const search = useRef<HTMLInputElement>(null);
  const { cursor, selection } = model;
  const open = () => cursor.row && edit(cursor.row.id);
  useListKeys({
    step,
    preview: toggle,
    open,
    openLabel: t('menu.edit'),
    select: () => cursor.current !== null && selection.toggle(cursor.current),
    search: () => search.current?.focus(),
    more: [listCommand('list-edit', t('menu.edit'), { run: open })],
  });
  return search;
}

type HeadActionsProps = { narrow: boolean; onNew: () => void; onImport: () => void };

function HeadActions({ narrow, onNew, onImport }: HeadActionsProps) {
  const { t } = useTranslation('users');
  const { user_role } = useSessionUser();
  if (can(user_role, 'user.write') === 'never') return null;
  const size = narrow ? { height: 44, flex: 'none' } : { flex: 'none' };
  return (
    <>
      <Button startIcon={<FileArrowUpIcon size={16} aria-hidden="true" />} onClick={onImport} sx={size}>
        {t('import')}
      </Button>
      <Button
        variant="contained"
        color="primary"
        startIcon={<PlusIcon size={16} aria-hidden="true" />}
        onClick={onNew}
        sx={size}
      >
        {t('new')}
      </Button>
    </>
  );
}

type BarProps = {
  model: UserPageModel;
  preview: ListPreview;
  narrow: boolean;
  searchRef: Ref<HTMLInputElement>;
};

function Bar(props: BarProps) {
  const { selection } = props.model;
  if (selection.ids.size === 0 || props.narrow) return <UserFilters {...props} />;
  return (
    <SelectedRows
      count={selection.ids.size}
      filename="users.xlsx"
      order={exportOrder('exportUsers', { id: [...selection.ids] })}
      onClear={() => selection.set(new Set())}
    />
  );
}

export function Page() {
  const { t } = useTranslation('users');
  const narrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const model = useUserPage();
  const { cursor, state, change } = model;
  const { overlays, onMenu, edit, create, read } = useOverlays(model);
  const waiting = state.view === 'waiting';
  const { grid, step, preview, show } = useListSteps(model, userRowId, waiting);
  const search = usePageKeys(model, step, preview.toggle, edit);
  const { row } = cursor;
  const head = (
    <PageHeader title={t('title')} actions={<HeadActions narrow={narrow} onNew={create} onImport={read} />}>
      <UserTabs state={state} onChange={change} />
    </PageHeader>
  );
  if (waiting)
    return (
      <ListPage head={head} overlays={overlays}>
        <ListFill>
          <WaitingUsers />
        </ListFill>
      </ListPage>
    );
  const bars = <Bar model={model} preview={preview} narrow={narrow} searchRef={search} />;
  const beside =
    row === undefined ? null : (
      <UserPreview
        row={row}
        onEdit={() => edit(row.id)}
        onMenu={onMenu}
        onStep={step}
        onClose={preview.toggle}
      />
    );
  return (
    <ListPage {...{ head, bars, preview, beside, overlays }}>
      <Rows {...{ model, narrow, onMenu }} gridRef={grid} onEdit={edit} onShow={show} />
    </ListPage>
  );
}
