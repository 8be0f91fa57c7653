/**
 * Takes and returns second readings. The row is locked first: of two users who take it at once only one gets it. A
 * returned second reading ends and counts nowhere; a new one waits in its place for somebody else. A second reading
 * that no user can take is cancelled by the same act, without a new one.
 */
import { mayGiveBackSecond, mayLetGoSecond, mayTakeSecond } from '@rhythmdesk/domain/case/second-reading';
import { eq, sql } from 'drizzle-orm';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { secondReadings } from '../../../platform/db/schema/second-readings.ts';
import { transact } from '../../../platform/db/transact.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import {
  endSecond,
  factsOfSecond,
  findSecond,
  hadAHand,
  readersFor,
  replaceSecond,
} from '../../../records/readings/second-reading.ts';
import type { ReadingCall, ReadingDependencies } from '../reading-dependencies.ts';

async function isBlind(tx: Tx, user_id: number, case_id: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 where not ${hadAHand(user_id, case_id)}`);
  return rows.length > 0;
}

export function takeSecond(
  { db }: Pick<ReadingDependencies, 'db'>,
  second_id: number,
  { caller, now }: ReadingCall,
): Promise<void> {
  return transact(db, async (tx) => {
    const row = await findSecond(tx, second_id, true);
    const facts = row === null ? null : factsOfSecond(row);
    if (row === null || facts?.given_back !== false || facts.center_id !== caller.actor.tech_center_id)
      throw new Refusal('object/not-found');
    // First readers learn nothing about the second reading of their own case before it is finished.
    if (facts.first_reader_id === caller.id) throw new Refusal('object/not-found');
    if (facts.reader_id !== null) throw new Refusal('second/taken');
    const had_a_hand = !(await isBlind(tx, caller.id, row.case_id));
    if (!mayTakeSecond(caller.actor, facts, had_a_hand)) throw new Refusal('second/not-blind');
    await tx
      .update(secondReadings)
      .set({ reader_id: caller.id, taken_at: now })
      .where(eq(secondReadings.second_id, second_id));
    noteAudit({ case_id: row.case_id, target: `second-reading/${String(second_id)}` });
  });
}

export function giveBackSecond(
  { db }: ReadingDependencies,
  second_id: number,
  { caller, now }: ReadingCall,
): Promise<void> {
  return transact(db, async (tx) => {
    const row = await findSecond(tx, second_id, true);
    if (row === null) throw new Refusal('object/not-found');
    const facts = factsOfSecond(row);
    const isLetGo =
      row.reader_id === null && mayLetGoSecond(caller.actor, facts, (await readersFor(tx, row)).length > 0);
    if (!isLetGo && !mayGiveBackSecond(caller.actor, facts)) throw new Refusal('object/not-found');
    noteAudit({ case_id: row.case_id, target: `second-reading/${String(second_id)}` });
    return isLetGo ? endSecond(tx, second_id, now) : replaceSecond(tx, row, now);
  });
}
