/** Reads the row of a reading's edit lock. */
import type { HeldEditLock } from '@rhythmdesk/domain/case/edit-lock';
import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/db/database.ts';
import { users } from '../../platform/db/schema/people.ts';
import { readingEditLocks } from '../../platform/db/schema/reading.ts';

const holders = alias(users, 'holder');
const askers = alias(users, 'asker');

export async function editLockOf(db: Queryable, case_id: number) {
  const [row] = await db
    .select({
      lock: readingEditLocks,
      holder: { id: holders.id, name: holders.name },
      asker: { id: askers.id, name: askers.name },
    })
    .from(readingEditLocks)
    .innerJoin(holders, eq(holders.id, readingEditLocks.user_id))
    .leftJoin(askers, eq(askers.id, readingEditLocks.asked_by))
    .where(eq(readingEditLocks.case_id, case_id));
  return row ?? null;
}
export type EditLockRow = Awaited<ReturnType<typeof editLockOf>>;

export const heldEditLock = (row: EditLockRow): HeldEditLock | null =>
  row === null
    ? null
    : { user_id: row.lock.user_id, page_id: row.lock.page_id, seen_ms: row.lock.seen_at.getTime() };
