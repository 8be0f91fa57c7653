/** Defines the stored inputs of a reading, as they are passed to threads, and opens a reading from the store. */
import { readingEdit } from '@rhythmdesk/contract/reading';
import { decodeBeats, type AnalysedBeats } from '@rhythmdesk/ecg/beats/beat-file';
import { openReading, type OpenReading } from '@rhythmdesk/ecg/reading/reading';
import { z } from 'zod';
import { FileFault, type FileStore } from '../../platform/files/file-store.ts';

/**
 * The files that a reading is based on: the beats of an analysis, and those of earlier analyses on which its edits were
 * made.
 */
export const readingBase = z.object({
  beats_sha256: z.string(),
  earlier: z.array(z.object({ analysis_version: z.number(), beats_sha256: z.string() })),
});
export type ReadingBaseFiles = z.output<typeof readingBase>;

export const loggedEdits = z.array(
  z.object({ sequence: z.number(), analysis_version: z.number(), edit: readingEdit }),
);
export type LoggedEdits = z.output<typeof loggedEdits>;

async function readBeatFile(files: Pick<FileStore, 'whole'>, sha256: string): Promise<AnalysedBeats> {
  const decoded = decodeBeats(await files.whole(sha256));
  if (!decoded.ok) throw new FileFault('files/damaged', `${sha256}: ${decoded.code}`);
  return decoded.value;
}

/** Opens the reading on these beats, before any edit. */
export async function openStoredReading(
  files: Pick<FileStore, 'whole'>,
  { beats_sha256, earlier }: ReadingBaseFiles,
): Promise<OpenReading> {
  const base = await readBeatFile(files, beats_sha256);
  const tables = new Map(
    await Promise.all(
      earlier.map(
        async (one) => [one.analysis_version, (await readBeatFile(files, one.beats_sha256)).beats] as const,
      ),
    ),
  );
  return openReading(base, tables);
}
