/**
 * Keeps removed files under `removed/<day>/` for some days, so that a wrong removal (a database restored from an older
 * backup, a fault of the code) can be undone. The folder of a day is deleted as a whole once it is old.
 */
import { opendir, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { sumsOf } from './block-sums.ts';
import type { RemovedFile } from './file-store.ts';
import { isMissing, makeFolderInStore, namePattern, partOf, filePathIn, syncFolder } from './disk-place.ts';

const dayMs = 24 * 3_600_000;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const removed = 'removed';
const removedIn = (folder: string): string => path.join(folder, removed);

async function daysIn(folder: string): Promise<string[]> {
  const names = await readdir(removedIn(folder)).catch((fault: unknown) => {
    if (isMissing(fault)) return [];
    throw fault;
  });
  return names.filter((name) => dayPattern.test(name)).sort();
}

/** Moves a file into the folder of today's removed files. Returns whether there was one. */
export async function setAside(folder: string, sha256: string): Promise<boolean> {
  const today = new Date().toISOString().slice(0, 10);
  const day = path.join(removedIn(folder), today);
  const file = filePathIn(folder, sha256);
  await makeFolderInStore(folder, removed, today);
  try {
    await rename(file, path.join(day, sha256));
  } catch (fault) {
    if (isMissing(fault)) return false;
    throw fault;
  }
  await rename(sumsOf(file), sumsOf(path.join(day, sha256))).catch(() => undefined);
  await syncFolder(day);
  await syncFolder(path.dirname(file));
  return true;
}

/** Returns the path of a removed file, the newest copy first; null if there is none. */
export async function findAside(folder: string, sha256: string): Promise<string | null> {
  for (const day of (await daysIn(folder)).reverse()) {
    const file = path.join(removedIn(folder), day, sha256);
    if ((await stat(file).catch(() => null)) !== null) return file;
  }
  return null;
}

/** Lists the removed files of every day. */
export async function* listRemoved(folder: string): AsyncGenerator<RemovedFile, undefined> {
  for (const day of await daysIn(folder)) {
    for await (const { name } of await opendir(path.join(removedIn(folder), day))) {
      if (namePattern.test(name)) yield { sha256: name, day };
    }
  }
}

/** Restores a removed file under its name, the newest or that of a day. Returns whether there was one. */
export async function putBack(folder: string, sha256: string, day?: string): Promise<boolean> {
  const file = filePathIn(folder, sha256);
  const aside =
    day === undefined ? await findAside(folder, sha256) : path.join(removedIn(folder), day, sha256);
  if (aside === null) return false;
  await makeFolderInStore(folder, partOf(sha256));
  try {
    await rename(aside, file);
  } catch (fault) {
    if (isMissing(fault)) return false;
    throw fault;
  }
  await rename(sumsOf(aside), sumsOf(file)).catch(() => undefined);
  await syncFolder(path.dirname(file));
  return true;
}

/** Deletes permanently what was removed at least this long ago. Returns the number of files. */
export async function sweepRemoved(folder: string, ageMs: number): Promise<number> {
  let deleted = 0;
  for (const day of await daysIn(folder)) {
    if (Date.now() - Date.parse(day) - dayMs < ageMs) continue;
    const place = path.join(removedIn(folder), day);
    for (const name of await readdir(place)) {
      if (!namePattern.test(name)) continue;
      await unlink(path.join(place, name));
      deleted += 1;
    }
    await rm(place, { recursive: true });
  }
  return deleted;
}
