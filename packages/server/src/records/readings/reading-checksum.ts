/** Stores the checksum of a case's reading, and says whether a report was made from other data than the current data. */
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import type { Tx } from '../../platform/db/database.ts';
import type { cases } from '../../platform/db/schema/cases.ts';
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

/** The facts of a case that its report prints, besides the reading. */
type ReportedCase = {
  readonly conclusion: string;
  readonly severity: string;
  readonly patient: { readonly [Field in keyof ReportDocument['patient']]: string | null };
};

type PrintedColumns =
  | 'technician_comment'
  | 'severity'
  | 'patient_id'
  | 'patient_first_name'
  | 'patient_last_name'
  | 'birth_date'
  | 'gender';

/** Returns what a report made now would print of the case. */
export const reportedCase = (row: Pick<typeof cases.$inferSelect, PrintedColumns>): ReportedCase => ({
  conclusion: row.technician_comment,
  severity: row.severity,
  patient: {
    patient_id: row.patient_id,
    first_name: row.patient_first_name,
    last_name: row.patient_last_name,
    birth_date: row.birth_date,
    gender: row.gender,
  },
});

type Reported = Pick<ReportDocument, 'analysis_version' | 'conclusion'> & {
  readonly case: { readonly severity: string };
  readonly patient: ReportedCase['patient'];
  readonly figures: Pick<ReportDocument['figures'], 'sequence' | 'checksum'>;
};

/** Returns what a document says of its case, in the form of `reportedCase`. */
export const printedCase = ({ conclusion, patient, case: { severity } }: Reported): ReportedCase => ({
  ...{ conclusion, severity, patient },
});

const samePatient = (one: ReportedCase['patient'], other: ReportedCase['patient']): boolean =>
  one.patient_id === other.patient_id &&
  one.first_name === other.first_name &&
  one.last_name === other.last_name &&
  one.birth_date === other.birth_date &&
  one.gender === other.gender;

/**
 * Returns whether a report was made from another reading, conclusion, severity or patient than the current ones.
 * Readings with the same checksum are the same, also after an edit that was undone. Without a checksum any later edit or
 * analysis counts.
 */
export function isReportBehind(report: Reported, now: ReadingState & ReportedCase): boolean {
  const { conclusion, severity, patient } = printedCase(report);
  if (conclusion !== now.conclusion || severity !== now.severity) return true;
  if (!samePatient(patient, now.patient)) return true;
  const { analysis_version, figures } = report;
  if (now.checksum !== null) return figures.checksum !== now.checksum;
  return analysis_version !== now.analysis_version || figures.sequence !== now.sequence;
}
