/**
 * Checks whether a shared folder of the installation is the one that was there at the start, and is writable. A disk
 * that was removed leaves nothing, or an empty folder in its place. Such a folder must not be treated as if the file
 * were missing, and must not be written to. A disk that was mounted read-only can still be read.
 */
import { access, constants } from 'node:fs/promises';
import { folderId } from './folder-id.ts';

export type FolderState = 'there' | 'read-only' | 'away';

async function stateOf(folder: string, wasMarked: boolean): Promise<FolderState> {
  if (wasMarked && (await folderId(folder).catch(() => null)) === null) return 'away';
  return access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => 'there',
    (fault: unknown) =>
      fault instanceof Error && 'code' in fault && fault.code === 'ENOENT' ? 'away' : 'read-only',
  );
}

/** Returns the worst state of several folders. A folder without an id at the start is identified by its name only. */
export async function watchFolders(folders: readonly string[]): Promise<() => Promise<FolderState>> {
  const marked = await Promise.all(folders.map(async (folder) => (await folderId(folder)) !== null));
  return async () => {
    const states = await Promise.all(folders.map((folder, at) => stateOf(folder, marked[at] === true)));
    if (states.includes('away')) return 'away';
    return states.includes('read-only') ? 'read-only' : 'there';
  };
}
