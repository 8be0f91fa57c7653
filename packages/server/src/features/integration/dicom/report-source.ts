/** Gathers the DICOM objects of a released report: its pages, and the strips in it. */
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { writeDicom } from '../../../platform/dicom/dicom-writer.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { readCaseRecord } from '../../../records/cases/case-record.ts';
import type { readVersions } from '../../../records/cases/report-versions.ts';
import { namedStrips, storedRecording, stripFiles } from '../../../records/dicom/report-strips.ts';
import { studySource } from '../../../records/dicom/study-source.ts';
import type { StudySource } from '../../../records/dicom/study-elements.ts';
import { waveformFile, type DicomFile } from '../../../records/dicom/waveform-file.ts';
import { fitsWaveform, waveformBytes } from '../../../records/dicom/waveform-object.ts';
import { documentOf } from '../released-reports.ts';
import { encapsulatedPdf, reportObject, reportUid, type ReportObjectSource } from './report-object.ts';

type Version = Awaited<ReturnType<typeof readVersions>>[number];

export type DicomDependencies = {
  readonly db: Queryable;
  readonly files: Pick<FileStore, 'whole' | 'read'>;
  /** Returns the title of a report's pages. */
  readonly titleOf: (language: Language) => string;
};

/** A released version of a report with what its objects share. */
export type ReleasedReport = {
  readonly study: StudySource;
  readonly version: Version;
  /** Null for a report that was uploaded as a file. */
  readonly document: ReportDocument | null;
};

export async function releasedReport(db: Queryable, version: Version): Promise<ReleasedReport> {
  const { case_id, report_version } = version;
  const record = await readCaseRecord(db, case_id);
  if (record === null) throw new Error('a report of no case');
  const document = await documentOf(db, case_id, report_version);
  return { study: await studySource(db, record), version, document };
}

async function sourceOf(
  { files, titleOf }: DicomDependencies,
  { study, version, document }: ReleasedReport,
): Promise<ReportObjectSource> {
  const { report_version, released_at, created_at } = version;
  return {
    ...study,
    report_version,
    released_at: released_at ?? created_at,
    title: titleOf(document?.language ?? 'en'),
    conclusion: document?.conclusion ?? '',
    signed: version.signature !== null,
    strips: namedStrips(study, document),
    pdf: await files.whole(version.sha256),
  };
}

export async function reportFile(
  dependencies: DicomDependencies,
  report: ReleasedReport,
): Promise<DicomFile & { readonly whole: Buffer }> {
  const source = await sourceOf(dependencies, report);
  const whole = writeDicom(reportObject(source));
  return {
    sop_class: encapsulatedPdf,
    sop_instance: reportUid(source),
    size_bytes: whole.length,
    whole,
    bytes: () => [whole],
  };
}

/** A longer recording is not sent with a report: 24 hours of three leads at 250 Hz are 130 MB. */
const mostRecordingBytes = 128 * 2 ** 20;

/** Returns the waveforms of a report: its strips, the recording if it is short enough, or none if the signal was deleted. */
export async function waveformFiles(
  { db, files }: DicomDependencies,
  { study, document }: ReleasedReport,
  { strips, recording }: { readonly strips: boolean; readonly recording: boolean },
): Promise<DicomFile[]> {
  const stored = await storedRecording(db, study.case_id);
  if (stored === null) return [];
  const { recording_id, start_ms, frames } = stored;
  const isShort = fitsWaveform(frames) && waveformBytes(frames) <= mostRecordingBytes;
  const whole = { of: 'recording', recording_id } as const;
  return [
    ...(strips && document !== null ? stripFiles(files, study, stored, document) : []),
    ...(recording && isShort ? [waveformFile({ files, study, frames, start_ms }, whole)] : []),
  ];
}
