/**
 * Dependencies that `app` injects into the upload feature: parts of the platform, limits, and what the cases feature
 * does with a recording.
 */
import type { PatientDates } from '@rhythmdesk/domain/case/patient-dates';
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Queryable, Tx } from '../../platform/db/database.ts';
import type { SessionLocks } from '../../platform/db/session-locks.ts';
import type { FolderState } from '../../platform/files/folder-state.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Acting, Caller } from '../../platform/http/caller.ts';
import type { Log } from '../../platform/log/log.ts';
import type { CaseAuthor } from '../../records/cases/save-case.ts';
import type { StoredMetadata } from './upload-metadata.ts';

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

type Hospital = {
  readonly id: number;
  readonly agree_type: string;
  readonly time_zone: string;
};

type ReceivedRecording = {
  readonly hn_id: string;
  readonly hospital: Hospital;
  readonly uploader: CaseAuthor;
  readonly filename: string;
  readonly trace_sha256: string;
  /** True if the uploader confirmed having the patient's signed consent. */
  readonly consent: boolean;
  readonly patient: StoredMetadata['patient'];
  readonly figures: {
    readonly recording_start: Date;
    readonly recording_seconds: number;
    readonly af_share: number | null;
    readonly ve_count: number | null;
    readonly pause_count: number | null;
  };
  readonly request_id: string;
  readonly now: Date;
};

export type UploadDependencies = {
  readonly db: Db;
  readonly files: FileStore;
  /**
   * Returns the free space of the disks for uploads, files and the embedded database; of several disks the smallest.
   */
  readonly freeBytes: () => Promise<number>;
  /** The folder of the disk store, for the thread that reads zips. */
  /** State of the folders of stored files and of uploads, whichever is worse. */
  readonly folderState: () => Promise<FolderState>;
  readonly files_folder: string;
  /** Folder of zips while they are received and read. */
  readonly uploads_folder: string;
  /** Locks that give each upload one writer over all nodes. */
  readonly locks: SessionLocks;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: UploadLimits;
  /** Returns the hospital that this caller may upload for; refuses any other. */
  readonly hospitalFor: (db: Queryable, caller: Caller, wanted_id: number | undefined) => Promise<Hospital>;
  /** Refuses dates that no patient can have. */
  readonly proveDates: (dates: PatientDates, hospital: Hospital, now: Date) => void;
  /** Returns the case that waits for this recording, or null if a new one would be created; refuses a taken HN ID. */
  readonly waitingCase: (
    db: Queryable,
    hn_id: string,
    hospital_id: number,
  ) => Promise<{ readonly case_id: number } | null>;
  /** Creates the case, or attaches the recording to the waiting one. */
  readonly receiveRecording: (
    tx: Tx,
    received: ReceivedRecording,
  ) => Promise<{ readonly case_id: number; readonly version: number }>;
  /** Requests the analysis of the case in the name of the sender; returns the reason if that is refused. */
  readonly requestCase: (
    tx: Tx,
    ready: { readonly case_id: number; readonly version: number },
    request: { readonly caller: Acting; readonly request_id: string; readonly now: Date },
  ) => Promise<RefusalCode | null>;
  /** Queues the analysis of the new recording. */
  readonly requestAnalysis: (tx: Tx, case_id: number) => Promise<void>;
};
