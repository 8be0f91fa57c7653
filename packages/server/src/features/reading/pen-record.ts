/** Reads the row of a reading's write lock. */
import type { HeldPen } from '@rhythmdesk/domain/case/pen';
import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/db/database.ts';
import { users } from '../../platform/db/schema/people.ts';
import { readingPens } from '../../platform/db/schema/reading.ts';

const holders = alias(users, 'holder');
const askers = alias(users, 'asker');

export async function penOf(db: Queryable, case_id: number) {
  const [row] = await db
    .select({
      pen: readingPens,
      holder: { id: holders.id, name: holders.name },
      asker: { id: askers.id, name: askers.name },
    })
    .from(readingPens)
    .innerJoin(holders, eq(holders.id, readingPens.user_id))
    .leftJoin(askers, eq(askers.id, readingPens.asked_by))
    .where(eq(readingPens.case_id, case_id));
  return row ?? null;
}
export type PenRow = Awaited<ReturnType<typeof penOf>>;

export const heldPen = (row: PenRow): HeldPen | null =>
  row === null
    ? null
    : { user_id: row.pen.user_id, page_id: row.pen.page_id, seen_ms: row.pen.seen_at.getTime() };
