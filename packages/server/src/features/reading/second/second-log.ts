/**
 * Stores the log of a second reading, with the same invariants as the first (append-edits.ts, pen.ts): one window of
 * its reader writes; a batch is stored completely or not at all, and only once; page and server must compute the same
 * reading, otherwise nothing is stored. The case neither changes nor waits for it.
 */
import type { CaseReading, ReadingPen } from '@rhythmdesk/contract/reading';
import type { OutputOf, ParsedOf } from '@rhythmdesk/contract/route';
import type { secondRoutes } from '@rhythmdesk/contract/second-readings';
import { penFreeAfterMs } from '@rhythmdesk/domain/case/pen';
import { eq } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { secondReadingEdits, secondReadingPens } from '../../../platform/db/schema/second-readings.ts';
import { transact } from '../../../platform/db/transact.ts';
import { baseOf } from '../../../records/readings/reading-log.ts';
import {
  namedBySecond,
  secondHeadOf,
  secondLogAfter,
  wholeSecondLog,
} from '../../../records/readings/second-log.ts';
import { goesOn, rowsOf } from '../append-edits.ts';
import { answerOfLog } from '../log-answer.ts';
import type { ReadingCall, ReadingDependencies } from '../reading-dependencies.ts';
import { ownSecond } from './second-call.ts';

type PenRow = typeof secondReadingPens.$inferSelect;

async function penRow(db: Queryable, second_id: number): Promise<PenRow | null> {
  const [row] = await db.select().from(secondReadingPens).where(eq(secondReadingPens.second_id, second_id));
  return row ?? null;
}

/**
 * Returns the write lock. Only the reader asks for it: it is held by this window, by another of their windows or by
 * none, and the reader may always take it.
 */
function penView(row: PenRow | null, page_id: string | undefined, { caller, now }: ReadingCall): ReadingPen {
  const held = row !== null && now.getTime() - row.seen_at.getTime() <= penFreeAfterMs;
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
  const sequence = await secondHeadOf(db, second_id);
  const [base, log, pen] = await Promise.all([
    baseOf(db, case_id, namedBySecond(second_id)),
    secondLogAfter(db, second_id, after),
    penRow(db, second_id),
  ]);
  return { case_id, sequence, ...answerOfLog(base, log), pen: penView(pen, page_id, call) };
}

export function changeSecondPen(
  { db }: ReadingDependencies,
  { second_id, page_id, act }: ParsedOf<typeof secondRoutes.penOfSecondReading>,
  call: ReadingCall,
): Promise<ReadingPen> {
  const { caller, now } = call;
  return transact(db, async (tx) => {
    await ownSecond(tx, caller, second_id, true);
    const before = await penRow(tx, second_id);
    if (act !== 'give_back') {
      const isHere = before?.page_id === page_id;
      const values = { user_id: caller.id, page_id, seen_at: now, taken_at: isHere ? before.taken_at : now };
      await tx
        .insert(secondReadingPens)
        .values({ second_id, ...values })
        .onConflictDoUpdate({ target: secondReadingPens.second_id, set: values });
    } else if (before?.page_id === page_id) {
      await tx.delete(secondReadingPens).where(eq(secondReadingPens.second_id, second_id));
    }
    return penView(await penRow(tx, second_id), page_id, call);
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
  const isNew = await goesOn({ thread, log }, input, {
    head: await secondHeadOf(tx, second_id),
    after: (known) => secondLogAfter(tx, second_id, known),
    whole: (known) => wholeSecondLog(tx, second_id, known),
    base: () => baseOf(tx, case_id, namedBySecond(second_id)),
    holdsPen: async () => penView(await penRow(tx, second_id), page_id, call).here,
    reading_id: second_id,
    request_id: call.request_id,
  });
  if (!isNew) return answer;
  await tx.insert(secondReadingEdits).values(rowsOf(input, call).map((row) => ({ second_id, ...row })));
  const seen = { seen_at: call.now };
  await tx.update(secondReadingPens).set(seen).where(eq(secondReadingPens.second_id, second_id));
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
