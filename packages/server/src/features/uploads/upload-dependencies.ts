/** What this feature is given by `app`: the platform's parts, its limits, and what cases do with a recording. */
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
  /** Uploads that one user may have under way. */
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
  /** The uploader confirms to hold the patient's signed consent. */
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
  /** The room of the disks that uploads, files and the embedded database lie on: of several the least. */
  readonly freeBytes: () => Promise<number>;
  /** The folder of the disk store, for the thread that reads zips. */
  /** Of the folders of stored files and of uploads, the worse. */
  readonly folderState: () => Promise<FolderState>;
  readonly files_folder: string;
  /** Where zips lie while they are received and read. */
  readonly uploads_folder: string;
  /** Who writes an upload's bytes, on all nodes together. */
  readonly locks: SessionLocks;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: UploadLimits;
  /** The hospital that this caller may upload for; refuses any other. */
  readonly hospitalFor: (db: Queryable, caller: Caller, wanted_id: number | undefined) => Promise<Hospital>;
  /** Refuses dates that no patient can have. */
  readonly proveDates: (dates: PatientDates, hospital: Hospital, now: Date) => void;
  /** The case that waits for this recording, null where one would be made; refuses a taken HN ID. */
  readonly waitingCase: (
    db: Queryable,
    hn_id: string,
    hospital_id: number,
  ) => Promise<{ readonly case_id: number } | null>;
  /** Makes the case, or attaches to the waiting one. */
  readonly receiveRecording: (
    tx: Tx,
    received: ReceivedRecording,
  ) => Promise<{ readonly case_id: number; readonly version: number }>;
  /** Requests the analysis of the case in the name of who sent it; gives why not where that is refused. */
  readonly requestCase: (
    tx: Tx,
    ready: { readonly case_id: number; readonly version: number },
    request: { readonly caller: Acting; readonly request_id: string; readonly now: Date },
  ) => Promise<RefusalCode | null>;
  /** Queues the analysis of the new recording. */
  readonly requestAnalysis: (tx: Tx, case_id: number) => Promise<void>;
};
