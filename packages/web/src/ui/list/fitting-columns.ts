/**
 * Fits columns to the width of a list: if it is too narrow, leaves out those that the list can spare; if it is wide,
 * spreads the width over all of them.
 */
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

/** The most that a growing column gets beyond its own width while others are as narrow as they can be. */
const growthPx = 200;
/** Marks, pictures and buttons, which are read at any width, are narrower. */
const textColumnPx = 60;

/**
 * Spreads the room of a wide list evenly. If the growing columns took all of it, a name would be far from the facts of
 * its row.
 */
export function spreadColumns<Column extends Widths & { readonly flex?: number }>(
  columns: readonly Column[],
  roomPx: number,
): readonly Column[] {
  const growing = columns.filter(({ flex }) => flex !== undefined);
  const others = columns.filter(({ flex, width = 0 }) => flex === undefined && width >= textColumnPx);
  const needed = columns.reduce((sum, { width = 0, minWidth = width }) => sum + Math.max(width, minWidth), 0);
  const leftPx = roomPx - needed - growing.length * growthPx;
  if (growing.length === 0 || leftPx <= 0) return columns;
  const morePx = Math.floor(leftPx / columns.length);
  return columns.map((column) =>
    others.includes(column) ? { ...column, width: (column.width ?? 0) + morePx } : column,
  );
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
    () => (roomPx === 0 ? columns : spreadColumns(fittingColumns(columns, spare, roomPx), roomPx)),
    [columns, spare, roomPx],
  );
}
