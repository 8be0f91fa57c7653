/** Describes the parts of the platform and the limits that the upload feature needs, and how it requests a case. */
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { SessionLocks } from '../../platform/db/session-locks.ts';
import type { FolderState } from '../../platform/files/folder-state.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Acting } from '../../platform/http/caller.ts';
import type { Log } from '../../platform/log/log.ts';
import type { UploadDisk } from './upload-disk.ts';

type UploadLimits = {
  readonly zip_bytes: number;
  readonly expanded_bytes: number;
  readonly entries: number;
  readonly ratio: number;
  /** Bytes that stay free on the disk. */
  readonly disk_floor_bytes: number;
  /** Open uploads that one user may have. */
  readonly open_per_user: number;
  /** Bytes that the open uploads of one group may have declared. */
  readonly open_bytes_per_group: number;
};

export type UploadDependencies = {
  readonly db: Db;
  readonly files: FileStore;
  /**
   * Returns the free space of the disks for uploads, files and the embedded database; of several disks the smallest.
   */
  readonly freeBytes: () => Promise<number>;
  /** State of the folders of stored files and of uploads, whichever is worse. */
  readonly folderState: () => Promise<FolderState>;
  /** The folder of the disk store, for the thread that reads zips. */
  readonly files_folder: string;
  /** Folder of zips while they are received and read. */
  readonly uploads_folder: string;
  /** Where uploads are if servers share no folder; null if files are on the disk alone. */
  readonly disk: UploadDisk | null;
  /** Locks that give each upload one writer over all nodes. */
  readonly locks: SessionLocks;
  readonly clock: Clock;
  readonly log: Log;
  /** The path under which the product is installed, which the address of an upload begins with. */
  readonly base_path: string;
  readonly limits: UploadLimits;
  /** Requests the analysis of the case in the name of the sender; returns the reason if that is refused. */
  readonly requestCase: (
    tx: Tx,
    ready: { readonly case_id: number; readonly version: number },
    request: { readonly caller: Acting; readonly request_id: string; readonly now: Date },
  ) => Promise<RefusalCode | null>;
};
