/** Shows `/admin/audit`: who did what to which case and patient, for level 5. New rows never move an open row. */
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { AuditRow } from '@rhythmdesk/contract/audit';
import { ExportIcon } from '@phosphor-icons/react';
import { lazy, type Ref, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { theme } from '../../platform/theme/theme.ts';
import type { GridHandle } from '../../ui/list/list-grid.tsx';
import { useListSteps } from '../../ui/list/list-model.ts';
import { ListPage, ListRows, NoMatches } from '../../ui/list/list-page.tsx';
import { useListKeys } from '../../ui/list/use-list-keys.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { AccessesDialog } from './accesses-dialog.tsx';
import { ChainBar } from './chain/chain-bar.tsx';
import { AuditFilters, AuditTabs } from './list/audit-bars.tsx';
import { AuditCards } from './list/audit-cards.tsx';
import { AuditPreview, useWays, type Narrowing } from './list/audit-preview.tsx';
import { noFilters } from './model/audit-state.ts';
import { auditRowId, useAuditPage, type AuditPageModel } from './use-audit-page.ts';

const AuditGrid = lazy(async () => ({ default: (await import('./list/audit-grid.tsx')).AuditGrid }));

type RowsProps = {
  model: AuditPageModel;
  narrow: boolean;
  gridRef: Ref<GridHandle>;
  onOpen: (row: AuditRow) => void;
  onMenu: (row: AuditRow, anchor: HTMLElement) => void;
};

function Rows({ model, narrow, gridRef, onOpen, onMenu }: RowsProps) {
  const { t } = useTranslation('audit');
  const { list, rows, change } = model;
  const empty = <NoMatches title={t('empty')} body={t('empty-body')} onClear={() => change(noFilters)} />;
  return (
    <ListRows list={list} narrow={narrow} empty={empty}>
      {narrow ? (
        <AuditCards rows={rows} onOpen={onOpen} />
      ) : (
        <AuditGrid ref={gridRef} model={model} onOpen={onOpen} onMenu={onMenu} />
      )}
    </ListRows>
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

export function Page() {
  const { t } = useTranslation('audit');
  const narrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const model = useAuditPage();
  const { cursor, state, change, today } = model;
  const [menu, setMenu] = useState<RowMenuProps['menu']>(null);
  const { grid, step, preview, show } = useListSteps(model, auditRowId);
  const search = usePageKeys(step, preview.toggle);
  const onMenu = useCallback((row: AuditRow, anchor: HTMLElement) => setMenu({ row, anchor }), []);
  const narrowTo = (to: Narrowing) => change({ ...noFilters, ...to }, 'push');
  const head = (
    <PageHeader title={t('title')} actions={<Accesses today={today} />}>
      <AuditTabs state={state} onChange={change} />
    </PageHeader>
  );
  const bars = (
    <>
      <AuditFilters model={model} preview={preview} narrow={narrow} searchRef={search} />
      <ChainBar />
    </>
  );
  const beside = cursor.row ? (
    <AuditPreview row={cursor.row} onNarrow={narrowTo} onStep={step} onClose={preview.toggle} />
  ) : null;
  const overlays = <RowMenu menu={menu} onClose={() => setMenu(null)} onNarrow={narrowTo} />;
  return (
    <ListPage {...{ head, bars, preview, beside, overlays }}>
      <Rows model={model} narrow={narrow} gridRef={grid} onOpen={show} onMenu={onMenu} />
    </ListPage>
  );
}
