/** Names the folders that all processes of an installation share, and checks that they belong to its database. */
import { access, constants, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../platform/config/config.ts';
import { WrongSettingFile } from '../platform/config/setting-file.ts';
import type { Db } from '../platform/db/database.ts';
import { isMissing, isPart } from '../platform/files/disk-place.ts';
import { pairFolders, type InstallationFolder } from '../platform/files/installation.ts';

const retryMs = 500;

export const filesFolder = (dataDir: string): string => path.join(dataDir, 'files');
export const databaseFolder = (dataDir: string): string => path.join(dataDir, 'postgres');
export const anchorFile = ({
  DATA_DIR,
  HISTORY_ANCHOR_FILE,
}: Pick<Config, 'DATA_DIR' | 'HISTORY_ANCHOR_FILE'>): string =>
  HISTORY_ANCHOR_FILE ?? path.join(DATA_DIR, 'history-anchors.jsonl');
const unusable = (why: string, folder: string): WrongSettingFile =>
  new WrongSettingFile(`The folder of HISTORY_ANCHOR_FILE ${why}: ${folder}.`);

/**
 * Throws `WrongSettingFile` if the folder of `HISTORY_ANCHOR_FILE` is missing or may not be written to. It is not made:
 * if the place that keeps the anchors is not mounted, they would be on the disk that they are to prove.
 */
export async function checkAnchorFolder({
  HISTORY_ANCHOR_FILE: file,
}: Pick<Config, 'HISTORY_ANCHOR_FILE'>): Promise<void> {
  if (file === undefined) return;
  const folder = path.dirname(path.resolve(file));
  await access(folder, constants.W_OK).catch((fault: unknown) => {
    throw unusable(isMissing(fault) ? 'does not exist' : 'may not be written to by this user', folder);
  });
  if (!(await stat(folder)).isDirectory()) throw unusable('is a file', folder);
}

/** Returns the path of the anchor file of the audit log, in the folder of the histories' anchor file. */
export const auditAnchorFile = (config: Pick<Config, 'DATA_DIR' | 'HISTORY_ANCHOR_FILE'>): string =>
  path.join(path.dirname(anchorFile(config)), 'audit-anchors.jsonl');
/** Returns the path of the list of erasures, in the folder of the anchor files. */
export const erasuresFile = (config: Pick<Config, 'DATA_DIR' | 'HISTORY_ANCHOR_FILE'>): string =>
  path.join(path.dirname(anchorFile(config)), 'erasures.jsonl');
export const uploadsFolder = (dataDir: string): string => path.join(dataDir, 'uploads');

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((fault: unknown) => {
    if (isMissing(fault)) return [];
    throw fault;
  });
}

async function holdsNoFiles(folder: string): Promise<boolean> {
  for (const part of (await namesIn(folder)).filter(isPart)) {
    if ((await namesIn(path.join(folder, part))).length > 0) return false;
  }
  return true;
}

const isUpload = (name: string): boolean => /^[0-9a-f]{32}$/.test(name);

export function sharedFolders(dataDir: string): InstallationFolder[] {
  const [files, uploads] = [filesFolder(dataDir), uploadsFolder(dataDir)];
  return [
    { path: files, isEmpty: () => holdsNoFiles(files) },
    { path: uploads, isEmpty: async () => !(await namesIn(uploads)).some(isUpload) },
  ];
}

/** Checks the folders. Throws `WrongFolder`. A process that may not mark folders waits until the server has done it. */
export async function pairUntilKnown(
  db: Db,
  dataDir: string,
  mayMark: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const folders = sharedFolders(dataDir);
  while (!(await pairFolders(db, folders, mayMark))) {
    await sleep(retryMs, undefined, signal === undefined ? {} : { signal });
  }
}
