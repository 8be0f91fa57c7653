/**
 * Reads what an export contains beside the signal: the beats, episodes and hours of the case's reading, which are those
 * of its report. A case without edits has those of its analysis.
 */
import { analysisCriteria, analysisSummary, type AnalysisSummary } from '@rhythmdesk/contract/analysis';
import { decodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import type { BeatTable } from '@rhythmdesk/ecg/beats/beat-table';
import type { Db } from '../../platform/db/database.ts';
import { runInThread } from '../../platform/threads/run-in-thread.ts';
import { doneRow } from '../../records/readings/analysis-rows.ts';
import { baseOf, wholeLog } from '../../records/readings/reading-log.ts';
import { localMidnights } from '../../records/recordings/local-midnights.ts';
import { type ReadingOrder, readingReply } from './exported-reading-message.ts';

const entry = new URL('./exported-reading-worker.ts', import.meta.url);

type ExportedReading = {
  readonly summary: AnalysisSummary;
  readonly beats: BeatTable;
  readonly edits: number;
};

/** Returns null if no analysis has succeeded. */
export async function exportedReading(
  { db, files_folder }: { readonly db: Db; readonly files_folder: string },
  case_id: number,
): Promise<ExportedReading | null> {
  const base = await baseOf(db, case_id);
  const done = base === null ? null : await doneRow(db, case_id, base.analysis_version);
  if (base === null || done === null) return null;
  const edits = await wholeLog(db, { case_id }, 0);
  const order: ReadingOrder = {
    files_folder,
    base: base.files,
    edits,
    criteria: analysisCriteria.parse(done.criteria),
    engine_version: done.engine_version,
    midnights_s: await localMidnights(db, case_id),
  };
  const { beats, summary_json } = readingReply.parse(await runInThread({ entry, work: order }));
  const decoded = decodeBeats(beats);
  if (!decoded.ok) throw new Error(`beats of case ${String(case_id)}: ${decoded.code}`);
  return {
    summary: analysisSummary.parse(JSON.parse(summary_json)),
    beats: decoded.value.beats,
    edits: edits.length,
  };
}
