/** Opens what uploads need: folders, limits, and the request of a case by the cases feature. */
import { mkdir } from 'node:fs/promises';

import { requestIfAllowed } from '../features/cases/act-many.ts';
import type { UploadDependencies } from '../features/uploads/upload-dependencies.ts';
import { uploadDisk } from '../features/uploads/upload-disk.ts';
import { systemChance } from '../platform/chance/chance.ts';
import { basePathOf } from '../platform/config/site-address.ts';
import { watchFolders } from '../platform/files/folder-state.ts';
import { freeBytesAt } from '../platform/files/free-bytes.ts';
import { databaseFolder, uploadsFolder } from './installation-folders.ts';
import type { Tiers } from './open-files.ts';
import type { Platform } from './open-platform.ts';

const mb = 1024 ** 2;
/** A part is in memory while it is sent. */
const partBytes = 16 * mb;
/** Whoever sends no part for this long has ended, or cannot reach the bucket. */
const idleMs = 5_000;

const diskOf = ({ parts: { bucket, rows } }: Tiers) => ({
  ...{ disk: rows.node, disk_name: rows.node_name, bucket, partBytes, idleMs },
});

export async function openUploads({
  db,
  files,
  files_folder,
  tiers,
  locks,
  clock,
  log,
  config,
}: Platform): Promise<UploadDependencies> {
  const uploads_folder = uploadsFolder(config.DATA_DIR);
  await mkdir(uploads_folder, { recursive: true, mode: 0o700 });
  const database = config.DATABASE_URL === undefined ? [databaseFolder(config.DATA_DIR)] : [];
  const disks = [uploads_folder, ...database];
  return {
    db,
    files,
    freeBytes: async () => Math.min(await files.freeBytes(), await freeBytesAt(disks)),
    folderState: await watchFolders([files_folder, uploads_folder]),
    files_folder,
    uploads_folder,
    disk: tiers === null ? null : uploadDisk({ db, log, folder: uploads_folder, ...diskOf(tiers) }),
    locks,
    clock,
    log,
    base_path: basePathOf(config.PUBLIC_URL),
    limits: {
      zip_bytes: config.UPLOAD_ZIP_BYTES,
      expanded_bytes: config.UPLOAD_EXPANDED_BYTES,
      entries: config.UPLOAD_ENTRIES,
      ratio: config.UPLOAD_RATIO,
      disk_floor_bytes: config.DISK_FLOOR_BYTES,
      open_per_user: config.UPLOAD_OPEN_PER_USER,
      open_bytes_per_group: config.UPLOAD_OPEN_BYTES_PER_GROUP,
    },
    requestCase: (tx, { case_id, version }, request) =>
      requestIfAllowed(
        tx,
        { case_id, version },
        {
          ...request,
          billing_time_zone: config.BILLING_TIME_ZONE,
          chance: systemChance(),
          password: 'absent',
        },
      ),
  };
}
