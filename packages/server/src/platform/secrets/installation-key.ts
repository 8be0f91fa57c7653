/**
 * A key of the installation that lies in the folder which all its processes share and never in its database, so that who
 * reads the database alone cannot make what it protects. Lost, it makes the codes and links void that are under way, and every second sign-in step.
 */
import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncFolder } from '../files/disk-place.ts';

const keyBytes = 32;

async function existing(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return null;
    throw fault;
  }
}

/** Several processes that start at once agree on one: the name is taken by a file that is whole. */
async function make(folder: string, file: string): Promise<void> {
  const begun = `${file}.${randomBytes(6).toString('hex')}`;
  await makeFolder(folder);
  await writeFile(begun, randomBytes(keyBytes), { mode: 0o600, flush: true });
  try {
    await link(begun, file);
    await syncFolder(folder);
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'EEXIST')) throw fault;
  } finally {
    await rm(begun, { force: true });
  }
}

export async function openInstallationKey(folder: string): Promise<Buffer> {
  const file = path.join(folder, '.installation-key');
  if ((await existing(file)) === null) await make(folder, file);
  const key = await existing(file);
  if (key?.length !== keyBytes) throw new Error(`${file} is not the installation’s key`);
  return key;
}
