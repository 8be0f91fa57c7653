/** Shows `/admin/institution/list`: the institutions in the caller's scope, each with its preview and its record. */
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { InstitutionRow } from '@rhythmdesk/contract/institutions';
import { can } from '@rhythmdesk/domain/people/can';
import { Link } from '@tanstack/react-router';
import { FileArrowUpIcon, PlusIcon, QuotesIcon, TagIcon } from '@phosphor-icons/react';
import { lazy, type Ref, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { theme } from '../../platform/theme/theme.ts';
import { exportOrder } from '../../ui/list/export-order.ts';
import { useListSteps } from '../../ui/list/list-model.ts';
import { ListPage, ListRows, NoMatches } from '../../ui/list/list-page.tsx';
import type { GridHandle } from '../../ui/list/list-grid.tsx';
import type { ListPreview } from '../../ui/list/list-preview.tsx';
import { SelectedRows } from '../../ui/list/selected-rows.tsx';
import { useListKeys } from '../../ui/list/use-list-keys.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { InstitutionFilters, InstitutionTabs } from './list/institution-bars.tsx';
import { InstitutionCards } from './list/institution-cards.tsx';
import { useOverlays } from './list/institution-overlays.tsx';
import { InstitutionPreview } from './list/institution-preview.tsx';
import {
  institutionRowId,
  useInstitutionPage,
  type InstitutionPageModel,
} from './list/use-institution-page.ts';
import { isFiltered, noFilters } from './model/institution-state.ts';

const loadGrid = () => import('./list/institution-grid.tsx');
const InstitutionGrid = lazy(async () => ({ default: (await loadGrid()).InstitutionGrid }));

function Empty({ model, onNew }: { model: InstitutionPageModel; onNew: (() => void) | null }) {
  const { t } = useTranslation('institutions');
  if (isFiltered(model.state))
    return (
      <NoMatches title={t('empty.title')} body={t('empty.body')} onClear={() => model.change(noFilters)} />
    );
  const create = onNew === null ? undefined : <Button onClick={onNew}>{t('new')}</Button>;
  return <EmptyState title={t('empty.none')} body={t('empty.none-body')} action={create} />;
}

type RowsProps = {
  model: InstitutionPageModel;
  narrow: boolean;
  gridRef: Ref<GridHandle>;
  onEdit: (id: number) => void;
  onShow: (row: InstitutionRow) => void;
  onMenu: (row: InstitutionRow, anchor: HTMLElement) => void;
  onNew: (() => void) | null;
};

function Rows({ model, narrow, gridRef, onEdit, onShow, onMenu, onNew }: RowsProps) {
  const { list, rows } = model;
  const onOpen = useCallback((row: InstitutionRow) => onEdit(row.id), [onEdit]);
  return (
    <ListRows list={list} narrow={narrow} empty={<Empty model={model} onNew={onNew} />}>
      {narrow ? (
        <InstitutionCards rows={rows} tinted={list.tinted} onOpen={onShow} onMenu={onMenu} />
      ) : (
        <InstitutionGrid ref={gridRef} model={model} onOpen={onOpen} onMenu={onMenu} />
      )}
    </ListRows>
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

type BarProps = {
  model: InstitutionPageModel;
  preview: ListPreview;
  narrow: boolean;
  searchRef: Ref<HTMLInputElement>;
};

function Bar(props: BarProps) {
  const { selection } = props.model;
  if (selection.ids.size === 0 || props.narrow) return <InstitutionFilters {...props} />;
  return (
    <SelectedRows
      count={selection.ids.size}
      filename="institutions.xlsx"
      order={exportOrder('exportInstitutions', { id: [...selection.ids] })}
      onClear={() => selection.set(new Set())}
    />
  );
}

export function Page() {
  const { t } = useTranslation('institutions');
  const { user_role } = useSessionUser();
  const narrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const model = useInstitutionPage();
  const { overlays, onMenu, edit, create, policies, read } = useOverlays(model);
  const { grid, step, preview, show } = useListSteps(model, institutionRowId);
  const search = usePageKeys(model, step, preview.toggle, edit);
  const onNew = can(user_role, 'institution.create') === 'never' ? null : create;
  const onPolicies = can(user_role, 'price.read') === 'never' ? null : policies;
  const withPhrases = can(user_role, 'report.phrases') !== 'never';
  const { row } = model.cursor;
  const head = (
    <PageHeader
      title={t('title')}
      actions={<HeadActions {...{ onNew, onPolicies, withPhrases, narrow }} onImport={read} />}
    >
      <InstitutionTabs state={model.state} onChange={model.change} />
    </PageHeader>
  );
  const bars = <Bar model={model} preview={preview} narrow={narrow} searchRef={search} />;
  const beside =
    row === undefined ? null : (
      <InstitutionPreview row={row} onEdit={() => edit(row.id)} onStep={step} onClose={preview.toggle} />
    );
  return (
    <ListPage {...{ head, bars, preview, beside, overlays }}>
      <Rows {...{ model, narrow, onMenu, onNew }} gridRef={grid} onEdit={edit} onShow={show} />
    </ListPage>
  );
}
