/** Describes the parts of the platform that the analysis feature needs. */
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';

export type AnalysisDependencies = {
  readonly db: Db;
  readonly files: FileStore;
  /** The folder of the disk store, for the analysis thread. */
  readonly files_folder: string;
  readonly clock: Clock;
};
