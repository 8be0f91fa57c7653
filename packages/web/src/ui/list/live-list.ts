/**
 * How a newer answer meets the rows on the screen: rows are renewed where they stand, and nothing moves.
 *
 * Laws: the order and the number of shown rows never change here; a row is never replaced by an older one; whether
 * the server's order or total has become another is said, so that the page can offer to show it.
 */
export type ListPage<Row> = {
  readonly items: readonly Row[];
  readonly total: number;
  /** The total is counted up to a bound, and there are others. */
  readonly more?: boolean;
  readonly page: number;
  readonly size: number;
};

/** What a kind of row goes by, and how two answers for one row compare. */
export type RowRule<Row, Key extends string | number> = {
  readonly key: (row: Row) => Key;
  readonly isOlder: (row: Row, than: Row) => boolean;
  /** Worth a tint: something that the row shows has become another. */
  readonly isChanged: (row: Row, from: Row) => boolean;
};

export type Renewed<Row, Key> = { readonly page: ListPage<Row>; readonly changed: readonly Key[] };

/** Rows of `shown` that `fresh` holds are renewed; `changed` are the keys of those worth a tint. */
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

/** Would showing the server's page anew move, add or take away a row, or change the total? */
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
