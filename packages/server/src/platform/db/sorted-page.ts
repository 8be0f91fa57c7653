/**
 * Reads one page of a list with its exact total. Ids and total come from indexes; other columns are read for the rows of
 * the page only.
 */
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from './database.ts';

export type PageWindow = { readonly size: number; readonly offset: number };

type Rows = { readonly table: 'users' | 'user_groups'; readonly where: SQL | undefined };
export type SortedRows = Rows & { readonly order: SQL };

const countRow = z.object({ total: z.coerce.number() });
const idRow = z.object({ id: z.coerce.number() });
const countedRow = idRow.extend(countRow.shape);

const matches = ({ table, where }: Rows): SQL => sql`from ${sql.raw(table)} where ${where ?? sql`true`}`;

export async function countRows(db: Queryable, rows: Rows): Promise<number> {
  const found = await db.execute(sql`select count(*) as total ${matches(rows)}`);
  return countRow.parse(found.rows[0]).total;
}

export async function idsInOrder(
  db: Queryable,
  { order, ...rows }: SortedRows,
  { size, offset }: PageWindow,
): Promise<number[]> {
  const found = await db.execute(
    sql`select id ${matches(rows)} order by ${order} limit ${size} offset ${offset}`,
  );
  return found.rows.map((row) => idRow.parse(row).id);
}

/** Reads ids and total in one statement, because a search takes longer than to count and sort what it finds. */
async function searchedPage(
  db: Queryable,
  { order, ...rows }: SortedRows,
  { size, offset }: PageWindow,
): Promise<{ total: number; ids: number[] }> {
  const found = await db.execute(
    sql`select id, count(*) over () as total ${matches(rows)} order by ${order} limit ${size} offset ${offset}`,
  );
  const counted = found.rows.map((row) => countedRow.parse(row));
  const [first] = counted;
  // No row of a page behind the last one states the total.
  const total = first?.total ?? (offset === 0 ? 0 : await countRows(db, rows));
  return { total, ids: counted.map(({ id }) => id) };
}

/**
 * Returns the rows that `read` returns for the ids of a page, with the total.
 * @param searched the text of a search that the condition contains
 */
export async function readSortedPage<Row>(
  db: Queryable,
  rows: SortedRows,
  { window, searched = '' }: { readonly window: PageWindow; readonly searched?: string | undefined },
  read: (ids: readonly number[]) => Promise<Row[]>,
): Promise<{ total: number; items: Row[] }> {
  if (searched !== '') {
    const { total, ids } = await searchedPage(db, rows, window);
    return { total, items: await read(ids) };
  }
  const [total, items] = await Promise.all([countRows(db, rows), idsInOrder(db, rows, window).then(read)]);
  return { total, items };
}
