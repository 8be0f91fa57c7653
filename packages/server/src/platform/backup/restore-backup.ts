/**
 * Restores a backup into an empty installation: stored files and waiting uploads first, then the rows. An interrupted
 * restore therefore leaves an empty database and full folders, which every start refuses. Tables are created in the
 * state in which the backup was made, loaded, and then migrated to what this program needs.
 */
import path from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import type { ConnectionSettings } from '../db/database.ts';
import { openDb, openPool } from '../db/database.ts';
import { makeTables, migrate, outstanding, readMigrations } from '../db/migrate.ts';
import { makeFolder } from '../files/disk-place.ts';
import { openDiskStore } from '../files/disk-store.ts';
import { writeFrom } from '../files/file-store.ts';
import { adoptFolders } from '../files/installation.ts';
import { BackupFault, storedFile, uploadFile, type Manifest } from './backup-manifest.ts';
import type { BackupReader } from './backup-place.ts';
import { writeFile } from './hashed-file.ts';
import { loadTables } from './load-tables.ts';
import { storedNames } from './verify-backup.ts';
import type { Progress } from './write-backup.ts';

export type RestoreTarget = {
  readonly owner: ConnectionSettings;
  /** The role with which the application connects. */
  readonly app_role: string;
  readonly files_folder: string;
  readonly uploads_folder: string;
};

/** Throws if the program is older than the backup, whose rows may have columns that it does not know. */
export async function refuseNewer({ migrations }: Manifest): Promise<void> {
  const files = await readMigrations();
  try {
    outstanding(
      files,
      migrations.map((each) => ({ ...each, works_from: Infinity })),
    );
  } catch (fault) {
    const words = fault instanceof Error ? fault.message : '';
    throw new BackupFault('backup/release', `This program cannot read the backup. ${words}`);
  }
}

const chunkShape = z.instanceof(Uint8Array);

async function* chunksOf(backup: BackupReader, name: string): AsyncGenerator<Uint8Array, undefined> {
  const source = await backup.read(name);
  if (source === null) throw new BackupFault('backup/damaged', `${name} of ${backup.words} is missing.`);
  for await (const chunk of source) yield chunkShape.parse(chunk);
}

/** Writes each file under the name of its bytes, so that a damaged one never gets the name of the right one. */
async function restoreFiles(backup: BackupReader, target: string, onProgress: Progress): Promise<void> {
  const store = await openDiskStore(target);
  const names = storedNames(backup);
  let [files, bytes] = [0, 0];
  const restoreNext = async (): Promise<void> => {
    for (let next = await names.next(); next.done !== true; next = await names.next()) {
      const name = storedFile(next.value);
      const written = await writeFrom(store, chunksOf(backup, name));
      if (written.sha256 !== next.value) throw new BackupFault('backup/damaged', `${name} is damaged.`);
      files += 1;
      bytes += written.bytes;
      onProgress({ files, bytes });
    }
  };
  try {
    await Promise.all(Array.from({ length: backup.atOnce }, restoreNext));
  } finally {
    await store.close();
  }
}

async function restoreUploads(backup: BackupReader, target: string, ids: readonly string[]): Promise<void> {
  await makeFolder(target);
  for (const upload_id of ids)
    await writeFile(path.join(target, upload_id), chunksOf(backup, uploadFile(upload_id)));
}

async function restoreRows(backup: BackupReader, { owner, app_role }: RestoreTarget, manifest: Manifest) {
  const client = new Client({ ...owner, application_name: 'rhythmdesk restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const files = await readMigrations();
    await makeTables(client, owner, files.slice(0, manifest.migrations.length));
    await loadTables(client, backup, manifest);
    await client.query('analyze');
  } finally {
    await client.end();
  }
  await migrate({ owner, appRole: app_role });
}

const namesShape = z.array(z.object({ name: z.string() }));
const rowShape = z.object({ has_row: z.boolean() });

/** Tables that migrations or a start fill before any user works. */
const filledBeforeWork = ['schema_migration', 'file_scrub', 'audit_heads', 'scope_keys'];

/**
 * Returns whether no table of the product contains a row. The tables themselves may exist, as after an interrupted
 * restore.
 */
export async function isEmptyDatabase(owner: ConnectionSettings): Promise<boolean> {
  const client = new Client(owner);
  await client.connect();
  try {
    const tables = await client.query(
      `select quote_ident(relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> all ($1)`,
      [filledBeforeWork],
    );
    for (const { name } of namesShape.parse(tables.rows)) {
      const { rows } = await client.query(`select exists (select 1 from public.${name}) as has_row`);
      if (rowShape.parse(rows[0]).has_row) return false;
    }
    return true;
  } finally {
    await client.end();
  }
}

/** Restores the backup. The target must be empty and the backup verified. */
export async function restoreBackup(
  backup: BackupReader,
  manifest: Manifest,
  target: RestoreTarget,
  onProgress: Progress = () => undefined,
): Promise<void> {
  await restoreFiles(backup, target.files_folder, onProgress);
  await restoreUploads(backup, target.uploads_folder, manifest.uploads);
  await restoreRows(backup, target, manifest);
  const pool = openPool(target.owner, () => undefined, { connections: 1, rows: 'everything' });
  try {
    // The zips of open uploads are on this disk now.
    await pool.query(
      `update uploads set disk = null, disk_name = null, bucket_parts = '[]' where disk is not null`,
    );
    await adoptFolders(openDb(pool), [target.files_folder, target.uploads_folder]);
  } finally {
    await pool.end();
  }
}
