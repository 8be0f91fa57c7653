/** Contains parts of searches and filters that several lists share. */
import { searchForm } from '@rhythmdesk/domain/kit/search-form';
import { inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** Returns a LIKE pattern that matches any part; `%`, `_` and `\` are taken literally. */
export const anyPart = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Returns the number of code points, which is how PostgreSQL counts characters. */
export function lettersOf(text: string): number {
  return Array.from(text).length;
}

/**
 * Returns the search form of the name of a user or an institution, which is the first line of its stored text. To make
 * the form of each row anew takes far longer than to compare it.
 */
export const storedNameForm = (searchText: SQLWrapper): SQL => sql`split_part(${searchText}, E'\\n', 1)`;

/** Functions of the database that return the ids of rows by a text, ignoring case. */
type Finder = 'users_found' | 'users_called' | 'users_mailed' | 'groups_found' | 'groups_coded';

/**
 * Selects the rows that the finder returns. Under a policy no index is used for LIKE, `@>` and `lower`, so the database
 * searches as the tables' owner and returns only ids (migration 0082).
 */
export const foundBy = (finder: Finder, id: Parameters<typeof inArray>[0], text: string): SQL =>
  sql`${id} = any (array(select ${sql.raw(finder)}(${wordsFor(finder, text)}::text)))`;

/** Names are found by their search form; ids, codes and addresses are compared as they are, ignoring case. */
const wordsFor = (finder: Finder, text: string): string =>
  finder === 'users_found' || finder === 'groups_found' ? searchForm(text) : text.toLowerCase();

/** Selects rows with one of the values; an empty filter adds no condition. */
export function among(
  column: Parameters<typeof inArray>[0],
  values: readonly (string | number)[] | undefined,
): SQL | undefined {
  return values === undefined || values.length === 0 ? undefined : inArray(column, [...values]);
}

/**
 * Evaluates the condition row by row with an expected selectivity of one half, so that the planner uses no index for
 * it.
 */
export const notByIndex = (condition: SQL): SQL => sql`(case when ${condition} then true end)`;
