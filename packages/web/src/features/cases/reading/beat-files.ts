/** Reads the beat files that a reading needs: those of its analysis, and of earlier ones on which edits were made. */
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/client/api.ts';

type FileOf = { readonly case_id: number; readonly version: number };

const keyOf = ({ case_id, version }: FileOf) => ['beatFile', case_id, version] as const;

/** Keeps a copy of a file for some minutes, so that the desk of the same case opens without a second download. */
export function keepBeatFile(cache: QueryClient, of: FileOf, bytes: ArrayBuffer): void {
  cache.setQueryData(keyOf(of), bytes.slice(0));
}

/** Returns a copy of a kept file, or downloads it. */
export async function fetchBeatFile(cache: QueryClient, of: FileOf): Promise<ArrayBuffer> {
  const kept: unknown = cache.getQueryData(keyOf(of));
  return kept instanceof ArrayBuffer ? kept.slice(0) : (await api.download('beats', of)).arrayBuffer();
}

type BeatFiles = ReadonlyMap<number, ArrayBuffer>;
type ReadBeatFile = (version: number) => Promise<ArrayBuffer>;

/** Begins to read one file now; the returned reader takes that file from there. */
export function beginWith(read: ReadBeatFile, version: number): ReadBeatFile {
  const begun = read(version);
  // Whoever takes the file gets the error.
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
