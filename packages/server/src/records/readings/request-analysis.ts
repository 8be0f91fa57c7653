/** Requests the analysis of a case's recording: a row among the waiting cases, and a job. */
import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { analysesWaiting } from '../../platform/db/schema/analysis.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { lockCase } from '../cases/case-record.ts';
import { changeWork } from '../cases/save-case.ts';

type Waiting = typeof analysesWaiting.$inferSelect;

/** Jobs with a smaller number run first: urgent cases, new recordings, then cases that were analysed before. */
export const urgentFirst = -10;
export const behindNewRecordings = 10;

/** `renewal`: an earlier analysis is renewed only while nobody reads the case. */
type Requested = { readonly priority?: number; readonly renewal?: true };

/** Queues urgent cases first, then by the oldest request, also after a restart. */
export async function queueAnalysis(
  tx: Tx,
  { case_id, requested_at }: Waiting,
  { priority = 0, renewal }: Requested = {},
): Promise<void> {
  const [found] = await tx.select({ priority: cases.priority }).from(cases).where(eq(cases.case_id, case_id));
  await enqueue(
    tx,
    'analyse-recording',
    { case_id, ...(renewal && { renewal }) },
    {
      key: String(case_id),
      run_at: requested_at,
      priority: found?.priority === 'urgent' ? urgentFirst : priority,
    },
  );
}

/** Queues the analysis of a case's recording in the caller's transaction; a case that already waits is not changed. */
export async function requestAnalysis(tx: Tx, case_id: number, requested: Requested = {}): Promise<void> {
  await lockCase(tx, case_id);
  const [added] = await tx.insert(analysesWaiting).values({ case_id }).onConflictDoNothing().returning();
  if (added === undefined) return;
  await changeWork(tx, case_id, 1);
  await queueAnalysis(tx, added, requested);
}
