/**
 * Shows the grid of a list whose rows each have a menu: users, institutions, audit rows. Each list gives its columns.
 */
import type { GridValidRowModel } from '@mui/x-data-grid';
import { type Ref, useMemo } from 'react';
import { type GridColumnsInput, gridSortOf, useGridColumns } from './grid-columns.tsx';
import { type GridHandle, type GridSort, ListGrid } from './list-grid.tsx';
import type { ListModel } from './list-model.ts';

export type RecordGridProps<Row extends GridValidRowModel, Id extends string> = Omit<
  GridColumnsInput<Row, Id>,
  'ids'
> & {
  ref?: Ref<GridHandle>;
  model: ListModel<Row, Id>;
  label: string;
  keyOf: (row: Row) => number;
  /** The column whose cell takes the focus in a row. */
  firstField: Id;
  spare?: readonly Id[];
  /** The value of `sort` in the address; undefined for the usual sort. */
  sortInAddress: (sort: GridSort) => string | undefined;
  onOpen: (row: Row) => void;
};

/** What a page passes to the grid of its list. */
export type PageGridProps<Row extends GridValidRowModel, Id extends string> = Pick<
  RecordGridProps<Row, Id>,
  'ref' | 'model' | 'onOpen' | 'onMenu'
>;

export function RecordGrid<Row extends GridValidRowModel, Id extends string>(
  props: RecordGridProps<Row, Id>,
) {
  const { ref, model, label, keyOf, firstField, spare, sortInAddress, onOpen, ...columns } = props;
  const { list, rows, state, change, view, cursor, selection } = model;
  const drawn = useGridColumns({ ...columns, ids: view.columns });
  const sort = useMemo(() => gridSortOf(state.sort), [state.sort]);
  return (
    <ListGrid
      {...(ref === undefined ? {} : { ref })}
      label={label}
      rows={rows}
      keyOf={keyOf}
      columns={drawn}
      order={view.columns.join()}
      firstField={firstField}
      {...(spare === undefined ? {} : { spare })}
      sort={sort}
      onSort={(next) => change({ sort: next && sortInAddress(next), page: undefined })}
      density={view.density}
      current={cursor.current}
      onCurrent={cursor.setCurrent}
      onOpen={onOpen}
      tinted={list.tinted}
      selected={selection?.ids ?? null}
      onSelect={selection?.set ?? (() => undefined)}
      place={cursor.place}
    />
  );
}
