/** Describes the parts of the platform and threads that the reading feature needs. */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ReadingThread } from './reading-thread.ts';

export type OpenedReading = {
  readonly caller: Caller;
  readonly input: { readonly case_id: number; readonly language: Language };
};

export type ReadingDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a page starts reading, to prepare what it will soon request. */
  readonly onOpened?: (opened: OpenedReading) => void;
  /** The folder of the file store, for threads. */
  readonly files_folder: string;
  /** Replays the logs of readings that are being edited. */
  readonly thread: ReadingThread;
  /** The same for second readings, with ids of their own. */
  readonly second_thread: ReadingThread;
};

export type ReadingCall = { readonly caller: Caller; readonly request_id: string; readonly now: Date };
