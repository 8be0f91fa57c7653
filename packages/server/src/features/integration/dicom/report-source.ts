/** Gathers what the DICOM object of a released report consists of. */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { Queryable } from '../../../platform/db/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { readCaseRecord } from '../../../records/cases/case-record.ts';
import type { readVersions } from '../../../records/cases/report-versions.ts';
import { studySource } from '../../../records/dicom/study-source.ts';
import { documentOf } from '../result-source.ts';
import type { ReportObjectSource } from './report-object.ts';

type Version = Awaited<ReturnType<typeof readVersions>>[number];

export type DicomDependencies = {
  readonly db: Queryable;
  readonly files: Pick<FileStore, 'whole'>;
  /** Returns the title of a report's pages. */
  readonly titleOf: (language: Language) => string;
};

export async function reportSource(
  { db, files, titleOf }: DicomDependencies,
  version: Version,
): Promise<ReportObjectSource> {
  const { case_id, report_version, released_at, created_at } = version;
  const record = await readCaseRecord(db, case_id);
  if (record === null) throw new Error('a report of no case');
  const document = await documentOf(db, case_id, report_version);
  return {
    ...(await studySource(db, record)),
    report_version,
    released_at: released_at ?? created_at,
    title: titleOf(document?.language ?? 'en'),
    conclusion: document?.conclusion ?? '',
    signed: version.signature !== null,
    pdf: await files.whole(version.sha256),
  };
}
