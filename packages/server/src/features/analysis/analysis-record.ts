/**
 * Writes the rows of analyses and of cases that wait for one.
 *
 * Invariants: a case has a row in `analyses_waiting` exactly while it has a unit of `job_count` for its analysis; a
 * version is written completely or not at all and never changes; files are in the store, and safe from the sweep,
 * before a row names them; the case's row is locked first, so that two endings run one after the other.
 */
import type { AnalysisCriteria, AnalysisFault } from '@rhythmdesk/contract/analysis';
import { unassignedStatuses } from '@rhythmdesk/domain/case/status';
import { engineVersion } from '@rhythmdesk/ecg/rhythm/summary';
import { and, desc, eq, inArray, isNull, not, sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '../../platform/db/database.ts';
import { analyses, analysesWaiting } from '../../platform/db/schema/analysis.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { transact } from '../../platform/db/transact.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { holdNames } from '../../platform/files/store-lock.ts';
import type { JobPayload } from '../../platform/jobs/job-names.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { lockCase } from '../../records/cases/case-record.ts';
import { changeWork } from '../../records/cases/save-case.ts';
import { doneRow } from '../../records/readings/analysis-rows.ts';
import { queueAnalysis, urgentFirst, behindNewRecordings } from '../../records/readings/request-analysis.ts';
import type { MadeAnalysis } from './analysis-message.ts';

async function hasFigures(tx: Tx, case_id: number): Promise<boolean> {
  return (await doneRow(tx, case_id)) !== null;
}

/** A job that was given up also counts as a job: it waits for an operator. */
const hasJob = sql`exists (select 1 from graphile_worker.jobs j
  where j.key = 'analyse-recording:' || ${analysesWaiting.case_id})`;
const takenAtOnce = 500;

/**
 * Queues a job for every waiting case that has none. Running it twice, or on two nodes at once, changes nothing more.
 */
export async function resumeAnalyses(db: Db): Promise<void> {
  for (let taken = takenAtOnce; taken === takenAtOnce;) {
    taken = await transact(db, async (tx) => {
      const waiting = await tx.select().from(analysesWaiting).where(not(hasJob)).limit(takenAtOnce);
      for (const row of waiting)
        await queueAnalysis(tx, row, {
          priority: (await hasFigures(tx, row.case_id)) ? behindNewRecordings : 0,
        });
      return waiting.length;
    });
  }
}

/** Moves cases that became urgent while their analysis waits before the others. */
export async function raiseUrgentAnalyses(db: Db): Promise<void> {
  await db.execute(sql`update graphile_worker._private_jobs j set priority = ${urgentFirst}
    from analyses_waiting w join cases c on c.case_id = w.case_id
    where j.key = 'analyse-recording:' || w.case_id and c.priority = 'urgent' and j.priority > ${urgentFirst}
      and j.locked_at is null`);
}

export async function isWaiting(db: Queryable, case_id: number): Promise<boolean> {
  const rows = await db.select().from(analysesWaiting).where(eq(analysesWaiting.case_id, case_id));
  return rows.length > 0;
}

/** Ends the waiting; returns false if another run was faster. */
async function takeWaiting(tx: Tx, case_id: number): Promise<boolean> {
  await lockCase(tx, case_id);
  const rows = await tx.delete(analysesWaiting).where(eq(analysesWaiting.case_id, case_id)).returning();
  return rows.length > 0;
}

async function nextVersion(tx: Tx, case_id: number): Promise<number> {
  const [last] = await tx
    .select({ version: analyses.analysis_version })
    .from(analyses)
    .where(eq(analyses.case_id, case_id))
    .orderBy(desc(analyses.analysis_version))
    .limit(1);
  return (last?.version ?? 0) + 1;
}

export type VersionOrder = {
  readonly case_id: number;
  readonly criteria: AnalysisCriteria;
  readonly created_by: number | null;
  readonly now: Date;
};

type Renewal = Pick<JobPayload<'analyse-recording'>, 'renewal'>;

/** Returns whether the reading of the case began before its renewal. The figures then change only by its reader. */
async function isOvertaken(
  tx: Tx,
  { case_id, renewal }: Renewal & { readonly case_id: number },
): Promise<boolean> {
  if (renewal === undefined) return false;
  const unread = and(inArray(cases.status, [...unassignedStatuses]), isNull(cases.closed_at));
  return (await tx.$count(cases, and(eq(cases.case_id, case_id), unread))) === 0;
}

/**
 * Writes the next version and the sparkline of the lists, and queues the search for critical findings. The caller has
 * locked the case's row.
 */
export async function insertVersion(
  tx: Tx,
  files: FileStore,
  { case_id, criteria, created_by, now }: VersionOrder,
  made: MadeAnalysis,
): Promise<number> {
  await holdNames(tx);
  if ((await files.size(made.beats_sha256)) === null) throw new Error('a stored beat file has gone');
  const analysis_version = await nextVersion(tx, case_id);
  await tx.insert(analyses).values({
    case_id,
    analysis_version,
    state: 'done',
    engine_version: made.engine_version,
    criteria,
    beats_sha256: made.beats_sha256,
    summary: sql`${made.summary_json}::jsonb`,
    created_by,
    created_at: now,
  });
  await tx
    .update(recordings)
    .set({ sparkline: Buffer.from(made.sparkline) })
    .where(eq(recordings.case_id, case_id));
  await enqueue(tx, 'find-critical', { case_id }, { key: String(case_id) });
  return analysis_version;
}

/**
 * Ends a successful job: version, figures of the case, unit of work and live event in one transaction. A renewal of a
 * case whose reading has begun meanwhile changes nothing.
 */
export async function endDone(
  db: Db,
  files: FileStore,
  order: VersionOrder & Renewal,
  made: MadeAnalysis,
): Promise<void> {
  const { af_share, ve_count, pause_count } = made;
  await transact(db, async (tx) => {
    if (!(await takeWaiting(tx, order.case_id))) return;
    if (await isOvertaken(tx, order)) return changeWork(tx, order.case_id, -1);
    await insertVersion(tx, files, order, made);
    await changeWork(tx, order.case_id, -1, { af_share, ve_count, pause_count });
  });
}

/** Ends a failed job with the reason. The figures of the case do not change. */
export async function endFailed(db: Db, order: VersionOrder & Renewal, code: AnalysisFault): Promise<void> {
  const { case_id, criteria, created_by, now } = order;
  await transact(db, async (tx) => {
    if (!(await takeWaiting(tx, case_id))) return;
    if (await isOvertaken(tx, order)) return changeWork(tx, case_id, -1);
    await tx.insert(analyses).values({
      case_id,
      analysis_version: await nextVersion(tx, case_id),
      state: 'failed',
      code,
      engine_version: engineVersion,
      criteria,
      created_by,
      created_at: now,
    });
    await changeWork(tx, case_id, -1);
  });
}

/** Ends the waiting because there is no recording to analyse; nothing else is written. */
export async function endWithout(db: Db, case_id: number): Promise<void> {
  await transact(db, async (tx) => {
    if (await takeWaiting(tx, case_id)) await changeWork(tx, case_id, -1);
  });
}
