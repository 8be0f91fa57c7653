/** Describes the dependencies that `app` injects into the feature of critical findings. */
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Caller } from '../../platform/http/caller.ts';

export type CriticalDependencies = { readonly db: Db; readonly clock: Clock };

export type CriticalJobDependencies = CriticalDependencies & {
  readonly files: FileStore;
  /** The folder of the disk store, for the thread that replays readings. */
  readonly files_folder: string;
};

export type CriticalCall = { readonly caller: Caller; readonly now: Date };
