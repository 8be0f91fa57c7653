/**
 * Merges a newer response into the rows on the screen: rows are updated in place, and nothing moves.
 *
 * Invariants: the order and the number of shown rows never change here; a row is never replaced by an older one; the
 * result says whether the server's order or total has changed, so that the page can offer to show it.
 */
export type ListPage<Row> = {
  readonly items: readonly Row[];
  readonly total: number;
  /** The total is counted up to a limit, and there are more. */
  readonly more?: boolean;
  readonly page: number;
  readonly size: number;
};

/** The key of a kind of row, and how two versions of a row compare. */
export type RowRule<Row, Key extends string | number> = {
  readonly key: (row: Row) => Key;
  readonly isOlder: (row: Row, than: Row) => boolean;
  /** Whether the change is visible in the row, so that the row is tinted. */
  readonly isChanged: (row: Row, from: Row) => boolean;
};

export type Renewed<Row, Key> = { readonly page: ListPage<Row>; readonly changed: readonly Key[] };

/** Updates the rows of `shown` that are in `fresh`; `changed` are the keys of the rows to tint. */
export function renewRows<Row, Key extends string | number>(
  shown: ListPage<Row>,
  fresh: readonly Row[],
  { key, isOlder, isChanged }: RowRule<Row, Key>,
): Renewed<Row, Key> {
  const byKey = new Map(fresh.map((row) => [key(row), row]));
  const changed: Key[] = [];
  const items = shown.items.map((row) => {
    const newer = byKey.get(key(row));
    if (newer === undefined || isOlder(newer, row)) return row;
    if (isChanged(newer, row)) changed.push(key(row));
    return newer;
  });
  return { page: { ...shown, items }, changed };
}

/** Returns whether showing the server's page would move, add or remove a row, or change the total. */
export function orderDiffers<Row, Key extends string | number>(
  shown: ListPage<Row>,
  fresh: ListPage<Row>,
  { key }: RowRule<Row, Key>,
): boolean {
  if (shown.total !== fresh.total || shown.items.length !== fresh.items.length) return true;
  return shown.items.some((row, index) => {
    const other = fresh.items[index];
    return other === undefined || key(row) !== key(other);
  });
}
