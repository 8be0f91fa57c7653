/** Reads the results of the latest analysis for exports. */
import { analysisSummary, type AnalysisSummary } from '@rhythmdesk/contract/analysis';
import { decodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import type { BeatTable } from '@rhythmdesk/ecg/beats/beat-table';
import { summarise } from '@rhythmdesk/ecg/rhythm/summarise';
import type { Db } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { doneRow } from '../../records/readings/analysis-rows.ts';

/** Returns null if no analysis has succeeded. */
export async function latestFindings(
  db: Db,
  files: FileStore,
  case_id: number,
): Promise<{ readonly summary: AnalysisSummary; readonly beats: BeatTable } | null> {
  const done = await doneRow(db, case_id);
  const sha256 = done?.beats_sha256 ?? null;
  if (done === null || sha256 === null) return null;
  const decoded = decodeBeats(await files.whole(sha256));
  if (!decoded.ok) throw new Error(`beat file of case ${String(case_id)}: ${decoded.code}`);
  const { beats, quality } = decoded.value;
  const summary = analysisSummary.parse(done.summary);
  if (summary.episodes_left_out === 0) return { summary, beats };
  const all = summarise(beats, quality, summary.criteria, { episode_limit: Infinity });
  return {
    summary: { ...summary, episodes: [...all.episodes], episodes_left_out: 0, limited_kinds: [] },
    beats,
  };
}
