/** Dependencies that `app` injects into the reading feature. */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { PyramidShape } from '@rhythmdesk/ecg/pyramid/layout';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ReadingThread } from './reading-thread.ts';

/** Where the samples of a recording are stored. */
type SignalPlace = { readonly shape: PyramidShape; readonly trace_sha256: string };

export type ReadingDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** Refuses unless the caller may open the recording of this case now, as its tiles do. */
  readonly openRecording: (caller: Caller, case_id: number) => Promise<{ readonly recording_id: number }>;
  /** The same, also for second readers, who cannot see the case itself. */
  readonly openToRead: (caller: Caller, case_id: number) => Promise<{ readonly recording_id: number }>;
  /** Called when a page starts reading, to prepare what it will soon request. */
  readonly onOpened?: (language: Language) => void;
  readonly findPlaces: (recording_id: number) => Promise<SignalPlace>;
  /** The folder of the file store, for threads. */
  readonly files_folder: string;
  /** Replays the logs of readings that are being edited. */
  readonly thread: ReadingThread;
  /** The same for second readings, with ids of their own. */
  readonly second_thread: ReadingThread;
};

export type ReadingCall = { readonly caller: Caller; readonly request_id: string; readonly now: Date };
