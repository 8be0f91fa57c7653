/** Returns a log and its analysis in the form of the API, for the reading of a case and for a second reading. */
import type { CaseReading } from '@rhythmdesk/contract/reading';
import type { LogPiece, ReadingBase } from '../../records/readings/reading-log.ts';

export function answerOfLog(
  base: ReadingBase | null,
  log: LogPiece,
): Pick<CaseReading, 'analysis_version' | 'edits' | 'earlier_versions'> {
  return {
    analysis_version: base?.analysis_version ?? null,
    edits: log.map(({ page_id: _, created_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
    })),
    earlier_versions: base?.files.earlier.map(({ analysis_version }) => analysis_version) ?? [],
  };
}
