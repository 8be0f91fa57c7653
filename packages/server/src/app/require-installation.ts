/**
 * Refuses a command where there is no installation. Without this, a forgotten `DATA_DIR` would make a new, empty one, and
 * the command would say that nothing is wrong with it.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../platform/config/config.ts';
import { WrongDatabase } from '../platform/db/database.ts';
import { isMissing } from '../platform/files/disk-place.ts';
import { databaseFolder } from './installation-folders.ts';

/** Throws `WrongDatabase` if the settings name no database and their folder has none. */
export async function requireInstallation({
  DATABASE_URL,
  DATA_DIR,
}: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): Promise<void> {
  if (DATABASE_URL !== undefined) return;
  await stat(path.join(databaseFolder(DATA_DIR), 'data', 'PG_VERSION')).catch((fault: unknown) => {
    if (!isMissing(fault)) throw fault;
    throw new WrongDatabase(
      `There is no installation in ${DATA_DIR}. Use the settings of the server, above all its DATA_DIR or DATABASE_URL.`,
    );
  });
}
