/**
 * Which entries of a zip are the recording. Source: recording format, "The zip": four files exactly once each and
 * spelled exactly so, two more that may be there, at the root or all in one folder; what desktop zippers add is
 * passed over; anything else is refused.
 */
import { UploadRefusal } from './upload-refusal.ts';
import type { ZipEntry } from './zip-file.ts';

export const requiredFiles = ['Report.pdf', 'TraceData.dat', 'TraceViewData.dat', 'SummaryData.csv'] as const;
export const optionalFiles = ['Order.pdf', 'Events.csv'] as const;
export type RecordingFile = (typeof requiredFiles)[number] | (typeof optionalFiles)[number];
const known: readonly RecordingFile[] = [...requiredFiles, ...optionalFiles];

export type RecordingEntries = { readonly [File in (typeof requiredFiles)[number]]: ZipEntry } & {
  readonly [File in (typeof optionalFiles)[number]]: ZipEntry | null;
};

/** Control signs, signs that turn text round or cannot be seen, and ways out of a folder. */
function isHostile(name: string): boolean {
  return (
    /[\p{Cc}\p{Cf}\ufffd\\:]/u.test(name) ||
    name.startsWith('/') ||
    name.split('/').some((part) => part === '..' || part === '.') ||
    name.includes('//')
  );
}

const isPassedOver = ({ name, is_folder }: ZipEntry): boolean =>
  is_folder || name.startsWith('__MACOSX/') || name === '.DS_Store' || name.endsWith('/.DS_Store');

function fileOf({ name }: ZipEntry): RecordingFile {
  const base = name.slice(name.lastIndexOf('/') + 1);
  const exact = known.find((file) => file === base);
  if (exact !== undefined) return exact;
  if (known.some((file) => file.toLowerCase() === base.toLowerCase())) {
    throw new UploadRefusal('upload/entry-spelling', name);
  }
  throw new UploadRefusal(
    /\.(zip|zipx|jar)$/i.test(base) ? 'upload/entry-nested-zip' : 'upload/entry-unexpected',
    name,
  );
}

function folderOf({ name }: ZipEntry): string {
  return name.slice(0, name.lastIndexOf('/') + 1);
}

/** The recording's entries, or the first reason against them. `expandedLimit` bounds the sum of the sizes. */
export function findRecording(entries: readonly ZipEntry[], expandedLimit: number): RecordingEntries {
  const hostile = entries.find(({ name }) => isHostile(name));
  if (hostile !== undefined) throw new UploadRefusal('upload/entry-name', hostile.name);
  const found = new Map<RecordingFile, ZipEntry>();
  let folder: string | null = null;
  for (const entry of entries.filter((each) => !isPassedOver(each))) {
    const file = fileOf(entry);
    if (found.has(file)) throw new UploadRefusal('upload/entry-duplicate', entry.name);
    folder ??= folderOf(entry);
    const oneDeep = folder.indexOf('/') === folder.lastIndexOf('/');
    if (folderOf(entry) !== folder || !oneDeep) throw new UploadRefusal('upload/zip-folders', entry.name);
    found.set(file, entry);
  }
  const expanded = [...found.values()].reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  if (expanded > expandedLimit) throw new UploadRefusal('upload/zip-expanded-size');
  const need = (file: RecordingFile): ZipEntry => {
    const entry = found.get(file);
    if (entry === undefined) throw new UploadRefusal('upload/entry-missing', file);
    return entry;
  };
  return {
    'Report.pdf': need('Report.pdf'),
    'TraceData.dat': need('TraceData.dat'),
    'TraceViewData.dat': need('TraceViewData.dat'),
    'SummaryData.csv': need('SummaryData.csv'),
    'Order.pdf': found.get('Order.pdf') ?? null,
    'Events.csv': found.get('Events.csv') ?? null,
  };
}
