/** Parts of searches and filters that several lists share. */
import { inArray, like, sql, type SQL } from 'drizzle-orm';

/** A LIKE pattern for any part; `%`, `_` and `\` stand for themselves. */
export const anyPart = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Code points, as PostgreSQL counts characters. */
export function lettersOf(text: string): number {
  return Array.from(text).length;
}

/** A stored search text holds this text: trigrams find three letters and more, grams a name of one or two signs. */
export function holds(column: Parameters<typeof like>[0], q: string): SQL {
  const text = q.toLowerCase();
  return lettersOf(text) < 3
    ? sql`name_grams(${column}) @> array[${text}::text]`
    : like(column, anyPart(text));
}

/** One of the values; an empty filter asks for nothing. */
export function among(
  column: Parameters<typeof inArray>[0],
  values: readonly (string | number)[] | undefined,
): SQL | undefined {
  return values === undefined || values.length === 0 ? undefined : inArray(column, [...values]);
}

/** Judged row by row, and expected to hold for every second: the planner looks for no index that serves the condition. */
export const notByIndex = (condition: SQL): SQL => sql`(case when ${condition} then true end)`;
