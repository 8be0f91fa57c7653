/** Finds an institution by its register code, or by its name if only one institution has it. */
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { foundBy } from '../../platform/db/search-sql.ts';

export async function findGroup(db: Queryable, written: string): Promise<number | null> {
  const code = foundBy('groups_coded', userGroups.id, written);
  const found = await db
    .select({ id: userGroups.id, byCode: sql<boolean>`${code}` })
    .from(userGroups)
    .where(and(or(code, eq(userGroups.name, written)), isNull(userGroups.deleted_at)))
    .limit(3);
  const chosen = found.find(({ byCode }) => byCode) ?? (found.length === 1 ? found[0] : undefined);
  return chosen?.id ?? null;
}
