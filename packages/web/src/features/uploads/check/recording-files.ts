/**
 * Which entries of a zip are the recording, judged before it is sent. Source: recording format, "The zip". The server
 * judges again; this one exists so that a nurse learns it before 600 MB have gone over the line.
 */
export const requiredFiles = ['Report.pdf', 'TraceData.dat', 'TraceViewData.dat', 'SummaryData.csv'] as const;
export type RequiredFile = (typeof requiredFiles)[number];
const optionalFiles = ['Order.pdf', 'Events.csv'] as const;
export type RecordingFile = RequiredFile | (typeof optionalFiles)[number];
const known: readonly RecordingFile[] = [...requiredFiles, ...optionalFiles];

export type NamedEntry = { readonly name: string; readonly is_folder: boolean };

export type NameFault =
  | 'entry-name'
  | 'entry-twice'
  | 'entry-spelling'
  | 'entry-foreign'
  | 'entry-kind'
  | 'zip-folders'
  | 'entry-missing';

export type Sorted<Entry> = {
  readonly found: ReadonlyMap<RecordingFile, Entry>;
  readonly fault: { readonly reason: NameFault; readonly entry: string } | null;
};

/** Control signs, signs that turn text round or cannot be seen, and ways out of a folder. */
function isHostile(name: string): boolean {
  return (
    /[\p{Cc}\p{Cf}\ufffd\\:]/u.test(name) ||
    name.startsWith('/') ||
    name.includes('//') ||
    name.split('/').some((part) => part === '..' || part === '.')
  );
}

const isPassedOver = ({ name, is_folder }: NamedEntry): boolean =>
  is_folder || name.startsWith('__MACOSX/') || /(^|\/)\.DS_Store$/.test(name);

const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);

function strangeName(base: string): NameFault {
  if (known.some((file) => file.toLowerCase() === base.toLowerCase())) return 'entry-spelling';
  return /\.(zip|zipx|jar)$/i.test(base) ? 'entry-kind' : 'entry-foreign';
}

function faultOf(name: string, file: RecordingFile | undefined, seen: ReadonlySet<string>, folder: string) {
  if (isHostile(name)) return 'entry-name';
  if (file === undefined) return strangeName(baseOf(name));
  if (seen.has(file)) return 'entry-twice';
  const oneDeep = folder.indexOf('/') === folder.lastIndexOf('/');
  return folderOf(name) === folder && oneDeep ? null : 'zip-folders';
}

/** Sorts the entries; `fault` is the first reason against them, `found` what is there in any case. */
export function sortEntries<Entry extends NamedEntry>(entries: readonly Entry[]): Sorted<Entry> {
  const kept = entries.filter((entry) => !isPassedOver(entry));
  const folder = folderOf(kept[0]?.name ?? '');
  const found = new Map<RecordingFile, Entry>();
  let fault: Sorted<Entry>['fault'] = null;
  for (const entry of kept) {
    const file = known.find((each) => each === baseOf(entry.name));
    const reason = faultOf(entry.name, file, new Set(found.keys()), folder);
    if (reason !== null) fault ??= { reason, entry: entry.name };
    else if (file !== undefined) found.set(file, entry);
  }
  const missing = requiredFiles.find((file) => !found.has(file));
  if (missing !== undefined) fault ??= { reason: 'entry-missing', entry: missing };
  return { found, fault };
}
