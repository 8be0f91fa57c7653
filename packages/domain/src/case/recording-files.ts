/**
 * Decides which entries of a zip form a recording. Source: recording format, "The zip". Four files must be present
 * exactly once with the exact spelling, two more are optional, all at the root or all in one folder. Files that desktop
 * zip programs add are ignored; anything else is refused.
 *
 * The page checks the zip before the upload, so that a nurse learns of an error before 600 MB are sent. The server
 * checks it again and does not trust the page.
 */
import type { ZipFault } from './zip-faults.ts';

export const requiredFiles = ['Report.pdf', 'TraceData.dat', 'TraceViewData.dat', 'SummaryData.csv'] as const;
export type RequiredFile = (typeof requiredFiles)[number];
const optionalFiles = ['Order.pdf', 'Events.csv'] as const;
export type RecordingFile = RequiredFile | (typeof optionalFiles)[number];
const known: readonly RecordingFile[] = [...requiredFiles, ...optionalFiles];

/** The maximum number of entries. A zip with more is not a recording, and no zip reader has to list it. */
export const mostZipEntries = 64;

/** The first four bytes of a zip, read as a little-endian number (APPNOTE 4.3.7). */
export const localHeaderMark = 0x04034b50;

/** A larger PDF is refused, both as an entry of a zip and as a file of the technician. */
export const pdfLimitBytes = 50 * 1024 * 1024;

/** Files that desktop zip programs add are small. A larger file is something else under such a name. */
const addedLimitBytes = 1024 * 1024;

export type ListedEntry = { readonly name: string; readonly is_folder: boolean; readonly size_bytes: number };

export type SortedEntries<Entry> = {
  readonly found: ReadonlyMap<RecordingFile, Entry>;
  readonly fault: { readonly fault: ZipFault; readonly entry: string } | null;
};

/**
 * Detects control characters, characters that are invisible or reverse the text direction, and paths that leave the
 * folder.
 */
function isHostile(name: string): boolean {
  return (
    /[\p{Cc}\p{Cf}\ufffd\\:]/u.test(name) ||
    name.startsWith('/') ||
    name.includes('//') ||
    name.split('/').some((part) => part === '..' || part === '.')
  );
}

const isPassedOver = ({ name, is_folder }: ListedEntry): boolean =>
  is_folder || name.startsWith('__MACOSX/') || /(^|\/)\.DS_Store$/.test(name);

const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);

function strangeName(base: string): ZipFault {
  if (known.some((file) => file.toLowerCase() === base.toLowerCase())) return 'entry-spelling';
  return /\.(zip|zipx|jar)$/i.test(base) ? 'entry-nested-zip' : 'entry-unexpected';
}

function nameFault(
  name: string,
  file: RecordingFile | undefined,
  found: ReadonlyMap<RecordingFile, unknown>,
  folder: string,
): ZipFault | null {
  if (file === undefined) return strangeName(baseOf(name));
  if (found.has(file)) return 'entry-duplicate';
  const isOneDeep = folder.indexOf('/') === folder.lastIndexOf('/');
  return folderOf(name) === folder && isOneDeep ? null : 'zip-folders';
}

/** Sorts the entries: `fault` is the first reason against them, `found` contains the recognised files in any case. */
export function sortEntries<Entry extends ListedEntry>(entries: readonly Entry[]): SortedEntries<Entry> {
  const hostile = entries.find(({ name }) => isHostile(name));
  let fault: SortedEntries<Entry>['fault'] =
    hostile === undefined ? null : { fault: 'entry-name', entry: hostile.name };
  const kept = entries.filter((entry) => !isPassedOver(entry) && !isHostile(entry.name));
  const folder = folderOf(kept[0]?.name ?? '');
  const found = new Map<RecordingFile, Entry>();
  for (const entry of kept) {
    const file = known.find((each) => each === baseOf(entry.name));
    const against = nameFault(entry.name, file, found, folder);
    if (against !== null) fault ??= { fault: against, entry: entry.name };
    else if (file !== undefined) found.set(file, entry);
  }
  const missing = requiredFiles.find((file) => !found.has(file));
  if (missing !== undefined) fault ??= { fault: 'entry-missing', entry: missing };
  const large = entries.find((entry) => isPassedOver(entry) && entry.size_bytes > addedLimitBytes);
  if (large !== undefined) fault ??= { fault: 'entry-unexpected', entry: large.name };
  return { found, fault };
}

/** What the directory of a zip says about an entry besides its name. */
export type EntryKind = {
  readonly name: string;
  readonly encrypted: boolean;
  /** General purpose bit flags (APPNOTE 4.4.4). */
  readonly flags: number;
  readonly method: number;
  /** External attributes; the upper half is a Unix mode. */
  readonly attributes: number;
};

const strongOrMasked = 0x2040;
const fileTypes = { mask: 0o170000, regular: 0o100000, folder: 0o040000, link: 0o120000 };
const stored = 0;
const deflated = 8;

/** Returns why an entry is not a plain file, whatever its name is; null if it is one. */
export function kindFault({ name, encrypted, flags, method, attributes }: EntryKind): ZipFault | null {
  if (encrypted || (flags & strongOrMasked) !== 0) return 'entry-encrypted';
  const type = (attributes >>> 16) & fileTypes.mask;
  if (type === fileTypes.link) return 'entry-link';
  const isFolder = type === fileTypes.folder && name.endsWith('/');
  if (type !== 0 && type !== fileTypes.regular && !isFolder) return 'entry-device';
  return method === stored || method === deflated ? null : 'entry-method';
}
