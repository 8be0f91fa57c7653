/**
 * Analyses the recording of a case, as a job.
 *
 * Invariants: the job may run twice, also at the same time: the run that ends the waiting writes the version, the other
 * changes nothing. If the job is killed, the case still waits and keeps its job; a beat file that no row names is
 * removed by age. A final failure stores its reason, and the recording stays readable.
 */
import { analysisCriteria, type AnalysisCriteria } from '@rhythmdesk/contract/analysis';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import { eq } from 'drizzle-orm';
import { storedLeads } from '../../platform/db/schema/recording-shapes.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { FileFault, isAway } from '../../platform/files/file-store.ts';
import type { JobPayload } from '../../platform/jobs/job-names.ts';
import type { JobContext } from '../../platform/jobs/runner.ts';
import { analyseInThread } from './analyse-in-thread.ts';
import type { SignalOrder } from './analysis-message.ts';
import { endDone, endFailed, endWithout, isWaiting } from './analysis-record.ts';
import { doneRow } from '../../records/readings/analysis-rows.ts';
import { localMidnights } from '../../records/recordings/local-midnights.ts';
import type { AnalysisDependencies } from './analysis-dependencies.ts';
import { tracePlaceOf } from '../../records/recordings/trace-place-of.ts';

type RecordingRow = typeof recordings.$inferSelect;

/** Returns the criteria of the current version and who chose them; the default criteria if there is none. */
async function standing(dependencies: AnalysisDependencies, case_id: number) {
  const row = await doneRow(dependencies.db, case_id);
  const criteria: AnalysisCriteria = row === null ? defaultCriteria : analysisCriteria.parse(row.criteria);
  return { case_id, criteria, created_by: row?.created_by ?? null };
}
type RecordingState = Awaited<ReturnType<typeof standing>> & Pick<JobPayload<'analyse-recording'>, 'renewal'>;

async function orderOf(
  dependencies: AnalysisDependencies,
  row: RecordingRow,
  criteria: AnalysisCriteria,
): Promise<SignalOrder> {
  const { samples, sampling_hz, start_ms } = row;
  return {
    kind: 'signal',
    files_folder: dependencies.files_folder,
    criteria,
    start_ms,
    midnights_s: await localMidnights(dependencies.db, row.case_id),
    ...tracePlaceOf(row),
    samples,
    sampling_hz,
    gains_uv: storedLeads.parse(row.leads).map(({ gain_uv_per_lsb }) => gain_uv_per_lsb),
  };
}

async function analyse(
  dependencies: AnalysisDependencies,
  row: RecordingRow,
  version: RecordingState,
  signal: AbortSignal,
): Promise<void> {
  const { db, files, clock } = dependencies;
  if (row.purged_at !== null) return endFailed(db, { ...version, now: clock.now() }, 'analysis/signal-gone');
  const outcome = await analyseInThread(await orderOf(dependencies, row, version.criteria), signal);
  const ended = { ...version, now: clock.now() };
  await files.announce();
  if (outcome.ok) return endDone(db, files, ended, outcome.analysis);
  return endFailed(db, ended, outcome.code);
}

export async function analyseRecording(
  dependencies: AnalysisDependencies,
  case_id: number,
  { signal, is_last_attempt }: Pick<JobContext, 'signal' | 'is_last_attempt'>,
  { renewal }: Pick<JobPayload<'analyse-recording'>, 'renewal'> = {},
): Promise<void> {
  const { db, clock } = dependencies;
  if (!(await isWaiting(db, case_id))) return;
  const [row] = await db.select().from(recordings).where(eq(recordings.case_id, case_id));
  if (row === undefined) return endWithout(db, case_id);
  const version = { ...(await standing(dependencies, case_id)), renewal };
  try {
    await analyse(dependencies, row, version, signal);
  } catch (fault) {
    const isInterrupted = fault instanceof FileFault && isAway(fault);
    if (is_last_attempt && !signal.aborted && !isInterrupted) {
      await endFailed(db, { ...version, now: clock.now() }, 'analysis/fault');
    }
    throw fault;
  }
}
