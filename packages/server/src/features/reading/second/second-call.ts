/** Contains the first step of every act on a second reading. */
import { readsSecond } from '@rhythmdesk/domain/case/second-reading';
import type { Queryable } from '../../../platform/db/database.ts';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { factsOfSecond, findSecond } from '../../../records/readings/second-reading.ts';

/**
 * Returns the second reading that this caller reads now; those of others and ended ones are not found. `lock` locks its
 * row.
 */
export async function ownSecond(db: Queryable, caller: Caller, second_id: number, lock = false) {
  const row = await findSecond(db, second_id, lock);
  if (row === null || !readsSecond(caller.actor, factsOfSecond(row))) throw new Refusal('object/not-found');
  noteAudit({ case_id: row.case_id });
  return row;
}
export type OwnSecond = Awaited<ReturnType<typeof ownSecond>>;
