/** Reads released versions of reports with their cases, as messages need them: many at once. */
import { reportDocument, type ReportDocument } from '@rhythmdesk/contract/report-document';
import { type Result, resultsOf, resultTable } from '@rhythmdesk/domain/results/result-table';
import { isCorrection } from '@rhythmdesk/domain/report/versions';
import { and, desc, eq, inArray, lt, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/db/database.ts';
import { caseFiles, cases, reportVersions } from '../../platform/db/schema/cases.ts';
import type { partnerMessages } from '../../platform/db/schema/partners.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { reportSignatures } from '../../platform/db/schema/signing.ts';
import { documentSource } from '../../records/results/result-source.ts';

/** The signed file replaces that of the version. */
const fileOf = sql`coalesce(${reportSignatures.file_id}, ${reportVersions.file_id})`;

type Version = Pick<typeof partnerMessages.$inferSelect, 'case_id' | 'report_version'>;

export const casesOf = (versions: readonly Version[]): number[] =>
  versions.flatMap(({ case_id }) => (case_id === null ? [] : [case_id]));

/**
 * Returns when each version of each case was released. The query does not ask for released versions only, because the
 * database may then read every version that was ever released.
 */
async function versionsOf(db: Queryable, case_ids: readonly number[]) {
  const rows = await db
    .select({ case_id: reportVersions.case_id, released_at: reportVersions.released_at })
    .from(reportVersions)
    .where(inArray(reportVersions.case_id, [...case_ids]));
  return Map.groupBy(rows, ({ case_id }) => case_id);
}

const releaseOf = ({ released_at }: { readonly released_at: Date | null }) => ({
  released_ms: released_at?.getTime() ?? null,
});

function oneOf(versions: readonly Version[]): SQL | undefined {
  const wanted = versions.flatMap(({ case_id, report_version }) =>
    case_id === null || report_version === null
      ? []
      : [and(eq(reportVersions.case_id, case_id), eq(reportVersions.report_version, report_version))],
  );
  return wanted.length === 0 ? sql`false` : or(...wanted);
}

function select(db: Queryable, versions: readonly Version[]) {
  return db
    .select({
      row: {
        hn_id: cases.hn_id,
        ...{ patient_id: cases.patient_id, birth_date: cases.birth_date, gender: cases.gender },
        ...{ last_name: cases.patient_last_name, first_name: cases.patient_first_name },
        ...{ recording_start: cases.recording_start, recording_seconds: cases.recording_seconds },
        conclusion: cases.technician_comment,
      },
      ...{ case_id: reportVersions.case_id, report_version: reportVersions.report_version },
      ...{ released_at: reportVersions.released_at, document: reportVersions.document },
      ...{ hospital_name: userGroups.name, time_zone: userGroups.time_zone },
      ...{ signer: users.name, sha256: caseFiles.sha256 },
    })
    .from(reportVersions)
    .innerJoin(cases, eq(cases.case_id, reportVersions.case_id))
    .innerJoin(userGroups, eq(userGroups.id, cases.hospital_id))
    .leftJoin(
      reportSignatures,
      and(
        eq(reportSignatures.case_id, reportVersions.case_id),
        eq(reportSignatures.report_version, reportVersions.report_version),
      ),
    )
    .leftJoin(users, eq(users.id, reportSignatures.signed_by))
    .innerJoin(caseFiles, eq(caseFiles.file_id, fileOf))
    .where(oneOf(versions));
}
type Selected = Awaited<ReturnType<typeof select>>[number];

type ReleasedReport = Omit<Selected, 'document' | 'signer'> & {
  /** Whether a version was released before. */
  readonly corrected: boolean;
  /** If the report was uploaded as a file, only its conclusion is known. */
  readonly results: () => Result[];
  /** The chief who verified it, else the technician; of an uploaded file who signed it. */
  readonly people: () => ReturnType<typeof peopleOf>;
};

function resultsIn(document: ReportDocument | null, conclusion: string): Result[] {
  if (document !== null) return resultsOf(documentSource(document));
  const code = 'conclusion';
  return conclusion === '' ? [] : [{ code, row: resultTable[code], value: conclusion }];
}

/** Returns the names of the people of a report; `signer` is used if neither a chief nor a technician is known. */
export function peopleOf(
  document: Pick<ReportDocument, 'confirmer' | 'technician'> | null,
  signer: string,
): { readonly interpreter: string; readonly technician: string } {
  const technician = document?.technician?.name ?? '';
  return { interpreter: document?.confirmer?.name ?? (technician === '' ? signer : technician), technician };
}

/** Returns the document of a version; null for a report that was uploaded as a file. */
export async function documentOf(db: Queryable, case_id: number, report_version: number) {
  const [row] = await db
    .select({ document: reportVersions.document })
    .from(reportVersions)
    .where(and(eq(reportVersions.case_id, case_id), eq(reportVersions.report_version, report_version)));
  return row === undefined || row.document === null ? null : reportDocument.parse(row.document);
}

const keyOf = ({ case_id, report_version }: Version): string =>
  `${String(case_id)}/${String(report_version)}`;

/**
 * Returns a function that finds the results of the reports that were out before a version, each once; none if it is the
 * first. They are of all these reports, because a receiver may not have got the last one. Of versions that were released
 * at once only the last was out.
 */
export async function readFormerResults(
  db: Queryable,
  versions: readonly Version[],
): Promise<(version: Version) => Result[]> {
  const { case_id, report_version } = reportVersions;
  const former = alias(reportVersions, 'former');
  const released = [case_id, report_version, former.released_at];
  const rows = await db
    .selectDistinctOn(released, { case_id, report_version, document: former.document })
    .from(reportVersions)
    .innerJoin(former, and(eq(former.case_id, case_id), lt(former.released_at, reportVersions.released_at)))
    .where(oneOf(versions))
    .orderBy(...released, desc(former.report_version));
  const found = Map.groupBy(rows, keyOf);
  return (version) => {
    const results = (found.get(keyOf(version)) ?? []).flatMap(({ document }) =>
      document === null ? [] : resultsOf(documentSource(reportDocument.parse(document))),
    );
    return [...new Map(results.map((result) => [result.code, result])).values()];
  };
}

export type ReleasedReports = (version: Version) => ReleasedReport;

/** Returns a function that finds the report of a version among those that were read. */
export async function readReleased(db: Queryable, versions: readonly Version[]): Promise<ReleasedReports> {
  const [rows, ofCase] = await Promise.all([select(db, versions), versionsOf(db, casesOf(versions))]);
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  return (version) => {
    const row = found.get(keyOf(version));
    if (row === undefined) throw new Error('a message about no report');
    const { document, signer, ...rest } = row;
    const parsed = (): ReportDocument | null => (document === null ? null : reportDocument.parse(document));
    const corrected = isCorrection(releaseOf(row), (ofCase.get(row.case_id) ?? []).map(releaseOf));
    return {
      ...{ ...rest, corrected },
      results: () => resultsIn(parsed(), row.row.conclusion),
      people: () => peopleOf(parsed(), signer ?? ''),
    };
  };
}
