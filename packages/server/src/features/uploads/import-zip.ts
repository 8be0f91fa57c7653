/**
 * Imports a zip that is already on this machine. It is handled like one that was sent: a row, disk space, the check.
 */
import { randomBytes } from 'node:crypto';
import { copyFile, open, stat } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { uploads } from '../../platform/db/schema/recordings.ts';
import { checkUpload } from './check-upload.ts';
import { settleUpload } from './receive-bytes.ts';
import { hnIdOf, type StoredMetadata } from './upload-metadata.ts';
import { zipPath, type UploadRow } from './upload-record.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

type BroughtZip = {
  readonly zip_path: string;
  readonly filename: string;
  readonly hn_id: string;
  readonly hospital_id: number;
  readonly user_id: number;
  readonly user_group_id: number;
  readonly metadata: StoredMetadata;
};

/** Copies the zip in and queues its check. Returns the upload's id. */
async function importZip(dependencies: UploadDependencies, brought: BroughtZip): Promise<string> {
  const { zip_path, ...row } = brought;
  const upload_id = randomBytes(16).toString('hex');
  const now = dependencies.clock.now();
  const { size } = await stat(zip_path);
  await dependencies.db.insert(uploads).values({
    ...row,
    hn_id: hnIdOf(row.hn_id),
    upload_id,
    size_bytes: size,
    capability_hash: randomBytes(32),
    capability_expires_at: new Date(now.getTime() + 3_600_000),
    created_at: now,
    updated_at: now,
    ...dependencies.disk?.place,
  });
  const place = zipPath(dependencies, upload_id);
  await (await open(place, 'w', 0o600)).close();
  await copyFile(zip_path, place);
  await settleUpload(dependencies, upload_id);
  return upload_id;
}

/** Imports a zip and reads it at once in this process; the queued check then finds nothing left to do. */
export async function importAndRead(
  dependencies: UploadDependencies,
  brought: BroughtZip,
): Promise<UploadRow> {
  const upload_id = await importZip(dependencies, brought);
  await checkUpload(dependencies, upload_id, { signal: new AbortController().signal, is_last_attempt: true });
  const [row] = await dependencies.db.select().from(uploads).where(eq(uploads.upload_id, upload_id));
  if (row === undefined) throw new Error('the upload has gone');
  return row;
}
