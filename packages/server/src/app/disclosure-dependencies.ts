/** Dependencies of full disclosures, both direct and in the background. */
import { openReport } from '../features/cases/open-report.ts';
import { seenCase } from '../features/cases/read-case.ts';
import { recordingDoor } from '../features/recordings/open-recording.ts';
import type { DisclosureDependencies } from '../features/reports/disclosure/disclosure-source.ts';
import { filesFolder } from './installation-folders.ts';
import type { Platform } from './open-platform.ts';

export function disclosureDependencies({
  db,
  clock,
  files,
  config,
}: Pick<Platform, 'db' | 'clock' | 'config' | 'files'>): DisclosureDependencies {
  return {
    db,
    clock,
    files_folder: filesFolder(config.DATA_DIR),
    openReport: (caller, case_id) => openReport(db, caller, case_id),
    openRecording: recordingDoor({
      db,
      files,
      requireReason: (caller, case_id) => seenCase(db, caller, case_id, 'recording.read'),
    }),
  };
}
