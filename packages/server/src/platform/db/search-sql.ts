/** Parts of searches and filters that several lists share. */
import { inArray, sql, type SQL } from 'drizzle-orm';

/** A LIKE pattern for any part; `%`, `_` and `\` stand for themselves. */
export const anyPart = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Code points, as PostgreSQL counts characters. */
export function lettersOf(text: string): number {
  return Array.from(text).length;
}

/** Functions of the database that give the ids of rows by a text, in whatever case it is written. */
type Finder = 'users_found' | 'users_called' | 'users_mailed' | 'groups_found' | 'groups_coded';

/**
 * The row is one that the finder gives. Under a policy no index serves LIKE, `@>` and `lower`, so the database looks as
 * the tables' owner and gives ids alone (migration 0082).
 */
export const foundBy = (finder: Finder, id: Parameters<typeof inArray>[0], text: string): SQL =>
  sql`${id} = any (array(select ${sql.raw(finder)}(${text.toLowerCase()}::text)))`;

/** One of the values; an empty filter asks for nothing. */
export function among(
  column: Parameters<typeof inArray>[0],
  values: readonly (string | number)[] | undefined,
): SQL | undefined {
  return values === undefined || values.length === 0 ? undefined : inArray(column, [...values]);
}

/** Judged row by row, and expected to hold for every second: the planner looks for no index that serves the condition. */
export const notByIndex = (condition: SQL): SQL => sql`(case when ${condition} then true end)`;
