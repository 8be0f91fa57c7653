// Groups files that belong together: a WFDB record is a header with its signal and annotation files and with those of
// its segments, every other recording is one file.
//
//   100.hea 100.dat 100.atr holter.edf notes.txt → [100: 3 files] [holter: 1] [notes: 1, no known format]

import { detectFormat, type SourceFormat } from './detect-format.ts';
import { parseWfdbHeader } from './wfdb-header.ts';
import { parseWfdbMaster } from './wfdb-segments.ts';

/** A file before its bytes are read: its name (without folders) and at least its first `groupHeadBytes`. */
export interface FileHead {
  readonly name: string;
  readonly head: Uint8Array;
}

/** Enough for any header: one of sixty-four signals with comments is a tenth of this. */
export const groupHeadBytes = 2 ** 16;

export interface FileGroup<File extends FileHead> {
  readonly name: string;
  /** Null if none of its files has a known format. */
  readonly format: SourceFormat | null;
  readonly files: readonly File[];
}

/** Returns a file's name without its last extension. */
export function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '');
}

/**
 * Returns the groups in the order of their first files. Every file is in exactly one group, except a signal file that
 * two headers name, which is in both.
 */
export function groupFiles<File extends FileHead>(files: readonly File[]): FileGroup<File>[] {
  const formats = new Map(files.map((file) => [file, detectFormat(file.name, file.head)]));
  const headers = files.filter((file) => formats.get(file) === 'wfdb');
  const owned = new Set<File>();
  const byHeader = new Map<File, File[]>();
  for (const header of headers) {
    const parts = segmentsOf(header, headers);
    const own = files.filter((file) =>
      [header, ...parts].some(
        (each) =>
          file === each ||
          namesIn(each).has(file.name) ||
          (formats.get(file) === null && stemOf(file.name) === stemOf(each.name)),
      ),
    );
    for (const file of own) if (file !== header) owned.add(file);
    byHeader.set(header, own);
  }
  return files.flatMap((file) => {
    const own = owned.has(file) ? undefined : byHeader.get(file);
    const format = formats.get(file) ?? null;
    if (own !== undefined) return [{ name: stemOf(file.name), format, files: own }];
    return owned.has(file) ? [] : [{ name: stemOf(file.name), format, files: [file] }];
  });
}

function namesIn(header: FileHead): ReadonlySet<string> {
  const read = parseWfdbHeader(header.head);
  return new Set(read.ok ? read.value.signals.map(({ file }) => file) : []);
}

/** Returns the headers of the segments that a master header names. */
function segmentsOf<File extends FileHead>(header: File, headers: readonly File[]): File[] {
  const master = parseWfdbMaster(header.head);
  if (!master.ok || master.value === null) return [];
  const names = new Set(master.value.segments.map(({ name }) => name));
  return headers.filter((each) => each !== header && names.has(stemOf(each.name)));
}
