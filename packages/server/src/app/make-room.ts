/** Empties the place of a restore: what is there is moved aside, and only the keys of the installation stay. */
import { readdir, rename, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { BackupFault } from '../platform/backup/backup-manifest.ts';
import { isEmptyDatabase } from '../platform/backup/restore-backup.ts';
import type { Config } from '../platform/config/config.ts';
import { isMissing, makeFolder } from '../platform/files/disk-place.ts';
import { folderId } from '../platform/files/folder-id.ts';
import { findRunningEmbedded } from '../platform/postgres/embedded.ts';
import { copyKeys } from '../platform/secrets/installation-key.ts';
import { filesFolder } from './installation-folders.ts';

/** The folders of an installation, each with the path that is empty as long as nothing was stored. */
const parts = { postgres: 'postgres/data', files: 'files', uploads: 'uploads' } as const;

async function holds(place: string): Promise<boolean> {
  const names = await readdir(place).catch((fault: unknown) => {
    if (isMissing(fault)) return [];
    throw fault;
  });
  return names.length > 0;
}

/** Moves all or nothing, for example if one of them is a disk of its own. */
async function moveAll(names: readonly string[], from: string, to: string): Promise<void> {
  const moved: string[] = [];
  try {
    for (const name of names) {
      await rename(path.join(from, name), path.join(to, name));
      moved.push(name);
    }
  } catch (fault) {
    for (const name of moved) await rename(path.join(to, name), path.join(from, name));
    throw fault;
  }
}

/** Moves existing files aside into a new folder; nothing is deleted. Returns that folder. */
async function moveAside(dataDir: string, names: readonly string[], now: Date): Promise<string> {
  const aside = path.join(dataDir, `before-restore-${now.toISOString().replaceAll(':', '-')}`);
  await makeFolder(aside);
  await moveAll(names, dataDir, aside).catch(async (fault: unknown) => {
    await rmdir(aside);
    throw fault;
  });
  return aside;
}

/**
 * Copies the keys of the installation back, because no backup contains them and the rows of the backup are sealed with them.
 * An interrupted restore has left a folder without an id.
 */
async function keepKeys(dataDir: string, aside: string, installation_id: string): Promise<void> {
  const before = filesFolder(aside);
  const id = await folderId(before);
  if (id === null || id === installation_id) await copyKeys(before, filesFolder(dataDir));
}

/** Ensures that the place of a restore is empty. Returns where its previous content is; null if there was none. */
export async function makeRoom(
  config: Config,
  replace: boolean,
  installation_id: string,
): Promise<string | null> {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR } = config;
  if (DATABASE_URL === undefined && (await findRunningEmbedded(DATA_DIR)) !== null) {
    throw new BackupFault('backup/place', `A server runs on ${DATA_DIR}. Stop it first.`);
  }
  const url = DATABASE_OWNER_URL ?? DATABASE_URL;
  if (url !== undefined && !(await isEmptyDatabase({ connectionString: url }))) {
    throw new BackupFault(
      'backup/place',
      'The database is not empty. Create a new one and set DATABASE_URL to it.',
    );
  }
  const found: string[] = [];
  for (const [name, kept] of Object.entries(parts)) {
    if (await holds(path.join(DATA_DIR, kept))) found.push(name);
  }
  if (found.length === 0) return null;
  if (!replace) {
    throw new BackupFault(
      'backup/place',
      `${DATA_DIR} already contains ${found.join(', ')}. Set DATA_DIR to an empty folder, or add --replace to move them away.`,
    );
  }
  const aside = await moveAside(DATA_DIR, found, new Date());
  await keepKeys(DATA_DIR, aside, installation_id);
  return aside;
}
