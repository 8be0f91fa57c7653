/** Stores the checksum of a case's reading, and says whether a report was made from another reading. */
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import type { Tx } from '../../platform/db/database.ts';
import { readingChecksums } from '../../platform/db/schema/reading.ts';

/** A reading: the analysis, the last edit, and its checksum; null while it is not computed. */
type ReadingState = {
  readonly analysis_version: number | null;
  readonly sequence: number;
  readonly checksum: string | null;
};

/** Stores the checksum of the current reading. The case's row is locked. */
export async function keepReadingChecksum(
  tx: Tx,
  reading: typeof readingChecksums.$inferInsert,
): Promise<void> {
  await tx
    .insert(readingChecksums)
    .values(reading)
    .onConflictDoUpdate({ target: readingChecksums.case_id, set: reading });
}

type ReportedReading = Pick<ReportDocument, 'analysis_version' | 'conclusion'> & {
  readonly figures: Pick<ReportDocument['figures'], 'sequence' | 'checksum'>;
};

/**
 * Returns whether a report was made from another reading or conclusion than the current ones. Readings with the same
 * checksum are the same, also after an edit that was undone. Without a checksum any later edit or analysis counts.
 */
export function isReportBehind(
  { analysis_version, conclusion, figures }: ReportedReading,
  now: ReadingState & { readonly conclusion: string },
): boolean {
  if (conclusion !== now.conclusion) return true;
  if (now.checksum !== null) return figures.checksum !== now.checksum;
  return analysis_version !== now.analysis_version || figures.sequence !== now.sequence;
}
