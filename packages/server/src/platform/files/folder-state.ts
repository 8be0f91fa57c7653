/**
 * Whether a shared folder of the installation is the one that was there at the start, and takes writes. A disk that was
 * pulled out leaves nothing, or an empty folder in its place, which must be neither read as “the file is missing” nor
 * written to; a disk that was mounted read-only still gives what it has.
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

/** Of several folders the worst. A folder that carried no id at the start is known by its name alone. */
export async function watchFolders(folders: readonly string[]): Promise<() => Promise<FolderState>> {
  const marked = await Promise.all(folders.map(async (folder) => (await folderId(folder)) !== null));
  return async () => {
    const states = await Promise.all(folders.map((folder, at) => stateOf(folder, marked[at] === true)));
    if (states.includes('away')) return 'away';
    return states.includes('read-only') ? 'read-only' : 'there';
  };
}
