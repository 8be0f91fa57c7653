/** Reads and writes the versions of a case's report, with the rows of their files. */
import { reportDocument, type ReportDocument } from '@rhythmdesk/contract/report-document';
import type { reportRoutes } from '@rhythmdesk/contract/reports';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { patientFor } from '@rhythmdesk/domain/people/masking';
import {
  nextReportVersion,
  readerOf,
  reportFor,
  type ReportSource,
} from '@rhythmdesk/domain/report/versions';
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '../../platform/db/database.ts';
import { caseFiles, reportVersions } from '../../platform/db/schema/cases.ts';
import { users } from '../../platform/db/schema/people.ts';
import { reportSignatures } from '../../platform/db/schema/signing.ts';
import type { StoredFile } from '../../platform/files/file-store.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { orRefuse, Refusal } from '../../platform/http/refusal.ts';
import { seenCase } from './seen-case.ts';

/** The pages of a version and the data from which they were made. */
export type MadeReport = { readonly document: ReportDocument; readonly stored: StoredFile };

/** Refuses unless the caller may see the report and order of the case. */
export async function seenWithReport(db: Queryable, caller: Caller, case_id: number): Promise<void> {
  const { row } = await seenCase(db, caller, case_id, 'file.report');
  if (patientFor(caller.actor, row).masked) throw new Refusal('case/not-yours');
}

/** The documents of reports are read one by one. */
const { document: _document, ...withoutDocument } = getTableColumns(reportVersions);

/** For a signed version `file_id` is the signed file; `made_file_id` is the file without a signature. */
export async function readVersions(db: Queryable, case_id: number) {
  const rows = await db
    .select({
      version: withoutDocument,
      author: users.name,
      file_id: caseFiles.file_id,
      sha256: caseFiles.sha256,
      filename: caseFiles.filename,
      signature: reportSignatures,
    })
    .from(reportVersions)
    .innerJoin(users, eq(users.id, reportVersions.created_by))
    .leftJoin(
      reportSignatures,
      and(
        eq(reportSignatures.case_id, reportVersions.case_id),
        eq(reportSignatures.report_version, reportVersions.report_version),
      ),
    )
    .innerJoin(
      caseFiles,
      eq(caseFiles.file_id, sql`coalesce(${reportSignatures.file_id}, ${reportVersions.file_id})`),
    )
    .where(eq(reportVersions.case_id, case_id));
  return rows.map(({ version, ...rest }) => ({
    ...version,
    made_file_id: version.file_id,
    ...rest,
    released_ms: version.released_at?.getTime() ?? null,
  }));
}

/** Returns the files of versions that a signed file replaces. */
export async function replacedFiles(db: Queryable, case_id: number): Promise<ReadonlySet<number>> {
  const versions = await readVersions(db, case_id);
  const replaced = versions.filter(({ made_file_id, file_id }) => made_file_id !== file_id);
  return new Set(replaced.map(({ made_file_id }) => made_file_id));
}

type NewVersion = {
  readonly case_id: number;
  readonly file_id: number;
  readonly source: ReportSource;
  readonly document?: ReportDocument;
  readonly reading_by?: number | null;
};

type MadeBy = { readonly caller: Pick<Caller, 'id'>; readonly now: Date };

export async function addVersion(tx: Tx, made: NewVersion, { caller, now }: MadeBy) {
  const report_version = nextReportVersion(await readVersions(tx, made.case_id));
  await tx.insert(reportVersions).values({ ...made, report_version, created_by: caller.id, created_at: now });
  return report_version;
}

type NewFile = Pick<typeof caseFiles.$inferSelect, 'case_id' | 'kind' | 'side' | 'filename'>;

export async function writeFileRow(tx: Tx, values: NewFile, stored: StoredFile, { caller, now }: MadeBy) {
  const [file] = await tx
    .insert(caseFiles)
    .values({
      ...values,
      media_type: 'application/pdf',
      size_bytes: stored.bytes,
      sha256: stored.sha256,
      created_by: caller.id,
      created_at: now,
    })
    .returning({ file_id: caseFiles.file_id });
  if (file === undefined) throw new Error('the file row was not written');
  return file.file_id;
}

/** Returns the data of a stored version if the caller may see it; a signed one names its signers. */
export async function readReportData(
  db: Db,
  caller: Caller,
  { case_id, report_version }: ParsedOf<typeof reportRoutes.reportData>,
): Promise<ReportDocument> {
  await seenWithReport(db, caller, case_id);
  const versions = await readVersions(db, case_id);
  const found = orRefuse(reportFor(versions, readerOf(caller.actor.group_type), report_version));
  const [row] = await db
    .select({ document: reportVersions.document })
    .from(reportVersions)
    .where(and(eq(reportVersions.case_id, case_id), eq(reportVersions.report_version, found.report_version)));
  if (row?.document === null || row === undefined) throw new Refusal('object/not-found');
  return { ...reportDocument.parse(row.document), ...found.signature?.named };
}
