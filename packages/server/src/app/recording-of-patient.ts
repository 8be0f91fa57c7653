/** Connects the copy of a patient's data with the exports of recordings: the recording of a case as EDF+. */
import { edfPart } from '../features/recordings/export-edf.ts';
import { readExported } from '../features/recordings/export-recording.ts';
import { patientOf } from '../features/recordings/open-export.ts';
import type { PatientCase } from '../features/privacy/patient-cases.ts';
import type { ZipPart } from '../platform/files/stream-zip.ts';
import type { Platform } from './open-platform.ts';

/** The header names the patient, whose copy it is. */
export function recordingOfPatient(platform: Pick<Platform, 'db' | 'files' | 'files_folder'>) {
  return async ({ row, time_zone }: PatientCase): Promise<ZipPart> => {
    const { case_id, hn_id } = row;
    const opened = { case_id, hn_id, time_zone, processing: row.job_count > 0, study: null };
    const recording = await readExported(platform, { ...opened, patient: patientOf(row, false) });
    return edfPart({ files: platform.files }, recording);
  };
}
