/** Handles the download of a released report as a DICOM object. */
import type { dicomRoutes } from '@rhythmdesk/contract/dicom';
import { readerOf, reportFor } from '@rhythmdesk/domain/report/versions';
import { writeDicom } from '../../../platform/dicom/dicom-writer.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import { orRefuse, Refusal } from '../../../platform/http/refusal.ts';
import { readVersions, seenWithReport } from '../../../records/cases/report-versions.ts';
import { reportObject } from './report-object.ts';
import { reportSource, type DicomDependencies } from './report-source.ts';

export function dicomHandlers(dependencies: DicomDependencies): Handlers<typeof dicomRoutes> {
  const { db } = dependencies;
  return {
    reportDicom: async ({ caller, input: { case_id, report_version } }) => {
      await seenWithReport(db, caller, case_id);
      const reader = report_version === undefined ? 'hospital' : readerOf(caller.actor.group_type);
      const version = orRefuse(reportFor(await readVersions(db, case_id), reader, report_version));
      if (version.released_ms === null) throw new Refusal('report/not-released');
      const source = await reportSource(dependencies, version);
      const body = writeDicom(reportObject(source));
      const filename = `${source.hn_id}-report-v${String(version.report_version)}.dcm`;
      return { body, size_bytes: body.byteLength, filename };
    },
  };
}
