/**
 * Readings that are being written, folded and kept: the last few, by how many beats they hold. An edit enters what is
 * kept for good only once it is confirmed; whatever ran ahead of that is taken back before the next fold, so a
 * transaction that failed leaves no trace here.
 */
import { decodeBeats, type AnalysedBeats } from '@rhythmdesk/ecg/beats/beat-file';
import { openReading, type OpenReading } from '@rhythmdesk/ecg/reading/reading';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { LoggedEdits, ReadingBaseFiles, ReadingReply } from './reading-message.ts';

type Kept = {
  readonly key: string;
  readonly open: OpenReading;
  readonly beats: number;
  confirmed: number;
};
type Fold = {
  readonly case_id: number;
  readonly base: ReadingBaseFiles;
  readonly after: number;
  readonly edits: LoggedEdits;
};

/** Two recordings of 14 days; some 20 bytes a beat. */
const mostBeats = 4_000_000;

async function readBeatFile(files: FileStore, sha256: string): Promise<AnalysedBeats> {
  const size = await files.size(sha256);
  if (size === null) throw new Error('a beat file has gone');
  const decoded = decodeBeats(await files.read(sha256, { start: 0, length: size }));
  if (!decoded.ok) throw new Error(decoded.code);
  return decoded.value;
}

async function open(files: FileStore, { beats_sha256, earlier }: ReadingBaseFiles): Promise<OpenReading> {
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

export function createKeptReadings(files: FileStore) {
  const readings = new Map<number, Kept>();
  const makeRoom = (): void => {
    let beats = [...readings.values()].reduce((sum, one) => sum + one.beats, 0);
    for (const [case_id, one] of readings) {
      if (beats <= mostBeats || readings.size === 1) return;
      readings.delete(case_id);
      beats -= one.beats;
    }
  };
  const keptOf = async ({ case_id, base }: Fold): Promise<Kept> => {
    const key = JSON.stringify(base);
    const held = readings.get(case_id);
    readings.delete(case_id);
    const made = async (): Promise<Kept> => {
      const opened = await open(files, base);
      return { key, open: opened, beats: opened.reading().beats.samples.length, confirmed: 0 };
    };
    const kept = held?.key === key ? held : await made();
    readings.set(case_id, kept);
    makeRoom();
    return kept;
  };
  return {
    fold: async (order: Fold): Promise<ReadingReply['outcome']> => {
      try {
        const kept = await keptOf(order);
        kept.open.truncate(kept.confirmed);
        if (kept.confirmed < order.after) return { missing: kept.confirmed };
        kept.open.truncate(order.after);
        kept.confirmed = order.after;
        kept.open.apply(order.edits);
        return { checksum: kept.open.checksum() };
      } catch (fault) {
        readings.delete(order.case_id);
        return { fault: fault instanceof Error ? fault.message : 'unknown' };
      }
    },
    confirm: (case_id: number, sequence: number): void => {
      const kept = readings.get(case_id);
      if (kept !== undefined) kept.confirmed = Math.min(kept.open.sequence, sequence);
    },
  };
}
