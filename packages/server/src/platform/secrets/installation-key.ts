/**
 * Reads and creates the keys of the installation. They are in the folder shared by all its processes and never in its
 * database, so that read access to the database is not enough to forge what they protect. Without the installation's
 * key, all pending codes and links and all second factors are void.
 */
import { createECDH, randomBytes } from 'node:crypto';
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

/**
 * Creates the key file. Several processes that start at once agree on one key, because a complete file is linked to the
 * name.
 */
async function make(folder: string, file: string, bytes: Buffer): Promise<void> {
  const begun = `${file}.${randomBytes(6).toString('hex')}`;
  await makeFolder(folder);
  await writeFile(begun, bytes, { mode: 0o600, flush: true });
  try {
    await link(begun, file);
    await syncFolder(folder);
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'EEXIST')) throw fault;
  } finally {
    await rm(begun, { force: true });
  }
}

async function openKey(folder: string, name: string, fresh: () => Buffer): Promise<Buffer> {
  const file = path.join(folder, name);
  if ((await existing(file)) === null) await make(folder, file, fresh());
  const key = await existing(file);
  if (key?.length !== keyBytes) throw new Error(`${file} is not the installation’s key`);
  return key;
}

const [keyName, pushName] = ['.installation-key', '.push-key'];

export function openInstallationKey(folder: string): Promise<Buffer> {
  return openKey(folder, keyName, () => randomBytes(keyBytes));
}

export const hasInstallationKey = async (folder: string): Promise<boolean> =>
  (await existing(path.join(folder, keyName))) !== null;

/** Copies the keys that are in one folder into another; keys that are there stay. */
export async function copyKeys(from: string, to: string): Promise<void> {
  for (const name of [keyName, pushName]) {
    const key = await existing(path.join(from, name));
    if (key !== null) await make(to, path.join(to, name), key);
  }
}

/** Creates a private key of the curve P-256, because not every 32 bytes are a valid private key. */
function freshPushKey(): Buffer {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const key = pair.getPrivateKey();
  return Buffer.concat([Buffer.alloc(keyBytes - key.length), key]);
}

/**
 * Opens the key by which the push services of browsers identify this installation (VAPID). If it is lost, every browser
 * subscribes again when its page is opened next.
 */
export function openPushKey(folder: string): Promise<Buffer> {
  return openKey(folder, pushName, freshPushKey);
}
