/** Reads the beat files that a reading needs: those of its analysis, and of earlier ones on which edits were made. */
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/client/api.ts';
import { bytesOf } from '../../../platform/client/file-body.ts';

type FileOf = { readonly case_id: number; readonly version: number };

/** One key for all files: a file of 30 days has 29 MB, and a user looks at many cases. */
const keptKey = ['beatFile'] as const;

type KeptFile = FileOf & { readonly bytes: ArrayBuffer };

/**
 * Keeps a copy of the last file for some minutes, so that the desk of the same case opens without a second download.
 */
export function keepBeatFile(cache: QueryClient, of: FileOf, bytes: ArrayBuffer): void {
  cache.setQueryData<KeptFile>(keptKey, { ...of, bytes: bytes.slice(0) });
}

/** Returns a copy of the kept file if it is the asked one; otherwise downloads it. */
export async function fetchBeatFile(cache: QueryClient, of: FileOf): Promise<ArrayBuffer> {
  const kept = cache.getQueryData<KeptFile>(keptKey);
  if (kept?.case_id === of.case_id && kept.version === of.version) return kept.bytes.slice(0);
  return bytesOf(await api.download('beats', of));
}

type BeatFiles = ReadonlyMap<number, ArrayBuffer>;
type ReadBeatFile = (version: number) => Promise<ArrayBuffer>;

/** Begins to read one file now; the returned reader takes that file from there. */
export function beginWith(read: ReadBeatFile, version: number): ReadBeatFile {
  const begun = read(version);
  // The error is for the caller who takes the file.
  begun.catch(() => undefined);
  return (one) => (one === version ? begun : read(one));
}

/** Reads files until all that `needed` names are there; it may name more meanwhile. */
export async function beatFiles(read: ReadBeatFile, needed: () => readonly number[]): Promise<BeatFiles> {
  const files = new Map<number, ArrayBuffer>();
  for (;;) {
    const missing = [...new Set(needed())].filter((version) => !files.has(version));
    if (missing.length === 0) return files;
    await Promise.all(missing.map(async (version) => files.set(version, await read(version))));
  }
}

const areSameBytes = (a: ArrayBuffer, b: ArrayBuffer): boolean => {
  const [first, second] = [new Uint8Array(a), new Uint8Array(b)];
  return first.length === second.length && first.every((byte, i) => byte === second[i]);
};

/** Returns the beats of an analysis, and the files with other beats. */
export function readingFiles(files: BeatFiles, analysis_version: number) {
  const bytes = files.get(analysis_version) ?? new ArrayBuffer();
  const earlier = [...files].flatMap(([version, file]) =>
    version === analysis_version || areSameBytes(file, bytes)
      ? []
      : [{ analysis_version: version, bytes: file }],
  );
  return { bytes, earlier };
}
