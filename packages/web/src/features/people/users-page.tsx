/**
 * `/admin/user`: the users in the caller's scope, each with its preview and its record; waiting users are approved
 * here.
 */
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { UserRow } from '@rhythmdesk/contract/users';
import { can } from '@rhythmdesk/domain/people/can';
import { FileArrowUpIcon, PlusIcon } from '@phosphor-icons/react';
import { lazy, type Ref, Suspense, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { theme } from '../../platform/theme/theme.ts';
import type { GridHandle } from '../../ui/list/list-grid.tsx';
import { ChangedHint, ListNotices } from '../../ui/list/list-notices.tsx';
import { type ListPreview, PreviewPlace, useListPreview } from '../../ui/list/list-preview.tsx';
import { ListFill, ListFrame, ListMain, ListRoom } from '../../ui/list/list-room.ts';
import { CardSkeleton, GridSkeleton } from '../../ui/list/list-skeleton.tsx';
import { useStepper } from '../../ui/list/use-list-cursor.ts';
import { useListKeys } from '../../ui/list/use-list-keys.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { idOf, useUserPage, type UserPageModel } from './list/use-user-page.ts';
import { UserFilters, UserTabs } from './list/user-bars.tsx';
import { UserCards } from './list/user-cards.tsx';
import { useOverlays } from './list/user-overlays.tsx';
import { UserPreview } from './list/user-preview.tsx';
import { UserSelection } from './list/user-selection.tsx';
import { WaitingUsers } from './list/waiting-users.tsx';
import { isFiltered, noFilters } from './model/user-state.ts';

const loadGrid = () => import('./list/user-grid.tsx');
const UserGrid = lazy(async () => ({ default: (await loadGrid()).UserGrid }));

function Empty({ model }: { model: UserPageModel }) {
  const { t } = useTranslation('users');
  const { t: lists } = useTranslation('lists');
  if (!isFiltered(model.state)) return <EmptyState title={t('empty.none')} body={t('empty.none-body')} />;
  const clear = <Button onClick={() => model.change(noFilters)}>{lists('filters.clear')}</Button>;
  return <EmptyState title={t('empty.title')} body={t('empty.body')} action={clear} />;
}

type ContentsProps = {
  model: UserPageModel;
  narrow: boolean;
  gridRef: Ref<GridHandle>;
  onEdit: (id: number) => void;
  onMenu: (row: UserRow, anchor: HTMLElement) => void;
};

function Contents({ model, narrow, gridRef, onEdit, onMenu }: ContentsProps) {
  const { list, rows, state, change, view, cursor, selection } = model;
  const onSort = (sort: string | undefined) => change({ sort, page: undefined });
  const onOpen = useCallback((row: UserRow) => onEdit(row.id), [onEdit]);
  if (list.page === null) {
    if (list.error) return <ErrorState error={list.error} onRetry={list.refresh} />;
    return narrow ? <CardSkeleton /> : <GridSkeleton />;
  }
  if (rows.length === 0) return <Empty model={model} />;
  if (narrow) return <UserCards rows={rows} tinted={list.tinted} onOpen={onOpen} onMenu={onMenu} />;
  return (
    <Suspense fallback={<GridSkeleton />}>
      <UserGrid
        ref={gridRef}
        rows={rows}
        columns={view.columns}
        sort={state.sort}
        onSort={onSort}
        density={view.density}
        current={cursor.current}
        onCurrent={cursor.setCurrent}
        onOpen={onOpen}
        onMenu={onMenu}
        tinted={list.tinted}
        selected={selection.ids}
        onSelect={selection.set}
        place={cursor.place}
      />
    </Suspense>
  );
}

function Room(props: ContentsProps) {
  const { list } = props.model;
  return (
    <ListRoom aria-busy={list.old}>
      <ListNotices
        fault={null}
        failed={list.error !== null && list.page !== null}
        updatedMs={list.updatedMs}
        onUsualPeriod={() => undefined}
        onRefresh={list.refresh}
      />
      <ListFill>
        <Contents {...props} />
      </ListFill>
      {list.differs ? <ChangedHint onRefresh={list.refresh} /> : null}
    </ListRoom>
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
    more: [{ id: 'user.edit', keys: ['E'], title: t('menu.edit'), run: open }],
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
  return <UserSelection ids={selection.ids} onClear={() => selection.set(new Set())} />;
}

function Listed({ preview, searchRef, ...room }: BarProps & ContentsProps) {
  const { model, narrow } = room;
  return (
    <>
      <Bar model={model} preview={preview} narrow={narrow} searchRef={searchRef} />
      <Room {...room} />
    </>
  );
}

type BesideProps = Pick<ContentsProps, 'model' | 'onEdit' | 'onMenu'> & {
  preview: ListPreview;
  onStep: (by: -1 | 1) => void;
};

function Beside({ model, preview, onEdit, onMenu, onStep }: BesideProps) {
  const { row } = model.cursor;
  if (!preview.shown || row === undefined) return null;
  return (
    <PreviewPlace preview={preview}>
      <UserPreview
        row={row}
        onEdit={() => onEdit(row.id)}
        onMenu={onMenu}
        onStep={onStep}
        onClose={preview.toggle}
      />
    </PreviewPlace>
  );
}

export function Page() {
  const { t } = useTranslation('users');
  const narrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const model = useUserPage();
  const { cursor, view, state, change, onView } = model;
  const { overlays, onMenu, edit, create, read } = useOverlays(model);
  const { grid, step } = useStepper(model.rows, idOf, cursor);
  const waiting = state.view === 'waiting';
  const preview = useListPreview({
    wanted: view.preview_open && !waiting,
    hasRow: cursor.row !== undefined,
    onWanted: (preview_open) => onView({ preview_open }),
    step,
  });
  const search = usePageKeys(model, step, preview.toggle, edit);
  return (
    <ListFrame>
      <ListMain>
        <PageHeader
          title={t('title')}
          actions={<HeadActions narrow={narrow} onNew={create} onImport={read} />}
        >
          <UserTabs state={state} onChange={change} />
        </PageHeader>
        {waiting ? (
          <ListFill>
            <WaitingUsers />
          </ListFill>
        ) : (
          <Listed
            model={model}
            preview={preview}
            narrow={narrow}
            searchRef={search}
            gridRef={grid}
            onEdit={edit}
            onMenu={onMenu}
          />
        )}
      </ListMain>
      {narrow || waiting ? null : (
        <Beside model={model} preview={preview} onEdit={edit} onMenu={onMenu} onStep={step} />
      )}
      {overlays}
    </ListFrame>
  );
}
