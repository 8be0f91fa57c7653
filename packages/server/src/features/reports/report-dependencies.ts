/** What this feature is given by `app`. */
import type { ReportFigures } from '@rhythmdesk/contract/report-document';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';

export type ReportDependencies = {
  readonly db: Db;
  readonly files: FileStore;
  readonly clock: Clock;
  /** The case, where its report under work is for this caller; refuses otherwise. */
  readonly openReport: (caller: Caller, case_id: number) => Promise<CaseRecord>;
  /** Whether this caller opens the recording of this case now; refuses as its tiles do. */
  readonly openRecording: (caller: Caller, case_id: number) => Promise<unknown>;
  /** What the reading says; null where no analysis has succeeded. */
  readonly figures: (
    case_id: number,
  ) => Promise<{ readonly analysis_version: number; readonly figures: ReportFigures } | null>;
};
