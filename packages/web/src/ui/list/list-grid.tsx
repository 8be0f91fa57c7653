/**
 * Shows a list as a grid. The grid only draws and moves the focus: the server sorts, filters and pages, and this
 * product decides on the columns. The focused row is the list's current row.
 */
import {
  DataGrid,
  GRID_CHECKBOX_SELECTION_COL_DEF,
  type GridColDef,
  type GridEventListener,
  type GridRowSelectionModel,
  type GridSortDirection,
  type GridSortModel,
  type GridValidRowModel,
  useGridApiRef,
  type GridLocaleText,
} from '@mui/x-data-grid';
import { styled } from '@mui/material/styles';
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react';
import { pageNonce } from '../../platform/page-nonce.ts';
import { useNewest } from '../use-newest.ts';
import { useFittingColumns } from './fitting-columns.ts';
import { keepScroll, type ListPlace } from './list-place.ts';
import type { Density } from './use-list-preference.ts';
import { isPress } from '../keys/widget-keys.ts';
import { useTranslation } from 'react-i18next';

/** Returns the few texts of the grid library, in the page's language. */
function useGridTexts(): Partial<GridLocaleText> {
  const { t } = useTranslation('lists');
  return useMemo(
    () => ({
      columnHeaderSortIconLabel: t('sort'),
      checkboxSelectionHeaderName: t('key.select'),
      checkboxSelectionSelectAllRows: t('select.all'),
      checkboxSelectionUnselectAllRows: t('select.clear'),
      checkboxSelectionSelectRow: t('key.select'),
      checkboxSelectionUnselectRow: t('key.select'),
    }),
    [t],
  );
}

const rowHeights = { compact: 32, standard: 38, comfortable: 46 } as const;

/** The style is on a wrapper, so that the grid itself keeps the type of its rows. */
const Look = styled('div')(({ theme }) => ({
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
  '& .MuiDataGrid-row.alarm': { boxShadow: `inset 3px 0 0 ${theme.vars.palette.error.main}` },
  '& .MuiDataGrid-row.tinted, & .MuiDataGrid-row.tinted:hover': {
    backgroundColor: theme.vars.palette.primary.tint,
  },
  // The menu column stays at the right end if the columns are wider than the window.
  '& .MuiDataGrid-row': { cursor: 'default', backgroundColor: theme.vars.palette.surface.s1 },
  '& [data-field="menu"]': { position: 'sticky', right: 0, zIndex: 1 },
  '& .MuiDataGrid-cell[data-field="menu"]': { backgroundColor: 'inherit' },
  // Its line shows that columns continue below it.
  '& [data-field="menu"]::before': {
    content: '""',
    position: 'absolute',
    inset: '0 auto 0 0',
    width: 'calc(var(--DataGrid-hasScrollX) * 1px)',
    backgroundColor: theme.vars.palette.line.strong,
  },
  '& .row-menu': { opacity: 0 },
  '& .MuiDataGrid-row:hover .row-menu, & .MuiDataGrid-row.current .row-menu, & .row-menu:focus-visible, & .row-menu[aria-expanded="true"]':
    { opacity: 1 },
  '& .said': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
}));

/**
 * Settings of every list. Every column is rendered, so that the menu column can stay in view; there are at most twenty.
 */
const ours = {
  hideFooter: true,
  disableColumnMenu: true,
  disableColumnFilter: true,
  disableRowSelectionOnClick: true,
  paginationMode: 'server',
  sortingMode: 'server',
  columnBufferPx: 4000,
} as const;

const nothingSpare: readonly string[] = [];
const narrowCheckbox = { ...GRID_CHECKBOX_SELECTION_COL_DEF, width: 42, minWidth: 42, maxWidth: 42 };

export type GridHandle = { focusRow: (key: number, index: number) => void };

export type GridSort = { readonly field: string; readonly sort: 'asc' | 'desc' };

export type ListGridProps<Row extends GridValidRowModel> = {
  ref?: Ref<GridHandle>;
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => number;
  columns: readonly GridColDef<Row>[];
  /** The columns that are left out first if the list is too narrow for all. */
  spare?: readonly string[];
  /** The names of the columns in their order: another order creates a new grid. */
  order: string;
  /** The column whose cell takes the focus in a row. */
  firstField: string;
  sort: GridSort | null;
  /** Undefined if the user removed the sort. */
  onSort: (sort: GridSort | undefined) => void;
  density: Density;
  current: number | null;
  onCurrent: (key: number) => void;
  onOpen: (row: Row) => void;
  tinted: ReadonlySet<number>;
  /** Rows that need attention now: they have a red line at the left. */
  alarms?: ReadonlySet<number> | undefined;
  /** Null if rows cannot be selected. */
  selected: ReadonlySet<number> | null;
  onSelect: (ids: ReadonlySet<number>) => void;
  place: ListPlace;
};

type GridPlaceProps = {
  ref?: Ref<GridHandle>;
  firstField: string;
  place: ListPlace;
  onCurrent: (key: number) => void;
};

function useGridPlace({ ref, firstField, place, onCurrent }: GridPlaceProps) {
  const api = useGridApiRef();
  const [restored, setRestored] = useState(false);
  useEffect(() => {
    const { top } = place;
    // The grid knows how far it can scroll only after its rows are laid out: two frames after they arrived.
    const frames = [requestAnimationFrame(() => frames.push(requestAnimationFrame(restore)))];
    const restore = () => {
      api.current?.scroll({ top });
      // After returning from a case the keys continue at the same row, unless the focus is elsewhere by then. The row is
      // read only now: a key pressed since the grid was created has moved to another one.
      const { row } = place;
      const isFree = document.activeElement === document.body;
      if (isFree && row !== null && api.current?.getRow(row)) {
        api.current.setCellFocus(row, firstField);
      }
      setRestored(true);
    };
    return () => frames.forEach((frame) => cancelAnimationFrame(frame));
  }, [api, place, firstField]);
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
  useImperativeHandle(ref, () => ({
    focusRow(key, index) {
      api.current?.scrollToIndexes({ rowIndex: index });
      api.current?.setCellFocus(key, firstField);
    },
  }));
  return api;
}

const selectionOf = (ids: ReadonlySet<number>): GridRowSelectionModel => ({
  type: 'include',
  ids: new Set(ids),
});

/**
 * Returns the selected keys of an include or exclude model: if a whole page is selected, the grid lists the rows that
 * are not.
 */
function chosenOf(model: GridRowSelectionModel, keys: readonly number[]): ReadonlySet<number> {
  return new Set(keys.filter((key) => model.ids.has(key) === (model.type === 'include')));
}

const bothWays: GridSortDirection[] = ['asc', 'desc'];
/** Keys of the list, not of a cell. */
const ofList = ['Space', 'Shift+Space', 'Ctrl+Space', '⏎', 'Shift+⏎', 'Ctrl+⏎'] as const;
const leaveToThePage: GridEventListener<'cellKeyDown'> = (_, event) => {
  if (isPress(event, ...ofList)) event.defaultMuiPrevented = true;
};

/** Translates the list's state to the grid's models and back. */
function useGridModels<Row extends GridValidRowModel>(props: ListGridProps<Row>) {
  const { rows, keyOf, sort, selected } = props;
  const sortModel = useMemo(() => (sort === null ? [] : [{ ...sort }]), [sort]);
  const rowSelectionModel = useMemo(() => selectionOf(selected ?? new Set()), [selected]);
  const onSortModelChange = useNewest((model: GridSortModel) => {
    const [first] = model;
    props.onSort(first?.sort ? { field: first.field, sort: first.sort } : undefined);
  });
  const onRowSelectionModelChange = useNewest((model: GridRowSelectionModel) =>
    props.onSelect(chosenOf(model, rows.map(keyOf))),
  );
  const onRowDoubleClick = useNewest(({ id }: { id: unknown }) => {
    const row = rows.find((each) => keyOf(each) === id);
    if (row) props.onOpen(row);
  });
  return { sortModel, rowSelectionModel, onSortModelChange, onRowSelectionModelChange, onRowDoubleClick };
}

/**
 * Draws the rows. Every property keeps its identity until its content changes: a new identity renders all rows again.
 */
function Rows<Row extends GridValidRowModel>(props: ListGridProps<Row>) {
  const { rows, keyOf, columns, current, tinted, alarms, selected } = props;
  const localeText = useGridTexts();
  const api = useGridPlace(props);
  const models = useGridModels(props);
  const rowClass = useCallback(
    ({ id }: { id: unknown }) =>
      [
        id === current ? 'current' : '',
        typeof id === 'number' && tinted.has(id) ? 'tinted' : '',
        typeof id === 'number' && alarms?.has(id) === true ? 'alarm' : '',
      ].join(' '),
    [current, tinted, alarms],
  );
  return (
    <DataGrid<Row>
      {...ours}
      {...models}
      apiRef={api}
      {...(pageNonce === undefined ? {} : { nonce: pageNonce })}
      aria-label={props.label}
      rows={rows}
      columns={columns}
      getRowId={keyOf}
      rowHeight={rowHeights[props.density]}
      localeText={localeText}
      rowCount={rows.length}
      sortingOrder={bothWays}
      checkboxSelection={selected !== null}
      onCellKeyDown={leaveToThePage}
      getRowClassName={rowClass}
    />
  );
}

/** Other columns create a new grid, which continues at the place of the one before: its scroll position, its row. */
export function ListGrid<Row extends GridValidRowModel>(props: ListGridProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const every = useMemo(() => [narrowCheckbox, ...props.columns], [props.columns]);
  const columns = useFittingColumns(frame, every, props.spare ?? nothingSpare);
  return (
    <Look ref={frame}>
      <Rows key={`${props.order} ${String(columns.length)}`} {...props} columns={columns} />
    </Look>
  );
}
