/** What this feature is given by `app`. */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { PyramidShape } from '@rhythmdesk/ecg/pyramid/layout';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ReadingThread } from './reading-thread.ts';

/** Where the samples of a recording lie. */
type SignalPlace = { readonly shape: PyramidShape; readonly trace_sha256: string };

export type ReadingDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether this caller opens the recording of this case now; refuses as its tiles do. */
  readonly openRecording: (caller: Caller, case_id: number) => Promise<{ readonly recording_id: number }>;
  /** The same, and for who reads it a second time, from whom the case itself is kept. */
  readonly openToRead: (caller: Caller, case_id: number) => Promise<{ readonly recording_id: number }>;
  /** A page begins to read: what it will soon ask for may be got ready. */
  readonly onOpened?: (language: Language) => void;
  readonly findPlaces: (recording_id: number) => Promise<SignalPlace>;
  /** Where the store keeps its files, for threads. */
  readonly files_folder: string;
  /** Folds the logs of readings that are being written. */
  readonly thread: ReadingThread;
  /** The same for second readings, by their own numbers. */
  readonly second_thread: ReadingThread;
};

export type ReadingCall = { readonly caller: Caller; readonly request_id: string; readonly now: Date };
