/**
 * Stores the log of a second reading, with the same invariants as the first (append-edits.ts, edit-lock.ts). One window
 * of its reader writes; a batch is stored completely or not at all, and only once; page and server must compute the
 * same reading, otherwise nothing is stored. The case neither changes nor waits for it.
 */
import type { CaseReading, EditLock } from '@rhythmdesk/contract/reading';
import type { OutputOf, ParsedOf } from '@rhythmdesk/contract/route';
import type { secondRoutes } from '@rhythmdesk/contract/second-readings';
import { editLockTimeoutMs } from '@rhythmdesk/domain/case/edit-lock';
import { eq } from 'drizzle-orm';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { secondReadingEdits, secondReadingEditLocks } from '../../../platform/db/schema/second-readings.ts';
import { transact } from '../../../platform/db/transact.ts';
import { baseOf, lastSequence, logAfter, versionsIn } from '../../../records/readings/reading-log.ts';
import { findSecond } from '../../../records/readings/second-reading.ts';
import { isNewBatch, editRowsOf } from '../append-edits.ts';
import { answerOfLog } from '../log-answer.ts';
import type { ReadingCall, ReadingDependencies } from '../reading-dependencies.ts';
import { ownSecond } from './second-call.ts';

type EditLockRow = typeof secondReadingEditLocks.$inferSelect;

async function editLockRow(db: Queryable, second_id: number): Promise<EditLockRow | null> {
  const [row] = await db
    .select()
    .from(secondReadingEditLocks)
    .where(eq(secondReadingEditLocks.second_id, second_id));
  return row ?? null;
}

/**
 * Returns the edit lock. Only the reader asks for it: it is held by this window, by another of their windows or by
 * none, and the reader may always take it.
 */
function editLockView(
  row: EditLockRow | null,
  page_id: string | undefined,
  { caller, now }: ReadingCall,
): EditLock {
  const held = row !== null && now.getTime() - row.seen_at.getTime() <= editLockTimeoutMs;
  return {
    holder: held ? { id: caller.id, name: caller.name } : null,
    here: held && row.page_id === page_id,
    may_take: true,
    may_ask: false,
    asked_by: null,
  };
}

export async function readSecondLog(
  { db }: ReadingDependencies,
  { second_id, after, page_id }: ParsedOf<typeof secondRoutes.secondReadingLog>,
  call: ReadingCall,
): Promise<CaseReading> {
  const { case_id } = await ownSecond(db, call.caller, second_id);
  const sequence = await lastSequence(db, { second_id });
  const [base, log, lock] = await Promise.all([
    baseOf(db, case_id, versionsIn({ second_id })),
    logAfter(db, { second_id }, after),
    editLockRow(db, second_id),
  ]);
  return { case_id, sequence, ...answerOfLog(base, log), edit_lock: editLockView(lock, page_id, call) };
}

export function changeSecondEditLock(
  { db }: ReadingDependencies,
  { second_id, page_id, act }: ParsedOf<typeof secondRoutes.changeSecondEditLock>,
  call: ReadingCall,
): Promise<EditLock> {
  const { caller, now } = call;
  return transact(db, async (tx) => {
    const row = await findSecond(tx, second_id, true);
    const before = await editLockRow(tx, second_id);
    const isOwn = before?.page_id === page_id && before.user_id === caller.id;
    // A page may also return its lock when the second reading has ended.
    if (act !== 'give_back' || row === null || !isOwn) await ownSecond(tx, caller, second_id, true);
    else noteAudit({ case_id: row.case_id });
    if (act !== 'give_back') {
      const isHere = before?.page_id === page_id;
      const values = { user_id: caller.id, page_id, seen_at: now, taken_at: isHere ? before.taken_at : now };
      await tx
        .insert(secondReadingEditLocks)
        .values({ second_id, ...values })
        .onConflictDoUpdate({ target: secondReadingEditLocks.second_id, set: values });
    } else if (isOwn) {
      await tx.delete(secondReadingEditLocks).where(eq(secondReadingEditLocks.second_id, second_id));
    }
    return editLockView(await editLockRow(tx, second_id), page_id, call);
  });
}

type Input = ParsedOf<typeof secondRoutes.appendSecondEdits>;
type Output = OutputOf<typeof secondRoutes.appendSecondEdits>;

async function append(
  { second_thread: thread, log }: ReadingDependencies,
  tx: Tx,
  input: Input,
  call: ReadingCall,
): Promise<Output> {
  const { second_id, page_id, after, edits } = input;
  const answer = { second_id, sequence: after + edits.length };
  const { case_id } = await ownSecond(tx, call.caller, second_id, true);
  const isNew = await isNewBatch({ thread, log }, input, {
    tx,
    log_id: { second_id },
    case_id,
    holdsEditLock: async () => editLockView(await editLockRow(tx, second_id), page_id, call).here,
    reading_id: second_id,
    request_id: call.request_id,
  });
  if (!isNew) return answer;
  await tx.insert(secondReadingEdits).values(editRowsOf(input, call).map((row) => ({ second_id, ...row })));
  const seen = { seen_at: call.now };
  await tx.update(secondReadingEditLocks).set(seen).where(eq(secondReadingEditLocks.second_id, second_id));
  return answer;
}

export async function appendSecondEdits(
  dependencies: ReadingDependencies,
  input: Input,
  call: ReadingCall,
): Promise<Output> {
  const answer = await transact(dependencies.db, (tx) => append(dependencies, tx, input, call));
  dependencies.second_thread.confirm(answer.second_id, answer.sequence);
  return answer;
}
