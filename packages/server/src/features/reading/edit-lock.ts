/**
 * Takes, requests and returns the edit lock of a reading. The case's row is locked first, so that of two pages that
 * take the lock at once only one gets it. Every change of the holder is published to the pages that follow.
 */
import type { EditLock, readingRoutes } from '@rhythmdesk/contract/reading';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { CaseFacts } from '@rhythmdesk/domain/case/facts';
import { isHeld, mayTake, mayWrite } from '@rhythmdesk/domain/case/edit-lock';
import { judgeEdit } from '@rhythmdesk/domain/case/edits';
import type { Actor } from '@rhythmdesk/domain/people/scope';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { readingEditLocks } from '../../platform/db/schema/reading.ts';
import { transact } from '../../platform/db/transact.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { publish } from '../../platform/live/publish.ts';
import { lockCaseRecord, type CaseRecord } from '../../records/cases/case-record.ts';
import type { ReadingCall, ReadingDependencies } from './reading-dependencies.ts';
import { lastSequence } from '../../records/readings/reading-log.ts';
import { heldEditLock, editLockOf, type EditLockRow } from './edit-lock-record.ts';

type Input = ParsedOf<typeof readingRoutes.changeEditLock>;

/** Locks and returns the case if the user may edit its reading. */
export async function lockForWriting(tx: Tx, case_id: number, actor: Actor) {
  const record = await lockCaseRecord(tx, case_id);
  if (record === null) throw new Refusal('object/not-found');
  const judged = judgeEdit(record.facts, 'reading', actor, null);
  if (!judged.ok) throw new Refusal(judged.code);
  if (!mayWrite(record.facts, actor)) throw new Refusal('case/not-yours');
  return { record, effects: judged.effects };
}

/** Returns the edit lock as the caller's page sees it. */
export function editLockView(
  facts: CaseFacts,
  row: EditLockRow,
  {
    actor,
    page_id,
    now,
  }: { readonly actor: Actor; readonly page_id: string | undefined; readonly now: Date },
): EditLock {
  const lock = heldEditLock(row);
  const held = isHeld(facts, lock, now.getTime());
  return {
    holder: held ? (row?.holder ?? null) : null,
    here: held && lock.user_id === actor.id && lock.page_id === page_id,
    may_take: mayTake(facts, actor, lock, now.getTime()),
    may_ask: mayWrite(facts, actor),
    asked_by: held ? (row?.asker ?? null) : null,
  };
}

async function take(
  tx: Tx,
  record: CaseRecord,
  row: EditLockRow,
  input: Input,
  { caller, now }: ReadingCall,
) {
  const { case_id, page_id } = input;
  if (!mayTake(record.facts, caller.actor, heldEditLock(row), now.getTime()))
    throw new Refusal('reading/no-edit-lock');
  const isHere = row?.lock.user_id === caller.id && row.lock.page_id === page_id;
  if (isHere) {
    await tx.update(readingEditLocks).set({ seen_at: now }).where(eq(readingEditLocks.case_id, case_id));
    return false;
  }
  const values = { user_id: caller.id, page_id, taken_at: now, seen_at: now, asked_by: null };
  await tx
    .insert(readingEditLocks)
    .values({ case_id, ...values })
    .onConflictDoUpdate({ target: readingEditLocks.case_id, set: values });
  return true;
}

async function ask(
  tx: Tx,
  record: CaseRecord,
  row: EditLockRow,
  { case_id }: Input,
  { caller, now }: ReadingCall,
) {
  const lock = heldEditLock(row);
  if (!isHeld(record.facts, lock, now.getTime()) || lock.user_id === caller.id) return false;
  await tx.update(readingEditLocks).set({ asked_by: caller.id }).where(eq(readingEditLocks.case_id, case_id));
  return row?.lock.asked_by !== caller.id;
}

const isOwn = (row: EditLockRow, { page_id }: Input, { caller }: ReadingCall): boolean =>
  row?.lock.user_id === caller.id && row.lock.page_id === page_id;

async function giveBack(tx: Tx, row: EditLockRow, input: Input, call: ReadingCall) {
  if (!isOwn(row, input, call)) return false;
  await tx.delete(readingEditLocks).where(eq(readingEditLocks.case_id, input.case_id));
  return true;
}

/** Locks and returns the case. A page may also return its lock when its user can no longer edit the reading. */
async function lockCase(tx: Tx, input: Input, call: ReadingCall): Promise<CaseRecord> {
  const { case_id, act } = input;
  if (act === 'give_back') {
    const record = await lockCaseRecord(tx, case_id);
    if (record !== null && isOwn(await editLockOf(tx, case_id), input, call)) return record;
  }
  return (await lockForWriting(tx, case_id, call.caller.actor)).record;
}

export function changeEditLock(
  { db }: ReadingDependencies,
  input: Input,
  call: ReadingCall,
): Promise<EditLock> {
  const { case_id, page_id, act } = input;
  return transact(db, async (tx) => {
    const record = await lockCase(tx, input, call);
    const row = await editLockOf(tx, case_id);
    const isChanged =
      act === 'take'
        ? await take(tx, record, row, input, call)
        : act === 'ask'
          ? await ask(tx, record, row, input, call)
          : await giveBack(tx, row, input, call);
    if (isChanged)
      await publish(tx, { type: 'reading', case_id, sequence: await lastSequence(tx, { case_id }) });
    const view = { actor: call.caller.actor, page_id, now: call.now };
    return editLockView(record.facts, await editLockOf(tx, case_id), view);
  });
}
