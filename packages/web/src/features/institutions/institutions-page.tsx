/** `/admin/institution/list`: the institutions in the caller's scope, each with its preview and its record. */
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { InstitutionRow } from '@rhythmdesk/contract/institutions';
import { can } from '@rhythmdesk/domain/people/can';
import { Link } from '@tanstack/react-router';
import { FileArrowUpIcon, PlusIcon, QuotesIcon, TagIcon } from '@phosphor-icons/react';
import { lazy, type Ref, Suspense, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { theme } from '../../platform/theme/theme.ts';
import { ChangedHint, ListNotices } from '../../ui/list/list-notices.tsx';
import type { GridHandle } from '../../ui/list/list-grid.tsx';
import { PreviewPlace, useListPreview } from '../../ui/list/list-preview.tsx';
import { ListFill, ListFrame, ListMain, ListRoom } from '../../ui/list/list-room.ts';
import { CardSkeleton, GridSkeleton } from '../../ui/list/list-skeleton.tsx';
import { useStepper } from '../../ui/list/use-list-cursor.ts';
import { useListKeys } from '../../ui/list/use-list-keys.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { InstitutionFilters, InstitutionTabs } from './list/institution-bars.tsx';
import { InstitutionCards } from './list/institution-cards.tsx';
import { useOverlays } from './list/institution-overlays.tsx';
import { InstitutionSelection } from './list/institution-selection.tsx';
import { InstitutionPreview } from './list/institution-preview.tsx';
import { idOf, useInstitutionPage, type InstitutionPageModel } from './list/use-institution-page.ts';
import { isFiltered, noFilters } from './model/institution-state.ts';

const loadGrid = () => import('./list/institution-grid.tsx');
const InstitutionGrid = lazy(async () => ({ default: (await loadGrid()).InstitutionGrid }));

function Empty({ model, onNew }: { model: InstitutionPageModel; onNew: (() => void) | null }) {
  const { t } = useTranslation('institutions');
  const { t: lists } = useTranslation('lists');
  if (isFiltered(model.state)) {
    const clear = <Button onClick={() => model.change(noFilters)}>{lists('filters.clear')}</Button>;
    return <EmptyState title={t('empty.title')} body={t('empty.body')} action={clear} />;
  }
  const create = onNew === null ? undefined : <Button onClick={onNew}>{t('new')}</Button>;
  return <EmptyState title={t('empty.none')} body={t('empty.none-body')} action={create} />;
}

type ContentsProps = {
  model: InstitutionPageModel;
  narrow: boolean;
  gridRef: Ref<GridHandle>;
  onEdit: (id: number) => void;
  onMenu: (row: InstitutionRow, anchor: HTMLElement) => void;
  onNew: (() => void) | null;
};

function Contents({ model, narrow, gridRef, onEdit, onMenu, onNew }: ContentsProps) {
  const { list, rows, state, change, view, cursor, selection } = model;
  const onSort = (sort: string | undefined) => change({ sort, page: undefined });
  const onOpen = useCallback((row: InstitutionRow) => onEdit(row.id), [onEdit]);
  if (list.page === null) {
    if (list.error) return <ErrorState error={list.error} onRetry={list.refresh} />;
    return narrow ? <CardSkeleton /> : <GridSkeleton />;
  }
  if (rows.length === 0) return <Empty model={model} onNew={onNew} />;
  if (narrow) return <InstitutionCards rows={rows} tinted={list.tinted} onOpen={onOpen} onMenu={onMenu} />;
  return (
    <Suspense fallback={<GridSkeleton />}>
      <InstitutionGrid
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

type HeadActionsProps = {
  onNew: (() => void) | null;
  onImport: () => void;
  onPolicies: (() => void) | null;
  withPhrases: boolean;
  narrow: boolean;
};

function HeadActions({ onNew, onImport, onPolicies, withPhrases, narrow }: HeadActionsProps) {
  const { t } = useTranslation('institutions');
  const { t: price } = useTranslation('prices');
  const { t: phrases } = useTranslation('phrases');
  const size = narrow ? { height: 44, flex: 'none' } : { flex: 'none' };
  return (
    <>
      {withPhrases ? (
        <Button
          component={Link}
          to="/phrases"
          startIcon={<QuotesIcon size={16} aria-hidden="true" />}
          sx={size}
        >
          {phrases('title')}
        </Button>
      ) : null}
      {onPolicies === null ? null : (
        <Button startIcon={<TagIcon size={16} aria-hidden="true" />} onClick={onPolicies} sx={size}>
          {price('policies')}
        </Button>
      )}
      {onNew === null ? null : (
        <Button startIcon={<FileArrowUpIcon size={16} aria-hidden="true" />} onClick={onImport} sx={size}>
          {t('import')}
        </Button>
      )}
      {onNew === null ? null : (
        <Button
          variant="contained"
          color="primary"
          startIcon={<PlusIcon size={16} aria-hidden="true" />}
          onClick={onNew}
          sx={size}
        >
          {t('new')}
        </Button>
      )}
    </>
  );
}

type RoomProps = ContentsProps & { model: InstitutionPageModel };

function Room(props: RoomProps) {
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
  model: InstitutionPageModel,
  step: (by: -1 | 1) => void,
  toggle: () => void,
  edit: (id: number) => void,
) {
  const { t } = useTranslation('institutions');
  const search = useRef<HTMLInputElement>(null);
  const { cursor, selection } = model;
  useListKeys({
    step,
    preview: toggle,
    open: () => cursor.row && edit(cursor.row.id),
    openLabel: t('key.edit'),
    select: () => cursor.current !== null && selection.toggle(cursor.current),
    search: () => search.current?.focus(),
  });
  return search;
}

export function Page() {
  const { t } = useTranslation('institutions');
  const { user_role } = useSessionUser();
  const narrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const model = useInstitutionPage();
  const { cursor, view, state, change, selection } = model;
  const { overlays, onMenu, edit, create, policies, read } = useOverlays(model);
  const { grid, step } = useStepper(model.rows, idOf, cursor);
  const preview = useListPreview({
    wanted: view.preview_open,
    hasRow: cursor.row !== undefined,
    onWanted: (preview_open) => model.onView({ preview_open }),
    step,
  });
  const search = usePageKeys(model, step, preview.toggle, edit);
  const onNew = can(user_role, 'institution.create') === 'never' ? null : create;
  const onPolicies = can(user_role, 'price.read') === 'never' ? null : policies;
  const withPhrases = can(user_role, 'report.phrases') !== 'never';
  const actions = <HeadActions {...{ onNew, onPolicies, withPhrases, narrow }} onImport={read} />;
  const { row } = cursor;
  return (
    <ListFrame>
      <ListMain>
        <PageHeader title={t('title')} actions={actions}>
          <InstitutionTabs state={state} onChange={change} />
        </PageHeader>
        {selection.ids.size > 0 && !narrow ? (
          <InstitutionSelection ids={selection.ids} onClear={() => selection.set(new Set())} />
        ) : (
          <InstitutionFilters
            {...model}
            page={model.list.page}
            preview={preview}
            narrow={narrow}
            searchRef={search}
            onChange={change}
          />
        )}
        <Room model={model} narrow={narrow} gridRef={grid} onEdit={edit} onMenu={onMenu} onNew={onNew} />
      </ListMain>
      {preview.shown && row && !narrow ? (
        <PreviewPlace preview={preview}>
          <InstitutionPreview row={row} onEdit={() => edit(row.id)} onStep={step} onClose={preview.toggle} />
        </PreviewPlace>
      ) : null}
      {overlays}
    </ListFrame>
  );
}
