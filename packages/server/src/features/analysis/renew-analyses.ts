/**
 * Renews analyses of an earlier engine with the current one: a single case by its reader, as a change of its reading;
 * all cases whose reading has not begun by a level-5 user, in batches after all other work.
 *
 * Invariants: a case that is being read or is complete keeps the figures of its report until its reader renews them;
 * the next batch is queued when the last one is finished, so that the queue stays short; a batch that runs twice queues
 * each case once.
 */
import type { OutdatedAnalyses } from '@rhythmdesk/contract/analysis';
import { unassignedStatuses } from '@rhythmdesk/domain/case/status';
import { engineVersion } from '@rhythmdesk/ecg/rhythm/summary';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Queryable, Tx } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/transact.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { isWaiting } from './analysis-record.ts';
import { behindNewRecordings, requestAnalysis } from '../../records/readings/request-analysis.ts';
import { doneRow } from '../../records/readings/analysis-rows.ts';
import { changeReading, mayChangeReading, type EditContext } from '../../records/cases/open-edit.ts';
import type { AnalysisDependencies } from './analysis-dependencies.ts';

type CaseVersion = { readonly case_id: number; readonly version: number };

const batch = 50;
const nextBatchMs = 60_000;

/** The latest version of each case is compared, so that a case that failed with this engine is not tried forever. */
const outdatedCases = sql`
  from cases c join recordings r on r.case_id = c.case_id and r.purged_at is null
  join lateral (select a.engine_version from analyses a where a.case_id = c.case_id
    order by a.analysis_version desc limit 1) latest on latest.engine_version <> ${engineVersion}
  where c.status in ${[...unassignedStatuses]} and c.closed_at is null
    and not exists (select 1 from analyses_waiting w where w.case_id = c.case_id)`;
const behind = sql`from analyses_waiting w where exists (select 1 from analyses a where a.case_id = w.case_id)`;

const counts = z.object({ outdated: z.number(), waiting: z.number() });
const caseRow = z.object({ case_id: z.number() });

export async function countOutdated(db: Queryable): Promise<OutdatedAnalyses> {
  const found = await db.execute(
    sql`select (select count(*)::int ${outdatedCases}) as outdated, (select count(*)::int ${behind}) as waiting`,
  );
  return { current_engine: engineVersion, ...counts.parse(found.rows[0]) };
}

const queueBatch = (tx: Tx, run_at?: Date) =>
  enqueue(tx, 'renew-analyses', {}, { key: 'all', priority: behindNewRecordings, ...(run_at && { run_at }) });

export function renewAnalyses(db: Db): Promise<OutdatedAnalyses> {
  return transact(db, async (tx) => {
    await queueBatch(tx);
    return countOutdated(tx);
  });
}

/**
 * Queues the next cases, as a job: the oldest first, unless the last batch still waits. It queues itself again until
 * none is left.
 */
export async function renewNextBatch(db: Db, clock: Clock): Promise<void> {
  const { outdated, waiting } = await countOutdated(db);
  if (outdated === 0) return;
  if (waiting < batch) {
    const found = await db.execute(sql`select c.case_id::int as case_id ${outdatedCases}
      order by c.case_id limit ${batch - waiting}`);
    for (const { case_id } of z.array(caseRow).parse(found.rows))
      await transact(db, (tx) =>
        requestAnalysis(tx, case_id, { priority: behindNewRecordings, renewal: true }),
      );
  }
  await transact(db, (tx) => queueBatch(tx, new Date(clock.now().getTime() + nextBatchMs)));
}

/**
 * Renews one case on behalf of its reader: adds a line to its history, clears its verification, then queues the job.
 */
export async function renewAnalysis(
  { db }: Pick<AnalysisDependencies, 'db'>,
  key: CaseVersion,
  context: EditContext,
): Promise<CaseVersion> {
  return transact(db, async (tx) => {
    await mayChangeReading(tx, key, context);
    const before = await doneRow(tx, key.case_id);
    if (before === null || (await isWaiting(tx, key.case_id))) throw new Refusal('recording/processing');
    const description = `engine ${before.engine_version} → ${engineVersion}`;
    const changed = await changeReading(tx, key, {}, description, context);
    await requestAnalysis(tx, key.case_id);
    return changed;
  });
}
