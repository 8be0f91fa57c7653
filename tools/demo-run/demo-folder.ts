/**
 * The demo's data directory. Laws: only a directory that the demo made itself is ever emptied, which a mark file in it
 * proves; and never below a running server or database.
 */
import { lockDirectory } from '@rhythmdesk/server/platform/postgres/directory-lock';
import { makeLayout } from '@rhythmdesk/server/platform/postgres/cluster';
import { stopLeftOver } from '@rhythmdesk/server/platform/postgres/postmaster';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const mark = (folder: string): string => join(folder, '.rhythmdesk-demo');

/** Stands in the folder while the demo is being loaded, so that one that was cut off is known. */
const loadingMark = (folder: string): string => join(folder, '.loading');

export const beginLoading = (folder: string): void => writeFileSync(loadingMark(folder), '');
export const endLoading = (folder: string): void => rmSync(loadingMark(folder));
/** Whether the last start ended before everything was loaded. */
export const wasCutOff = (folder: string): boolean => existsSync(loadingMark(folder));

/** Makes the directory, or throws where it is there and holds something else. */
export function claimDemoFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (existsSync(mark(folder))) return;
  if (readdirSync(folder).length > 0) {
    throw new Error(`${folder} holds something that is not the demo’s. Choose another folder.`);
  }
  writeFileSync(mark(folder), 'Made by “npm run demo”; “npm run demo -- --reset” empties this folder.\n');
}

/** Empties a claimed directory. Throws `DirectoryInUse` where a server runs on it. */
export async function emptyDemoFolder(folder: string): Promise<void> {
  const layout = await makeLayout(folder);
  const lock = await lockDirectory(layout.folder);
  try {
    await stopLeftOver(layout.data);
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (path !== mark(folder)) rmSync(path, { recursive: true, force: true });
    }
  } finally {
    await lock.release();
  }
}
