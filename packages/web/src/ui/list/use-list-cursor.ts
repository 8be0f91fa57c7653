/** Provides the current row of a list, stored with the history entry, and the steps to the next and previous row. */
import { useEffect, useRef, useState } from 'react';
import type { GridHandle } from './list-grid.tsx';
import { keepCurrent, useListPlace } from './list-place.ts';

/** A new history entry, such as another sort, keeps the row; going back restores the one of its entry. */
export function useCurrentRow() {
  const place = useListPlace();
  const [current, setCurrent] = useState(place.row);
  const [before, setBefore] = useState(place);
  if (before !== place) {
    setBefore(place);
    setCurrent(place.row ?? current);
  }
  useEffect(() => keepCurrent(place, current), [place, current]);
  return { place, current, setCurrent };
}

export function useListCursor<Row>(rows: readonly Row[], keyOf: (row: Row) => number) {
  const { place, current: kept, setCurrent } = useCurrentRow();
  const current = typeof kept === 'number' ? kept : null;
  const index = rows.findIndex((row) => keyOf(row) === current);
  return { place, current, setCurrent, index, row: rows[index] };
}

type Cursor = { readonly index: number; readonly setCurrent: (key: number) => void };

/** Moves the current row, and the grid's focus with it. */
export function useStepper<Row>(rows: readonly Row[], keyOf: (row: Row) => number, cursor: Cursor) {
  const grid = useRef<GridHandle>(null);
  const step = (by: -1 | 1) => {
    const to = cursor.index < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, cursor.index + by));
    const row = rows[to];
    if (row === undefined) return;
    cursor.setCurrent(keyOf(row));
    grid.current?.focusRow(keyOf(row), to);
  };
  return { grid, step };
}
