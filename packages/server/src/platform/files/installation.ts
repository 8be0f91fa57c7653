/**
 * Ensures that the database and the folders of an installation belong together: all have the same id. A start with a
 * new or wrong database and a full folder, or with an empty or wrong folder and a full database, is refused before
 * anything is swept, refused or overwritten.
 *
 * Invariants: a folder gets the id only together with the database, at the first start of both. From then on a folder
 * without the id, or with another one, is refused by name. A database that names no files never accepts a folder that
 * contains files.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable } from '../db/database.ts';
import { installation } from '../db/schema/operations.ts';
import { transact } from '../db/transact.ts';
import { folderId, markFolder } from './folder-id.ts';

const pairingLock = 7_305_119;

export type InstallationFolder = {
  readonly path: string;
  /** Returns whether it contains nothing of an installation. */
  readonly isEmpty: () => Promise<boolean>;
};

class WrongFolder extends Error {
  readonly code = 'files/wrong-folder';
}

async function databaseId(db: Queryable): Promise<string | null> {
  const [row] = await db.select().from(installation);
  return row?.installation_id ?? null;
}

const namesRow = z.object({ names: z.boolean() });

/** Returns whether any row names a stored file or an upload in progress. */
async function namesFiles(db: Queryable): Promise<boolean> {
  const found =
    await db.execute(sql`select exists (select 1 from case_files) or exists (select 1 from recordings)
    or exists (select 1 from analyses) or exists (select 1 from uploads) as names`);
  return namesRow.parse(found.rows[0]).names;
}

const remedy = 'If they do belong together, say so with: npm run files -- adopt';

function refuseOthers(ids: ReadonlyMap<string, string | null>, wanted: string): void {
  for (const [folder, id] of ids) {
    if (id === wanted) continue;
    throw new WrongFolder(
      id === null
        ? `The folder ${folder} is not the one of this database (it does not carry its id). Is the right folder mounted there? ${remedy}`
        : `The folder ${folder} belongs to another database than the one that was given. ${remedy}`,
    );
  }
}

async function refuseFull(db: Queryable, folders: readonly InstallationFolder[]): Promise<void> {
  if (await namesFiles(db)) return;
  for (const { path: folder, isEmpty } of folders) {
    if (await isEmpty()) continue;
    throw new WrongFolder(
      `The database is empty, but the folder ${folder} holds files. Is it the right database, and was it restored? ${remedy}`,
    );
  }
}

/**
 * Checks that the database and the folders belong together. At the first start of both it marks them if `mayMark`, else
 * it returns false. Throws `WrongFolder`.
 */
export async function pairFolders(
  db: Db,
  folders: readonly InstallationFolder[],
  mayMark: boolean,
): Promise<boolean> {
  return transact(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${pairingLock})`);
    const known = await databaseId(tx);
    const ids = new Map<string, string | null>();
    for (const folder of folders) ids.set(folder.path, await folderId(folder.path));
    if (known !== null) {
      refuseOthers(ids, known);
      return true;
    }
    if (!mayMark) return false;
    await refuseFull(tx, folders);
    const marked = [...ids.values()].find((id) => id !== null) ?? null;
    const installation_id = marked ?? randomUUID();
    if (marked !== null && (await namesFiles(tx))) refuseOthers(ids, '');
    for (const [folder] of ids) await markFolder(folder, installation_id);
    await tx.insert(installation).values({ installation_id });
    return true;
  });
}

/** Declares that these folders belong to this database, whatever id they had before. Returns the id. */
export async function adoptFolders(db: Db, folders: readonly string[]): Promise<string> {
  return transact(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${pairingLock})`);
    const installation_id = (await databaseId(tx)) ?? randomUUID();
    for (const folder of folders) await markFolder(folder, installation_id);
    await tx.insert(installation).values({ installation_id }).onConflictDoNothing();
    return installation_id;
  });
}
