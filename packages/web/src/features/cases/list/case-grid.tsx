/** Shows the list of cases as a grid: its columns, and its order in the server's sort keys. */
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { useMemo } from 'react';
import { type GridSort, ListGrid, type ListGridProps } from '../../../ui/list/list-grid.tsx';
import { type CaseColumnId, columnFacts, isColumnId } from '../model/column-table.ts';
import { useGridColumns, type GridColumnsInput } from './grid-columns.tsx';

type OwnProps = 'columns' | 'spare' | 'alarms' | 'order' | 'keyOf' | 'firstField' | 'sort' | 'onSort';
export type CaseGridProps = GridColumnsInput &
  Omit<ListGridProps<CaseRow>, OwnProps> & {
    sort: string;
    onSort: (sort: string | undefined) => void;
  };

function gridSortOf(sort: string): GridSort | null {
  const key = sort.replace(/^-/, '').replace('edit_started_at', 'report_due_date');
  return isColumnId(key) ? { field: key, sort: sort.startsWith('-') ? 'desc' : 'asc' } : null;
}

/** Returns the server's sort key for the grid's sort; undefined if the user removed the sort. */
function keyOfSort(sort: GridSort | undefined): string | undefined {
  if (sort === undefined || !isColumnId(sort.field)) return undefined;
  const key = columnFacts(sort.field).sort;
  return key === null ? undefined : sort.sort === 'desc' ? `-${key}` : key;
}

const spare: readonly CaseColumnId[] = ['sparkline', 'recording_seconds'];
const idOf = (row: CaseRow): number => row.case_id;

const criticalOf = (rows: readonly CaseRow[]): ReadonlySet<number> =>
  new Set(rows.flatMap((row) => (row.critical_due_at === null ? [] : [row.case_id])));

export function CaseGrid({ columns, sort, onSort, ...props }: CaseGridProps) {
  const drawn = useGridColumns({ columns, ...props });
  const { rows } = props;
  const alarms = useMemo(() => criticalOf(rows), [rows]);
  const gridSort = useMemo(() => gridSortOf(sort), [sort]);
  return (
    <ListGrid
      {...props}
      alarms={alarms}
      columns={drawn}
      order={columns.join()}
      keyOf={idOf}
      firstField="hn_id"
      spare={spare}
      sort={gridSort}
      onSort={(model) => onSort(keyOfSort(model))}
    />
  );
}
