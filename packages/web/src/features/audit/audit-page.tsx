/** `/admin/audit`: who did what to which case and patient, for level 5. New rows never move an open row. */
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { AuditRow } from '@rhythmdesk/contract/audit';
import { ExportIcon } from '@phosphor-icons/react';
import { lazy, type Ref, Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { theme } from '../../platform/theme/theme.ts';
import type { GridHandle } from '../../ui/list/list-grid.tsx';
import { PreviewPlace, useListPreview, type ListPreview } from '../../ui/list/list-preview.tsx';
import { ListFill, ListFrame, ListMain, ListRoom } from '../../ui/list/list-room.ts';
import { CardSkeleton, GridSkeleton } from '../../ui/list/list-skeleton.tsx';
import { useStepper } from '../../ui/list/use-list-cursor.ts';
import { useListKeys } from '../../ui/list/use-list-keys.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { AccessesDialog } from './accesses-dialog.tsx';
import { ChainBar } from './chain/chain-bar.tsx';
import { AuditFilters, AuditTabs } from './list/audit-bars.tsx';
import { AuditCards } from './list/audit-cards.tsx';
import { idOf, type OpenMenu } from './list/audit-grid.tsx';
import { AuditPreview, useWays, type Narrowing } from './list/audit-preview.tsx';
import { noFilters } from './model/audit-state.ts';
import { useAuditPage, type AuditPageModel } from './use-audit-page.ts';

const AuditGrid = lazy(async () => ({ default: (await import('./list/audit-grid.tsx')).AuditGrid }));
const nothing: ReadonlySet<number> = new Set();

type ContentsProps = {
  model: AuditPageModel;
  narrow: boolean;
  gridRef: Ref<GridHandle>;
  onOpen: (row: AuditRow) => void;
  onMenu: OpenMenu;
};

function Contents({ model, narrow, gridRef, onOpen, onMenu }: ContentsProps) {
  const { t } = useTranslation('audit');
  const { t: lists } = useTranslation('lists');
  const { answer, rows, state, change, view, cursor } = model;
  if (answer.data === undefined) {
    if (answer.error) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />;
    return narrow ? <CardSkeleton /> : <GridSkeleton />;
  }
  if (rows.length === 0) {
    const clear = <Button onClick={() => change(noFilters)}>{lists('filters.clear')}</Button>;
    return <EmptyState title={t('empty')} body={t('empty-body')} action={clear} />;
  }
  if (narrow) return <AuditCards rows={rows} onOpen={onOpen} />;
  return (
    <Suspense fallback={<GridSkeleton />}>
      <AuditGrid
        ref={gridRef}
        rows={rows}
        columns={view.columns}
        sort={state.sort}
        onSort={(sort) => change({ sort, page: undefined })}
        density={view.density}
        current={cursor.current}
        onCurrent={cursor.setCurrent}
        onOpen={onOpen}
        onMenu={onMenu}
        tinted={nothing}
        selected={null}
        onSelect={() => undefined}
        place={cursor.place}
      />
    </Suspense>
  );
}

type RowMenuProps = {
  menu: { readonly row: AuditRow; readonly anchor: HTMLElement } | null;
  onClose: () => void;
  onNarrow: (to: Narrowing) => void;
};

function RowMenu({ menu, onClose, onNarrow }: RowMenuProps) {
  const waysOf = useWays();
  if (menu === null) return null;
  return (
    <Menu open anchorEl={menu.anchor} onClose={onClose}>
      {waysOf(menu.row).map(({ word, to }) => (
        <MenuItem
          key={word}
          onClick={() => {
            onClose();
            onNarrow(to);
          }}
        >
          {word}
        </MenuItem>
      ))}
    </Menu>
  );
}

function Accesses({ today }: { today: string }) {
  const { t } = useTranslation('audit');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        startIcon={<ExportIcon size={16} aria-hidden="true" />}
        sx={{ flex: 'none' }}
        onClick={() => setOpen(true)}
      >
        {t('accesses')}
      </Button>
      {open ? <AccessesDialog today={today} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function usePageKeys(step: (by: -1 | 1) => void, toggle: () => void) {
  const { t } = useTranslation('audit');
  const search = useRef<HTMLInputElement>(null);
  useListKeys({
    step,
    preview: toggle,
    open: toggle,
    openLabel: t('preview.facts'),
    select: null,
    search: () => search.current?.focus(),
  });
  return search;
}

/** Opening a row shows all of its details. */
function useOpening(setCurrent: (id: number) => void, { shown, toggle }: ListPreview) {
  return useCallback(
    (row: AuditRow) => {
      setCurrent(row.audit_id);
      if (!shown) toggle();
    },
    [setCurrent, shown, toggle],
  );
}

export function Page() {
  const { t } = useTranslation('audit');
  const narrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const model = useAuditPage();
  const { cursor, view, state, change, today, answer } = model;
  const [menu, setMenu] = useState<RowMenuProps['menu']>(null);
  const { grid, step } = useStepper(model.rows, idOf, cursor);
  const preview = useListPreview({
    wanted: view.preview_open,
    hasRow: cursor.row !== undefined,
    onWanted: (preview_open) => model.onView({ preview_open }),
    step,
  });
  const search = usePageKeys(step, preview.toggle);
  const onOpen = useOpening(cursor.setCurrent, preview);
  const onMenu = useCallback((row: AuditRow, anchor: HTMLElement) => setMenu({ row, anchor }), []);
  const narrowTo = (to: Narrowing) => change({ ...noFilters, ...to }, 'push');
  return (
    <ListFrame>
      <ListMain>
        <PageHeader title={t('title')} actions={<Accesses today={today} />}>
          <AuditTabs state={state} onChange={change} />
        </PageHeader>
        <AuditFilters
          {...model}
          page={answer.data ?? null}
          preview={preview}
          narrow={narrow}
          searchRef={search}
          onChange={change}
        />
        <ChainBar />
        <ListRoom aria-busy={answer.isPlaceholderData}>
          <ListFill>
            <Contents model={model} narrow={narrow} gridRef={grid} onOpen={onOpen} onMenu={onMenu} />
          </ListFill>
        </ListRoom>
      </ListMain>
      {preview.shown && cursor.row ? (
        <PreviewPlace preview={preview}>
          <AuditPreview row={cursor.row} onNarrow={narrowTo} onStep={step} onClose={preview.toggle} />
        </PreviewPlace>
      ) : null}
      <RowMenu menu={menu} onClose={() => setMenu(null)} onNarrow={narrowTo} />
    </ListFrame>
  );
}
