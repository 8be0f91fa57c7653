/**
 * Opens the bucket of backups that a command names, and lets one process at a time change it: a lock in the
 * installation's database, which a killed process releases.
 */
import { z } from 'zod';
import { BackupFault } from '../platform/backup/backup-manifest.ts';
import { BackupsInBucket } from '../platform/backup/bucket-backup.ts';
import type { Config } from '../platform/config/config.ts';
import type { ConnectionSettings } from '../platform/db/database.ts';
import { sessionLocks } from '../platform/db/session-locks.ts';
import { bucketOf } from '../platform/files/bucket-place.ts';
import { folderId } from '../platform/files/folder-id.ts';
import { filesFolder } from './installation-folders.ts';

const urlShape = z.url({ protocol: /^s3$/, hostname: /./ });

export const isBucket = (place: string): boolean => place.startsWith('s3://');

export function backupsAt(config: Config, url: string): BackupsInBucket {
  if (!urlShape.safeParse(url).success)
    throw new BackupFault('backup/place', `${url} is not s3://bucket/prefix.`);
  return new BackupsInBucket({
    ...bucketOf(url),
    endpoint: config.BACKUP_ENDPOINT ?? null,
    region: config.BACKUP_REGION,
    profile: config.BACKUP_PROFILE,
  });
}

type BackupWork<Result> = (backups: BackupsInBucket, requireLock: () => void) => Promise<Result>;

/** Runs work that adds or removes backups of this installation, while no other process does. */
export async function withBackups<Result>(
  config: Config,
  url: string,
  owner: ConnectionSettings,
  work: BackupWork<Result>,
): Promise<Result> {
  const backups = backupsAt(config, url);
  const installation_id = await folderId(filesFolder(config.DATA_DIR));
  if (installation_id === null)
    throw new BackupFault('backup/place', `${config.DATA_DIR} holds no installation.`);
  const held = { isLost: false };
  const locks = sessionLocks(owner, () => undefined);
  try {
    const lock = await locks.take(`backups in ${backups.words}`, () => (held.isLost = true));
    if (lock === null)
      throw new BackupFault('backup/busy', `Another command works on the backups in ${backups.words}.`);
    await backups.pair(installation_id);
    return await work(backups, () => {
      if (held.isLost)
        throw new BackupFault('backup/busy', 'The database was away. Repeat the command: it continues.');
    });
  } finally {
    await locks.close();
    await backups.bucket.close();
  }
}
