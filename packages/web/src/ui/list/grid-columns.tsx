/** Builds the columns of a grid from their definitions, with a column of row menus at the right end. */
import type { GridColDef, GridValidRowModel } from '@mui/x-data-grid';
import { useMemo, type ReactNode } from 'react';
import { RowMenuButton } from './row-menu-button.tsx';

export type ColumnFacts = {
  readonly widthPx: number;
  /** Takes the remaining width; 2 takes twice as much of it as `true`. */
  readonly grows?: true | 2;
  readonly right?: true;
  readonly sorts?: true;
};

export type GridColumnsInput<Row, Id extends string> = {
  readonly ids: readonly Id[];
  readonly factsOf: (id: Id) => ColumnFacts;
  readonly nameOf: (id: Id | 'menu') => string;
  readonly cell: (id: Id, row: Row) => ReactNode;
  readonly menuOf: (row: Row) => string;
  readonly onMenu: (row: Row, anchor: HTMLElement) => void;
};

/** The functions must keep their identity: new columns render every row again. */
export function useGridColumns<Row extends GridValidRowModel, Id extends string>({
  ids,
  factsOf,
  nameOf,
  cell,
  menuOf,
  onMenu,
}: GridColumnsInput<Row, Id>): GridColDef<Row>[] {
  return useMemo(() => {
    const menu: GridColDef<Row> = {
      field: 'menu',
      headerName: nameOf('menu'),
      width: 34,
      minWidth: 34,
      sortable: false,
      resizable: false,
      display: 'flex',
      cellClassName: 'bare',
      renderHeader: () => <span className="said">{nameOf('menu')}</span>,
      renderCell: ({ row, tabIndex }) => (
        <RowMenuButton name={menuOf(row)} tabIndex={tabIndex} onMenu={(anchor) => onMenu(row, anchor)} />
      ),
    };
    const chosen = ids.map((id): GridColDef<Row> => {
      const { widthPx, grows = false, right = false, sorts = false } = factsOf(id);
      return {
        field: id,
        headerName: nameOf(id),
        minWidth: widthPx,
        ...(grows === false ? { width: widthPx } : { flex: Number(grows) }),
        align: right ? 'right' : 'left',
        headerAlign: right ? 'right' : 'left',
        sortable: sorts,
        resizable: false,
        display: 'flex',
        renderCell: ({ row }) => cell(id, row),
      };
    });
    return [...chosen, menu];
  }, [ids, factsOf, nameOf, cell, menuOf, onMenu]);
}

/** Reads a sort: `-name` is descending, `name` ascending. */
export function gridSortOf(sort: string): { field: string; sort: 'asc' | 'desc' } {
  return { field: sort.replace(/^-/, ''), sort: sort.startsWith('-') ? 'desc' : 'asc' };
}
