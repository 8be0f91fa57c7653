/** Describes the parts of the platform that the report feature needs, and the figures of readings. */
import type { ReportFigures } from '@rhythmdesk/contract/report-document';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';

export type ReportDependencies = {
  readonly db: Db;
  readonly files: FileStore;
  readonly clock: Clock;
  /** The folder of the disk store, for the thread that draws full disclosures. */
  readonly files_folder: string;
  /** Returns the figures of the reading; null if no analysis has succeeded. */
  readonly figures: (
    case_id: number,
  ) => Promise<{ readonly analysis_version: number; readonly figures: ReportFigures } | null>;
};
