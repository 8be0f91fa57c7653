/** Leaves out columns that a list can spare if it is too narrow for all of them; otherwise the last one would be cut. */
import type { GridColDef, GridValidRowModel } from '@mui/x-data-grid';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';

type Widths = { readonly field: string; readonly width?: number; readonly minWidth?: number };

/**
 * Returns the columns that fit, with the first of the spare ones left out first. If leaving out all of them is not
 * enough, every column stays and the list scrolls sideways.
 */
export function fittingColumns<Column extends Widths>(
  columns: readonly Column[],
  spare: readonly string[],
  roomPx: number,
): readonly Column[] {
  let fitting = columns;
  for (const left of [null, ...spare]) {
    fitting = fitting.filter(({ field }) => field !== left);
    const sum = fitting.reduce(
      (total, { width = 0, minWidth = width }) => total + Math.max(width, minWidth),
      0,
    );
    if (sum <= roomPx) return fitting;
  }
  return columns;
}

/** Measures the list's frame and returns the columns that fit into it. */
export function useFittingColumns<Row extends GridValidRowModel>(
  frame: RefObject<HTMLElement | null>,
  columns: readonly GridColDef<Row>[],
  spare: readonly string[],
): readonly GridColDef<Row>[] {
  const [roomPx, setRoomPx] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const measure = () => setRoomPx(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return useMemo(
    () => (roomPx === 0 ? columns : fittingColumns(columns, spare, roomPx)),
    [columns, spare, roomPx],
  );
}
