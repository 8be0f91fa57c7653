/**
 * Runs the commands `backup` and `restore` on the installation in the settings, and checks that the target is empty.
 */
import path from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import { BackupFault, type Manifest } from '../platform/backup/backup-manifest.ts';
import { refuseNewer, restoreBackup } from '../platform/backup/restore-backup.ts';
import { verifyBackup } from '../platform/backup/verify-backup.ts';
import type { BackupReader, BackupWriter } from '../platform/backup/backup-place.ts';
import { folderReader, folderWriter } from '../platform/backup/folder-backup.ts';
import { removeBackups } from '../platform/backup/remove-backups.ts';
import { refuseOtherTables, writeBackup, type Progress } from '../platform/backup/write-backup.ts';
import type { Config } from '../platform/config/config.ts';
import type { ConnectionSettings } from '../platform/db/database.ts';
import { readMigrations } from '../platform/db/migrate.ts';
import type { Log } from '../platform/log/log.ts';
import { findRunningEmbedded, startEmbedded } from '../platform/postgres/embedded.ts';
import { appRole } from '../platform/postgres/roles.ts';
import { hasInstallationKey } from '../platform/secrets/installation-key.ts';
import { recordBackup, recordVerification } from '../platform/backup/backup-rows.ts';
import { backupsAt, isBucket, withBackups } from './bucket-backups.ts';
import { filesFolder, uploadsFolder } from './installation-folders.ts';
import { makeRoom } from './make-room.ts';
import { requireInstallation } from './require-installation.ts';

type Opened = {
  readonly owner: ConnectionSettings;
  readonly app_role: string;
  readonly close: () => Promise<void>;
};

const roleRow = z.object({ name: z.string() });

async function roleOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return roleRow.parse((await client.query('select current_user as name')).rows[0]).name;
  } finally {
    await client.end();
  }
}

/**
 * Opens the database of the settings as the role that owns the tables. The tables are not migrated. With `mayJoin` it
 * must exist already.
 */
export async function openOwner(
  { DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR }: Config,
  log: Log,
  mayJoin: boolean,
): Promise<Opened> {
  if (DATABASE_URL !== undefined) {
    const owner = { connectionString: DATABASE_OWNER_URL ?? DATABASE_URL };
    return { owner, app_role: await roleOf(DATABASE_URL), close: () => Promise.resolve() };
  }
  if (mayJoin) await requireInstallation({ DATABASE_URL, DATA_DIR });
  const running = mayJoin ? await findRunningEmbedded(DATA_DIR) : null;
  if (running !== null) return { owner: running.owner, app_role: appRole, close: () => Promise.resolve() };
  const started = await startEmbedded({ dataDir: DATA_DIR, log });
  return { owner: started.connections.owner, app_role: appRole, close: () => started.stop() };
}

export type BackupOptions = {
  /** Folder of an earlier backup, whose stored files are linked instead of copied. */
  readonly since?: string | undefined;
  readonly onProgress?: Progress | undefined;
};

/** Makes a backup in a new folder, or beside earlier ones in a bucket. */
export async function backUp(
  config: Config,
  target: string,
  log: Log,
  { since, onProgress }: BackupOptions = {},
): Promise<Manifest> {
  if (since !== undefined && isBucket(target))
    throw new BackupFault(
      'backup/place',
      'A backup in a bucket shares the files of all earlier ones; leave out --since.',
    );
  const { owner, close } = await openOwner(config, log, true);
  try {
    const source = {
      owner,
      files_folder: filesFolder(config.DATA_DIR),
      uploads_folder: uploadsFolder(config.DATA_DIR),
      migrations: await readMigrations(),
    };
    // A release that refuses leaves no folder, so that another one can take it.
    await refuseOtherTables(source);
    const write = async (writer: BackupWriter): Promise<Manifest> => {
      try {
        return await writeBackup(source, writer, onProgress);
      } finally {
        await writer.close();
      }
    };
    const manifest = isBucket(target)
      ? await withBackups(config, target, owner, async (backups, requireLock) => {
          const began = new Date().toISOString().replaceAll(':', '-');
          return write(await backups.writer(began, requireLock));
        })
      : await write(
          await folderWriter(path.resolve(target), since === undefined ? undefined : path.resolve(since)),
        );
    await recordBackup(owner, { place: placeOf(target), manifest }).catch((fault: unknown) =>
      log.warn({ err: fault }, 'the backup is complete, but was not recorded'),
    );
    return manifest;
  } finally {
    await close();
  }
}

const placeOf = (target: string): string => (isBucket(target) ? target : path.resolve(target));

/** Returns the database if it runs; a verification starts none. */
async function runningOwner(config: Config): Promise<ConnectionSettings | null> {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR } = config;
  if (DATABASE_URL !== undefined) return { connectionString: DATABASE_OWNER_URL ?? DATABASE_URL };
  return (await findRunningEmbedded(DATA_DIR))?.owner ?? null;
}

/**
 * Verifies a backup, and records the result if it is one of the running installation of the settings. A backup can also
 * be verified where there is no installation.
 */
export async function verifyAndRecord(config: Config, place: string, log: Log, name?: string) {
  const backup = await openBackup(config, place, name);
  try {
    const verdict = await verifyBackup(backup);
    const owner = await runningOwner(config).catch(() => null);
    const made = { place: placeOf(place), manifest: verdict.manifest };
    const isRecorded =
      owner !== null &&
      (await recordVerification(owner, made, verdict.faults.length).catch((fault: unknown) => {
        log.warn({ err: fault }, 'the verification was not recorded');
        return false;
      }));
    return { ...verdict, isRecorded };
  } finally {
    await backup.close();
  }
}

/** Removes all but the newest backups from a bucket. */
export async function removeOldBackups(config: Config, target: string, keep: number, log: Log) {
  const { owner, close } = await openOwner(config, log, true);
  try {
    return await withBackups(config, target, owner, (backups, requireLock) =>
      removeBackups(backups, keep, requireLock),
    );
  } finally {
    await close();
  }
}

/** Opens a backup in a folder, or one in a bucket: the one of this name or the newest. */
export function openBackup(config: Config, place: string, name?: string): Promise<BackupReader> {
  if (!isBucket(place)) return Promise.resolve(folderReader(path.resolve(place)));
  return backupsAt(config, place).reader(name);
}

export type Restored = {
  readonly manifest: Manifest;
  /** Where the files that were moved aside are now. */
  readonly aside: string | null;
  /** Whether the folder of files has the installation's key, which no backup contains. */
  readonly has_key: boolean;
};

/** Verifies the whole backup before anything is written; one in a bucket without its stored files, which are verified as they are written. */
export async function restore(
  config: Config,
  backup: BackupReader,
  {
    replace,
    log,
    onProgress,
  }: { readonly replace: boolean; readonly log: Log; readonly onProgress?: Progress },
): Promise<Restored> {
  const { manifest, faults } = await verifyBackup(backup, { withoutFiles: backup.isRemote });
  if (faults.length > 0) {
    const named = faults.slice(0, 5).map(({ name, fault }) => `${name} ${fault}`);
    throw new BackupFault('backup/damaged', `The backup is not intact: ${named.join(', ')}.`);
  }
  await refuseNewer(manifest);
  const aside = await makeRoom(config, replace, manifest.installation_id);
  const { owner, app_role, close } = await openOwner(config, log, false);
  try {
    const target = {
      owner,
      app_role,
      files_folder: filesFolder(config.DATA_DIR),
      uploads_folder: uploadsFolder(config.DATA_DIR),
    };
    await restoreBackup(backup, manifest, target, onProgress);
  } finally {
    await close();
  }
  return { manifest, aside, has_key: await hasInstallationKey(filesFolder(config.DATA_DIR)) };
}
