/** So many rows stand in the page at once: those around the one that is read. */
const shownAtOnce = 40;

export function windowAround<Row extends { readonly key: string }>(
  rows: readonly Row[],
  key: string | undefined,
): readonly Row[] {
  const at = Math.max(
    0,
    rows.findIndex((row) => row.key === key),
  );
  const first = Math.max(0, Math.min(at - shownAtOnce / 2, rows.length - shownAtOnce));
  return rows.slice(first, first + shownAtOnce);
}
