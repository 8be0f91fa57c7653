/**
 * Cleans up uploads after restarts and over time: received uploads that were not queued, abandoned ones, and old
 * signals.
 */
import { finishedStatus } from '@rhythmdesk/domain/case/status';
import { readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { and, eq, gt, inArray, isNull, lt, not, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { caseFiles, cases } from '../../platform/db/schema/cases.ts';
import { recordings, uploads } from '../../platform/db/schema/recordings.ts';
import { transact } from '../../platform/db/transact.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { settleUpload } from './receive-bytes.ts';
import { isUploadId } from './upload-id.ts';
import { cancelAbandoned, removeZip, zipPath } from './upload-record.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

const dayMs = 24 * 3_600_000;

const takenAtOnce = 500;

/** Queues the check of uploads whose last byte came just before their server died. */
async function settleReceived(dependencies: UploadDependencies): Promise<void> {
  for (let last = ''; ;) {
    const rows = await dependencies.db
      .select({ upload_id: uploads.upload_id, size_bytes: uploads.size_bytes })
      .from(uploads)
      .where(and(eq(uploads.state, 'receiving'), gt(uploads.upload_id, last), dependencies.disk?.isHere))
      .orderBy(uploads.upload_id)
      .limit(takenAtOnce);
    const isWhole = await Promise.all(
      rows.map(async ({ upload_id, size_bytes }) => {
        const found = await stat(zipPath(dependencies, upload_id)).catch(() => null);
        return found?.size === size_bytes;
      }),
    );
    for (const [at, { upload_id }] of rows.entries()) {
      if (isWhole[at] === true) await settleUpload(dependencies, upload_id);
    }
    if (rows.length < takenAtOnce) return;
    last = rows.at(-1)?.upload_id ?? last;
  }
}

/** A job that was given up also counts as a job: it waits for an operator. */
const hasJob = sql`exists (select 1 from graphile_worker.jobs j where j.key = 'check-upload:' || ${uploads.upload_id})`;

/**
 * Queues a job for every upload that is being checked but has none, and queues received uploads that were not queued.
 * Running it twice, or on two nodes at once, changes nothing more.
 */
export async function resumeUploads(dependencies: UploadDependencies): Promise<void> {
  await settleReceived(dependencies);
  await dependencies.disk?.tidy();
  for (let taken = takenAtOnce; taken === takenAtOnce;) {
    taken = await transact(dependencies.db, async (tx) => {
      const rows = await tx
        .select({ upload_id: uploads.upload_id })
        .from(uploads)
        .where(and(eq(uploads.state, 'checking'), not(hasJob)))
        .limit(takenAtOnce);
      for (const { upload_id } of rows) await enqueue(tx, 'check-upload', { upload_id }, { key: upload_id });
      return rows.length;
    });
  }
}

/**
 * Ends abandoned uploads, deletes the patient data of uploads cancelled long ago (their line in the history stays), and
 * removes zips without an open upload.
 */
export async function sweepUploads(dependencies: UploadDependencies, patientKeptDays: number): Promise<void> {
  const now = dependencies.clock.now();
  const left = await dependencies.db
    .select({ upload_id: uploads.upload_id })
    .from(uploads)
    .where(and(eq(uploads.state, 'receiving'), lt(uploads.capability_expires_at, now)));
  for (const { upload_id } of left) {
    if (await cancelAbandoned(dependencies, upload_id)) await removeZip(dependencies, upload_id);
  }
  const oldest = new Date(now.getTime() - patientKeptDays * dayMs);
  await dependencies.db
    .update(uploads)
    .set({ metadata: {} })
    .where(
      and(
        eq(uploads.state, 'cancelled'),
        lt(uploads.created_at, oldest),
        sql`${uploads.metadata} <> '{}'::jsonb`,
      ),
    );
  await removeStray(dependencies, now.getTime() - dayMs);
  await dependencies.disk?.sweep();
}

async function removeStray(dependencies: UploadDependencies, olderThanMs: number): Promise<void> {
  const names = (await readdir(dependencies.uploads_folder)).filter(isUploadId);
  for (const name of names) {
    const file = path.join(dependencies.uploads_folder, name);
    const found = await stat(file).catch(() => null);
    if (found === null || found.mtimeMs > olderThanMs) continue;
    const open = await dependencies.db
      .select({ upload_id: uploads.upload_id })
      .from(uploads)
      .where(and(eq(uploads.upload_id, name), inArray(uploads.state, ['receiving', 'checking'])));
    if (open.length === 0) await unlink(file);
  }
}

const batchSize = 500;

/**
 * Marks the next signals of completed cases. A case that somebody changes at the moment, such as to edit it again, is left
 * for the next sweep.
 */
async function retireSome(tx: Tx, before: Date, now: Date): Promise<number> {
  const isDue = and(eq(cases.status, finishedStatus), lt(cases.confirmed_date, before));
  const due = await tx
    .select({ case_id: recordings.case_id })
    .from(recordings)
    .innerJoin(cases, eq(cases.case_id, recordings.case_id))
    .where(and(isNull(recordings.purged_at), isDue))
    .orderBy(sql`${cases.confirmed_date}`)
    .limit(batchSize)
    .for('no key update', { of: cases, skipLocked: true });
  const ids = due.map(({ case_id }) => case_id);
  if (ids.length === 0) return 0;
  await tx.update(recordings).set({ purged_at: now }).where(inArray(recordings.case_id, ids));
  await tx
    .update(caseFiles)
    .set({ purged_at: now })
    .where(and(inArray(caseFiles.case_id, ids), inArray(caseFiles.kind, ['signal', 'view'])));
  return ids.length;
}

/**
 * Marks the signal of completed cases as past its retention; the file sweep then removes the bytes. Report, summary and
 * history stay. 0 days keeps everything. Returns the number of recordings marked.
 */
export async function retireSignals({ db, clock }: UploadDependencies, keptDays: number): Promise<number> {
  if (keptDays === 0) return 0;
  const now = clock.now();
  const before = new Date(now.getTime() - keptDays * dayMs);
  for (let retired = 0; ;) {
    const some = await transact(db, (tx) => retireSome(tx, before, now));
    retired += some;
    if (some < batchSize) return retired;
  }
}
