/** Parts of searches and filters that several lists share. */
import { inArray, type SQL } from 'drizzle-orm';

/** A LIKE pattern for any part; `%`, `_` and `\` stand for themselves. */
export const anyPart = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** One of the values; an empty filter asks for nothing. */
export function among(
  column: Parameters<typeof inArray>[0],
  values: readonly (string | number)[] | undefined,
): SQL | undefined {
  return values === undefined || values.length === 0 ? undefined : inArray(column, [...values]);
}
