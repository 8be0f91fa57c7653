/**
 * Names what is wrong with a stored file that a message contains. Such a message alone fails; it is sent again once the
 * file was restored.
 */
import { FileFault, isAway } from '../../platform/files/file-store.ts';

/** Returns words for a damaged or missing file. Throws every other fault again, also a store that is away. */
export function unreadableFile(fault: unknown): string {
  if (!(fault instanceof FileFault) || isAway(fault)) throw fault;
  return fault.code === 'files/missing' ? 'a stored file is missing' : 'a stored file is damaged';
}
