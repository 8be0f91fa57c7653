/**
 * Manages the demo's data directory. Invariants: only a directory that the demo itself created, which a mark file in it
 * shows, is ever emptied, and never while a server or database runs on it.
 */
import { lockDirectory } from '@rhythmdesk/server/platform/postgres/directory-lock';
import { makeLayout } from '@rhythmdesk/server/platform/postgres/cluster';
import { stopLeftOver } from '@rhythmdesk/server/platform/postgres/postmaster';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const mark = (folder: string): string => join(folder, '.rhythmdesk-demo');

/** Exists while the demo is being loaded, so that an interrupted load is recognized. */
const loadingMark = (folder: string): string => join(folder, '.loading');

export const beginLoading = (folder: string): void => writeFileSync(loadingMark(folder), '');
export const endLoading = (folder: string): void => rmSync(loadingMark(folder));
/** Returns whether the last start ended before everything was loaded. */
export const wasCutOff = (folder: string): boolean => existsSync(loadingMark(folder));

/** Creates the directory, or throws if it exists and contains something else. */
export function claimDemoFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (existsSync(mark(folder))) return;
  if (readdirSync(folder).length > 0) {
    throw new Error(`${folder} contains files that are not the demo’s. Choose another folder.`);
  }
  writeFileSync(mark(folder), 'Made by “npm run demo”; “npm run demo -- --reset” empties this folder.\n');
}

/** Empties the demo's directory. Throws `DirectoryInUse` if a server runs on it. */
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
