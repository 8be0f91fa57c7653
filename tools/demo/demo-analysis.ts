/** Runs the server's own analysis on cases of the demo, now or in the background, and reads its result. */
import { analysisSummary, type AnalysisSummary } from '@rhythmdesk/contract/analysis';
import { analyseRecording } from '@rhythmdesk/server/features/analysis/analyse-recording';
import { requestAnalysis } from '@rhythmdesk/server/records/readings/request-analysis';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { analyses } from '@rhythmdesk/server/platform/db/schema/analysis';
import { cases } from '@rhythmdesk/server/platform/db/schema/cases';
import { recordings } from '@rhythmdesk/server/platform/db/schema/recordings';
import { transact } from '@rhythmdesk/server/platform/db/transact';
import type { FileStore } from '@rhythmdesk/server/platform/files/file-store';
import type { Caller } from '@rhythmdesk/server/platform/http/caller';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { CasePlan } from './case-plans.ts';
import type { DemoWorld } from './demo-callers.ts';

export type Loading = { readonly db: Db; readonly files: FileStore; readonly files_folder: string };

export async function analyseNow(
  { db, files, files_folder }: Loading,
  case_id: number,
  now: Date,
): Promise<void> {
  const dependencies = { db, files, files_folder, clock: { now: () => now } };
  const { signal } = new AbortController();
  await transact(db, (tx) => requestAnalysis(tx, case_id));
  await analyseRecording(dependencies, case_id, { signal, is_last_attempt: true });
}

/** Returns null if the case could not be analysed. */
export async function foundIn(db: Db, case_id: number): Promise<AnalysisSummary | null> {
  const [row] = await db
    .select({ summary: analyses.summary })
    .from(analyses)
    .where(and(eq(analyses.case_id, case_id), eq(analyses.state, 'done')))
    .orderBy(desc(analyses.analysis_version))
    .limit(1);
  return row === undefined ? null : analysisSummary.parse(row.summary);
}

export async function caseOf(db: Db, { hn_id }: CasePlan) {
  const [row] = await db
    .select({ case_id: cases.case_id, technician_id: cases.technician_id, version: cases.version })
    .from(cases)
    .where(eq(cases.hn_id, hn_id));
  if (row === undefined) throw new Error(`the demo has no case ${hn_id}`);
  return row;
}

export function callerNamed({ callers }: DemoWorld, user_id: string): Caller {
  const caller = callers.get(user_id);
  if (caller === undefined) throw new Error(`the demo has no ${user_id}`);
  return caller;
}

const analysedHours = 24;

/** Queues the analysis of every case with a signal for the running server, the shortest first; does not wait for it. */
export async function queueAnalyses(db: Db): Promise<void> {
  const rows = await db
    .select({ case_id: recordings.case_id })
    .from(recordings)
    .where(
      and(
        isNull(recordings.purged_at),
        sql`not exists (select from analyses a where a.case_id = ${recordings.case_id})`,
        sql`${recordings.samples} <= ${recordings.sampling_hz} * 3600 * ${analysedHours}::int`,
      ),
    )
    .orderBy(sql`${recordings.samples} / ${recordings.sampling_hz}`, recordings.case_id);
  await transact(db, async (tx) => {
    for (const { case_id } of rows) await requestAnalysis(tx, case_id);
  });
}
