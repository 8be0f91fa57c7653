/**
 * Turns a received zip into a case with its recording, or refuses it with the reason, as a job.
 *
 * Invariants: the job may run twice, also at the same time: the run that locks the row first decides, the other changes
 * nothing. Files are in the store before a row names them. If the job is killed, the upload is still being checked and
 * the job runs again; files stored by the killed run are named by no row and are removed by age.
 */
import { statSync } from 'node:fs';
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { caseFiles } from '../../platform/db/schema/cases.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { recordings, uploads } from '../../platform/db/schema/recordings.ts';
import { transact } from '../../platform/db/transact.ts';
import { FileFault } from '../../platform/files/file-store.ts';
import { folderId } from '../../platform/files/folder-id.ts';
import { holdNames } from '../../platform/files/store-lock.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { JobContext } from '../../platform/jobs/runner.ts';
import { ThreadLimitPassed } from '../../platform/threads/run-in-thread.ts';
import type { ReadRecording } from './ingest-message.ts';
import { readInThread } from './read-in-thread.ts';
import { storedMetadata } from './upload-metadata.ts';
import { endCheck, lockChecking, refuseUpload, removeZip, zipPath, type UploadRow } from './upload-record.ts';
import type { UploadDependencies } from './upload-dependencies.ts';
import { readUploader, type KnownUploader } from './uploader.ts';
import { receiveRecording } from './receive-recording.ts';
import { requestAnalysis } from '../../records/readings/request-analysis.ts';

function recordingValues(recording: ReadRecording, case_id: number, synthetic: boolean, now: Date) {
  const { figures: _figures, files: _files, sparkline, ...facts } = recording;
  return { ...facts, case_id, sparkline: Buffer.from(sparkline), synthetic, created_at: now };
}

/** A sweep may have removed a file that an earlier run stored long ago; then the zip is read again. */
async function proveStored(tx: Tx, { files }: UploadDependencies, recording: ReadRecording): Promise<void> {
  await holdNames(tx);
  const names = [...recording.pyramid.level_sha256, ...recording.files.map(({ sha256 }) => sha256)];
  for (const sha256 of names) {
    if ((await files.size(sha256)) === null) throw new Error('a stored file has gone');
  }
}

/** Sends the request that came with the upload in the name of its user, under the user's current rights. */
async function requestFor(
  tx: Tx,
  { clock, requestCase }: UploadDependencies,
  { upload_id, user_group_id }: UploadRow,
  { id, name, role_key, actor, is_active }: KnownUploader,
  ready: { case_id: number; version: number },
): Promise<RefusalCode | null> {
  if (!is_active) return 'auth/account-inactive';
  const caller = { id, name, role_key, actor, user_group: { id: user_group_id } };
  return requestCase(tx, ready, { caller, request_id: upload_id, now: clock.now() });
}

async function accept(
  tx: Tx,
  dependencies: UploadDependencies,
  row: UploadRow,
  recording: ReadRecording,
): Promise<void> {
  const { db: _db, clock } = dependencies;
  const now = clock.now();
  const { patient, synthetic, extra_files, consent } = storedMetadata.parse(row.metadata);
  const uploader = await readUploader(tx, row.user_id);
  const [hospital] = await tx.select().from(userGroups).where(eq(userGroups.id, row.hospital_id));
  if (uploader === null || hospital === undefined) throw new Error('an upload without its user or hospital');
  const ready = await receiveRecording(tx, {
    hn_id: row.hn_id,
    hospital,
    uploader: { ...uploader, user_group_id: row.user_group_id },
    filename: row.filename,
    trace_sha256: recording.trace_sha256,
    patient,
    consent,
    figures: {
      recording_start: new Date(recording.start_ms),
      recording_seconds: recording.samples / recording.sampling_hz,
      ...recording.figures,
    },
    request_id: row.upload_id,
    now,
  });
  const { case_id } = ready;
  await tx.insert(recordings).values(recordingValues(recording, case_id, synthetic, now));
  const files = [...recording.files, ...extra_files];
  await tx.insert(caseFiles).values(
    files.map((file) => ({
      ...file,
      case_id,
      side: 'request',
      created_by: row.user_id,
      created_at: now,
    })),
  );
  await proveStored(tx, dependencies, recording);
  await requestAnalysis(tx, case_id);
  const request_code = row.with_request ? await requestFor(tx, dependencies, row, uploader, ready) : null;
  await endCheck(tx, row, { state: 'done', case_id, request_code }, now);
}

async function acceptUpload(
  dependencies: UploadDependencies,
  upload_id: string,
  recording: ReadRecording,
): Promise<void> {
  try {
    await transact(dependencies.db, async (tx) => {
      const row = await lockChecking(tx, upload_id);
      if (row !== null) await accept(tx, dependencies, row, recording);
    });
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    await refuseUpload(dependencies, upload_id, { code: fault.code, entry: null, parameters: {} });
  }
}

function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

async function readAndDecide(
  dependencies: UploadDependencies,
  row: UploadRow,
  signal: AbortSignal,
): Promise<void> {
  const zip_path = zipPath(dependencies, row.upload_id);
  await dependencies.disk?.bring(row.upload_id);
  if (!isThere(zip_path)) {
    if ((await folderId(dependencies.uploads_folder)) === null)
      throw new FileFault('files/away', 'the folder of uploads is not there');
    return refuseUpload(dependencies, row.upload_id, { code: 'upload/gone', entry: null, parameters: {} });
  }
  const { files_folder, limits } = dependencies;
  const { entries, expanded_bytes, ratio, disk_floor_bytes } = limits;
  const outcome = await readInThread(
    {
      zip_path,
      files_folder,
      hn_id: row.hn_id,
      limits: { entries, expanded_bytes, ratio, disk_floor_bytes },
    },
    signal,
  );
  await dependencies.files.announce();
  if (outcome.ok) return acceptUpload(dependencies, row.upload_id, outcome.recording);
  const { code, entry, parameters } = outcome;
  return refuseUpload(dependencies, row.upload_id, { code, entry, parameters });
}

async function readUpload({ db }: UploadDependencies, upload_id: string): Promise<UploadRow | undefined> {
  const [row] = await db.select().from(uploads).where(eq(uploads.upload_id, upload_id));
  return row;
}

/** Returns whether the zip needed more memory than its reader may use, in every attempt. */
function broughtReaderDown(fault: unknown): boolean {
  return fault instanceof ThreadLimitPassed && fault.limit === 'memory';
}

/** Checks an upload. The command line also runs this for zips that came another way. */
export async function checkUpload(
  dependencies: UploadDependencies,
  upload_id: string,
  { signal, is_last_attempt }: Pick<JobContext, 'signal' | 'is_last_attempt'>,
): Promise<void> {
  const row = await readUpload(dependencies, upload_id);
  if (row === undefined) return;
  try {
    if (row.state === 'checking') await readAndDecide(dependencies, row, signal);
  } catch (fault) {
    // Another run of the same job has decided meanwhile and removed the zip.
    if ((await readUpload(dependencies, upload_id))?.state !== 'checking') return;
    // A fault of the server never refuses a received upload: the job waits for its next attempt and at last for an
    // operator.
    if (is_last_attempt && !signal.aborted && broughtReaderDown(fault)) {
      await refuseUpload(dependencies, upload_id, { code: 'server/fault', entry: null, parameters: {} });
    }
    throw fault;
  }
  await removeZip(dependencies, upload_id);
}
