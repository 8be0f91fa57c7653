/**
 * Selects the rows that are drawn at once: those around the selected one, or around the place that the list was
 * scrolled to.
 */
const shownAtOnce = 40;
const step = shownAtOnce / 2;

export type RowWindow<Row> = {
  readonly rows: readonly Row[];
  /** Number of rows before and after these. */
  readonly above: number;
  readonly below: number;
};

/** `scrolled`: how many half windows the list was scrolled away from the selected row. */
export function windowAround<Row extends { readonly key: string }>(
  rows: readonly Row[],
  key: string | undefined,
  scrolled = 0,
): RowWindow<Row> {
  const at = Math.max(
    0,
    rows.findIndex((row) => row.key === key),
  );
  const last = Math.max(0, rows.length - shownAtOnce);
  const around = Math.max(0, Math.min(at - step, last));
  const first = Math.max(0, Math.min(around + scrolled * step, last));
  const shown = rows.slice(first, first + shownAtOnce);
  return { rows: shown, above: first, below: rows.length - first - shown.length };
}
