/**
 * The list as a grid. The grid only draws and moves the focus: what is sorted, filtered and paged is the server's, and
 * which columns stand where is ours. The row with the focus is the list's current row.
 */
import {
  DataGrid,
  GRID_CHECKBOX_SELECTION_COL_DEF,
  type GridEventListener,
  type GridRowSelectionModel,
  type GridSortDirection,
  type GridSortModel,
  useGridApiRef,
} from '@mui/x-data-grid';
import { styled } from '@mui/material/styles';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { useCallback, useEffect, useImperativeHandle, useMemo, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { pageNonce } from '../../../platform/page-nonce.ts';
import { columnFacts, isColumnId } from '../model/column-table.ts';
import { useGridColumns, type GridColumnsInput } from './grid-columns.tsx';
import { useNewest } from '../../../ui/use-newest.ts';
import { keepScroll, type ListPlace } from '../../../ui/list/list-place.ts';
import type { ListView } from './use-list-preference.ts';
import { useGridTexts } from './grid-texts.ts';

const rowHeights = { compact: 32, standard: 38, comfortable: 46 } as const;

const Grid = styled(DataGrid<CaseRow>)(({ theme }) => ({
  height: '100%',
  '& .MuiDataGrid-cell, & .MuiDataGrid-columnHeader': { padding: '0 8px' },
  '& .MuiDataGrid-cell': { outlineOffset: -2 },
  '& .MuiDataGrid-cell.bare, & .MuiDataGrid-columnHeader[data-field="urgent"]': { padding: 0 },
  '& .MuiDataGrid-columnHeader--sorted .MuiDataGrid-columnHeaderTitle': {
    fontWeight: 600,
    color: theme.vars.palette.text.primary,
  },
  '& .MuiDataGrid-row.current, & .MuiDataGrid-row.current:hover': {
    backgroundColor: theme.vars.palette.row.selected,
    boxShadow: `inset 3px 0 0 ${theme.vars.palette.primary.main}`,
  },
  '& .MuiDataGrid-row.tinted, & .MuiDataGrid-row.tinted:hover': {
    backgroundColor: theme.vars.palette.primary.tint,
  },
  // The menu stays at the right end where the columns are wider than the window.
  '& .MuiDataGrid-row': { cursor: 'default', backgroundColor: theme.vars.palette.surface.s1 },
  '& [data-field="menu"]': { position: 'sticky', right: 0, zIndex: 1 },
  '& .MuiDataGrid-cell[data-field="menu"]': { backgroundColor: 'inherit' },
  '& .row-menu': { opacity: 0 },
  '& .MuiDataGrid-row:hover .row-menu, & .MuiDataGrid-row.current .row-menu, & .row-menu:focus-visible, & .row-menu[aria-expanded="true"]':
    { opacity: 1 },
  '& .said': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
}));

/** What a list has by itself. Every column is drawn, so that the menu's can stay in view: there are at most twenty. */
const ours = {
  hideFooter: true,
  disableColumnMenu: true,
  disableColumnFilter: true,
  disableRowSelectionOnClick: true,
  paginationMode: 'server',
  sortingMode: 'server',
  columnBufferPx: 4000,
} as const;

const narrowCheckbox = { ...GRID_CHECKBOX_SELECTION_COL_DEF, width: 42, minWidth: 42, maxWidth: 42 };

export type GridHandle = { focusRow: (case_id: number, index: number) => void };

export type CaseGridProps = GridColumnsInput & {
  ref?: Ref<GridHandle>;
  label: string;
  rows: readonly CaseRow[];
  sort: string;
  onSort: (sort: string | undefined) => void;
  density: ListView['density'];
  current: number | null;
  onCurrent: (case_id: number) => void;
  onOpen: (row: CaseRow) => void;
  tinted: ReadonlySet<number>;
  selected: ReadonlySet<number> | null;
  onSelect: (ids: ReadonlySet<number>) => void;
  place: ListPlace;
};

function sortModelOf(sort: string): GridSortModel {
  const key = sort.replace(/^-/, '').replace('edit_started_at', 'report_due_date');
  return isColumnId(key) ? [{ field: key, sort: sort.startsWith('-') ? 'desc' : 'asc' }] : [];
}

/** What the grid says was sorted, as the server's key; undefined where the sort was taken away. */
function sortOf(model: GridSortModel): string | undefined {
  const [first] = model;
  if (first === undefined || !isColumnId(first.field)) return undefined;
  const key = columnFacts(first.field).sort;
  return key === null ? undefined : first.sort === 'desc' ? `-${key}` : key;
}

function useGridPlace(props: CaseGridProps) {
  const api = useGridApiRef();
  const { place, onCurrent } = props;
  const [restored, setRestored] = useState(false);
  useEffect(() => {
    const { top, row } = place;
    // The grid knows how far it can scroll only when its rows have been laid out: two frames after they came.
    const frames = [requestAnimationFrame(() => frames.push(requestAnimationFrame(restore)))];
    const restore = () => {
      if (top > 0) api.current?.scroll({ top });
      // Back from a case the keys go on where they were, unless the focus is somewhere else by then.
      const isFree = document.activeElement === document.body;
      if (isFree && row !== null && api.current?.getRow(row)) {
        api.current.setCellFocus(row, 'hn_id');
      }
      setRestored(true);
    };
    return () => frames.forEach((frame) => cancelAnimationFrame(frame));
  }, [api, place]);
  useEffect(() => {
    const grid = api.current;
    if (!grid || !restored) return undefined;
    return grid.subscribeEvent('scrollPositionChange', ({ top }) => {
      keepScroll(place, top);
    });
  }, [api, place, restored]);
  useEffect(
    () => api.current?.subscribeEvent('cellFocusIn', ({ id }) => onCurrent(Number(id))),
    [api, onCurrent],
  );
  useImperativeHandle(props.ref, () => ({
    focusRow(case_id, index) {
      api.current?.scrollToIndexes({ rowIndex: index });
      api.current?.setCellFocus(case_id, 'hn_id');
    },
  }));
  return api;
}

const selectionOf = (ids: ReadonlySet<number>): GridRowSelectionModel => ({
  type: 'include',
  ids: new Set(ids),
});

/** Include or exclude: with all of a page selected the grid names those that are not. */
function chosenOf(model: GridRowSelectionModel, rows: readonly CaseRow[]): ReadonlySet<number> {
  const named = rows
    .map(({ case_id }) => case_id)
    .filter((id) => model.ids.has(id) === (model.type === 'include'));
  return new Set(named);
}

const idOf = (row: CaseRow): number => row.case_id;
const bothWays: GridSortDirection[] = ['asc', 'desc'];
/** Space and Enter are keys of the list, not of a cell. */
const leaveToThePage: GridEventListener<'cellKeyDown'> = (_, event) => {
  if (event.key === ' ' || event.key === 'Enter') event.defaultMuiPrevented = true;
};

/** Every property keeps its identity until it says something else: a new one draws all rows anew. */
export function CaseGrid(props: CaseGridProps) {
  const { rows, sort, current, tinted, selected } = props;
  const { t } = useTranslation('case-list');
  const localeText = useGridTexts();
  const chosen = useGridColumns(props);
  const columns = useMemo(() => [narrowCheckbox, ...chosen], [chosen]);
  const api = useGridPlace(props);
  const sortModel = useMemo(() => sortModelOf(sort), [sort]);
  const selection = useMemo(() => selectionOf(selected ?? new Set()), [selected]);
  const onSortModel = useNewest((model: GridSortModel) => props.onSort(sortOf(model)));
  const onSelectionModel = useNewest((model: GridRowSelectionModel) => props.onSelect(chosenOf(model, rows)));
  const onDoubleClick = useNewest(({ id }: { id: unknown }) => {
    const row = rows.find(({ case_id }) => case_id === id);
    if (row) props.onOpen(row);
  });
  const rowClass = useCallback(
    ({ row }: { row: CaseRow }) =>
      [row.case_id === current ? 'current' : '', tinted.has(row.case_id) ? 'tinted' : ''].join(' '),
    [current, tinted],
  );
  return (
    <Grid
      {...ours}
      key={props.columns.join()}
      apiRef={api}
      {...(pageNonce === undefined ? {} : { nonce: pageNonce })}
      aria-label={t('grid')}
      rows={rows}
      columns={columns}
      getRowId={idOf}
      rowHeight={rowHeights[props.density]}
      localeText={localeText}
      rowCount={rows.length}
      sortingOrder={bothWays}
      sortModel={sortModel}
      onSortModelChange={onSortModel}
      checkboxSelection={selected !== null}
      rowSelectionModel={selection}
      onRowSelectionModelChange={onSelectionModel}
      onRowDoubleClick={onDoubleClick}
      onCellKeyDown={leaveToThePage}
      getRowClassName={rowClass}
    />
  );
}
