/** Handles the downloads of a released report as DICOM: its pages alone, or with its strips. */
import type { dicomRoutes } from '@rhythmdesk/contract/dicom';
import { readerOf, reportFor } from '@rhythmdesk/domain/report/versions';
import { streamZip, type ZipPart } from '../../../platform/files/stream-zip.ts';
import type { Call, Handlers } from '../../../platform/http/handler.ts';
import { orRefuse, Refusal } from '../../../platform/http/refusal.ts';
import { readVersions, seenWithReport } from '../../../records/cases/report-versions.ts';
import {
  releasedReport,
  reportFile,
  waveformFiles,
  type DicomDependencies,
  type ReleasedReport,
} from './report-source.ts';

type Asked = Pick<Call<(typeof dicomRoutes)['reportDicom']>, 'caller' | 'input'>;

/** Returns the released version that the caller asks for; refuses one that the caller may not see. */
async function askedReport({ db }: DicomDependencies, { caller, input }: Asked): Promise<ReleasedReport> {
  const { case_id, report_version } = input;
  await seenWithReport(db, caller, case_id);
  const reader = report_version === undefined ? 'hospital' : readerOf(caller.actor.group_type);
  const version = orRefuse(reportFor(await readVersions(db, case_id), reader, report_version));
  if (version.released_ms === null) throw new Refusal('report/not-released');
  return releasedReport(db, version);
}

const nameOf = ({ study, version }: ReleasedReport): string =>
  `${study.hn_id}-report-v${String(version.report_version)}`;

export function dicomHandlers(dependencies: DicomDependencies): Handlers<typeof dicomRoutes> {
  return {
    reportDicom: async (call) => {
      const report = await askedReport(dependencies, call);
      const { whole } = await reportFile(dependencies, report);
      return { body: whole, size_bytes: whole.byteLength, filename: `${nameOf(report)}.dcm` };
    },
    reportDicomFiles: async (call) => {
      const report = await askedReport(dependencies, call);
      const pages = await reportFile(dependencies, report);
      const strips = await waveformFiles(dependencies, report, { strips: true, recording: false });
      const part = { level: 0, zip64: false };
      const parts: ZipPart[] = [
        { ...part, name: 'report.dcm', bytes: pages.bytes },
        ...strips.map(({ bytes }, at) => ({ ...part, name: `strip-${String(at + 1)}.dcm`, bytes })),
      ];
      return { body: streamZip(parts), filename: `${nameOf(report)}-dicom.zip` };
    },
  };
}
