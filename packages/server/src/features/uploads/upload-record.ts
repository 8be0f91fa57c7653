/**
 * Contains the row of an upload and its state changes: receiving → checking → done or refused; cancelled from the first
 * two.
 *
 * Invariants: every change of state is one guarded update in one transaction with its consequences (the job, the case,
 * the notification, the live event), so a repeated or late step changes nothing. A case that waits for the recording
 * has one unit of `job_count` while its upload is being checked.
 */
import { unlink } from 'node:fs/promises';
import path from 'node:path';
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import { notificationTable } from '@rhythmdesk/domain/notice/notifications';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { uploads } from '../../platform/db/schema/recordings.ts';
import { transact } from '../../platform/db/transact.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { publish } from '../../platform/live/publish.ts';
import { changeWork } from '../../records/cases/save-case.ts';
import { insertNotifications } from '../../records/notices/insert-notifications.ts';
import { leftCode } from './history-detail.ts';
import type { RefusalFacts } from './upload-refusal.ts';
import type { UploadDependencies } from './upload-dependencies.ts';
import { isUploadId } from './upload-id.ts';
import { waitingCase } from './receive-recording.ts';

export type UploadRow = typeof uploads.$inferSelect;

export function zipPath(
  { uploads_folder }: Pick<UploadDependencies, 'uploads_folder'>,
  upload_id: string,
): string {
  if (!isUploadId(upload_id)) throw new Error('not the id of an upload');
  return path.join(uploads_folder, upload_id);
}

export async function removeZip(dependencies: UploadDependencies, upload_id: string): Promise<void> {
  dependencies.disk?.drop(upload_id);
  await unlink(zipPath(dependencies, upload_id)).catch((fault: unknown) => {
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'ENOENT')) throw fault;
  });
}

async function caseInWait(tx: Tx, row: UploadRow): Promise<number | null> {
  try {
    return (await waitingCase(tx, row.hn_id, row.hospital_id))?.case_id ?? null;
  } catch (fault) {
    if (fault instanceof Refusal) return null;
    throw fault;
  }
}

/** Queues the check and changes the state once the last byte is stored durably. */
export async function beginCheck(dependencies: UploadDependencies, upload_id: string): Promise<boolean> {
  return transact(dependencies.db, async (tx) => {
    const [row] = await tx
      .update(uploads)
      .set({
        state: 'checking',
        received_bytes: sql`${uploads.size_bytes}`,
        updated_at: dependencies.clock.now(),
      })
      .where(and(eq(uploads.upload_id, upload_id), eq(uploads.state, 'receiving'), dependencies.disk?.isHere))
      .returning();
    if (row === undefined) return false;
    const case_id = await caseInWait(tx, row);
    if (case_id !== null) {
      await tx.update(uploads).set({ case_id }).where(eq(uploads.upload_id, upload_id));
      await changeWork(tx, case_id, 1);
    }
    await enqueue(tx, 'check-upload', { upload_id }, { key: upload_id });
    await publish(tx, { type: 'upload', upload_id });
    return true;
  });
}

/** Locks and returns the row while it is being checked; null once another run or the user was faster. */
export async function lockChecking(tx: Tx, upload_id: string): Promise<UploadRow | null> {
  const [row] = await tx
    .select()
    .from(uploads)
    .where(and(eq(uploads.upload_id, upload_id), eq(uploads.state, 'checking')))
    .for('update');
  return row ?? null;
}

/** Ends the check: the state, its related fields, and the case's unit of work. */
export async function endCheck(
  tx: Tx,
  row: UploadRow,
  end: Partial<typeof uploads.$inferInsert> & { state: 'done' | 'refused' | 'cancelled' },
  now: Date,
): Promise<void> {
  const { upload_id, case_id } = row;
  if (row.state === 'checking' && case_id !== null) await changeWork(tx, case_id, -1);
  await tx
    .update(uploads)
    .set({ case_id: null, ...end, updated_at: now, finished_at: now })
    .where(eq(uploads.upload_id, upload_id));
  await publish(tx, { type: 'upload', upload_id });
}

export type Against = {
  readonly code: RefusalCode;
  readonly entry: string | null;
  readonly parameters: RefusalFacts;
};

/** Ends the upload as refused and notifies its user of the reason. */
export async function refuseUpload(
  dependencies: UploadDependencies,
  upload_id: string,
  against: Against,
): Promise<void> {
  await transact(dependencies.db, async (tx) => {
    const row = await lockChecking(tx, upload_id);
    if (row === null) return;
    const now = dependencies.clock.now();
    await endCheck(tx, row, { state: 'refused', ...against }, now);
    await insertNotifications(tx, [
      {
        user_id: row.user_id,
        code: 'upload-refused',
        category: notificationTable['upload-refused'].category,
        parameters: { filename: row.filename, refusal_code: against.code },
        create_time: now,
      },
    ]);
  });
}

async function cancel(
  { db, clock }: UploadDependencies,
  upload_id: string,
  {
    from,
    code,
  }: { readonly from: readonly ('receiving' | 'checking')[]; readonly code: typeof leftCode | null },
): Promise<boolean> {
  return transact(db, async (tx) => {
    const [row] = await tx
      .select()
      .from(uploads)
      .where(and(eq(uploads.upload_id, upload_id), inArray(uploads.state, [...from])))
      .for('update');
    if (row !== undefined) await endCheck(tx, row, { state: 'cancelled', code }, clock.now());
    return row !== undefined;
  });
}

/** Cancels an upload that its user gave up. */
export async function cancelUpload(dependencies: UploadDependencies, upload_id: string): Promise<void> {
  await cancel(dependencies, upload_id, { from: ['receiving', 'checking'], code: null });
}

/**
 * Cancels an upload that was abandoned for longer than its capability is valid. Returns false if its last byte has
 * arrived meanwhile, so that it is being checked.
 */
export const cancelAbandoned = (dependencies: UploadDependencies, upload_id: string): Promise<boolean> =>
  cancel(dependencies, upload_id, { from: ['receiving'], code: leftCode });
