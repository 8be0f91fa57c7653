/**
 * Dependencies that `app` injects into the analysis feature: parts of the platform, and functions of recordings and
 * cases.
 */
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Caller } from '../../platform/http/caller.ts';

export type AnalysisJobDependencies = {
  readonly db: Db;
  readonly files: FileStore;
  /** The folder of the disk store, for the analysis thread. */
  readonly files_folder: string;
  readonly clock: Clock;
};

/** Case figures that follow from an analysis. */
type CaseFigures = {
  readonly af_share: number;
  readonly ve_count: number;
  readonly pause_count: number;
};

export type ReadingKey = { readonly case_id: number; readonly version: number };
export type ReadingContext = { readonly caller: Caller; readonly request_id: string; readonly now: Date };

export type AnalysisDependencies = AnalysisJobDependencies & {
  /** Refuses unless the caller may open the recording of this case now, as its tiles do. */
  readonly openRecording: (caller: Caller, case_id: number) => Promise<{ readonly recording_id: number }>;
  /** The same, also for second readers: `blind` is true for them, and they see nobody's name. */
  readonly openToRead: (caller: Caller, case_id: number) => Promise<{ readonly blind: boolean }>;
  /** Refuses unless the user may change the reading of this version now. */
  readonly mayChangeReading: (tx: Tx, key: ReadingKey, context: ReadingContext) => Promise<unknown>;
  /** Changes the case as for an edit of its reading: history, verification, live event. */
  readonly changeReading: (
    tx: Tx,
    key: ReadingKey,
    figures: Partial<CaseFigures>,
    description: string,
    context: ReadingContext,
  ) => Promise<ReadingKey>;
};
