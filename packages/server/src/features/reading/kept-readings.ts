/**
 * Caches replayed readings that are being edited: the most recent ones, up to a total number of beats. An edit stays in
 * the cache only when it is confirmed. Unconfirmed edits are removed before the next replay, so a failed transaction
 * leaves no trace here.
 */
import { isDeepStrictEqual } from 'node:util';
import { reportFigures as figuresShape } from '@rhythmdesk/contract/report-document';
import { createReadingFigures } from '@rhythmdesk/ecg/reading/reading-figures';
import type { OpenReading } from '@rhythmdesk/ecg/reading/reading';
import { reportFigures } from '@rhythmdesk/ecg/report/report-figures';
import { FileFault, type FileStore } from '../../platform/files/file-store.ts';
import {
  openStoredReading,
  type LoggedEdits,
  type ReadingBaseFiles,
} from '../../records/readings/stored-reading.ts';
import { createIntervals } from './measure-intervals.ts';
import type { ReadingReply, ReportSource } from './reading-message.ts';

type KeptReading = {
  readonly key: string;
  readonly open: OpenReading;
  readonly beats: number;
  readonly summarise: ReturnType<typeof createReadingFigures>;
  /** The last input of `summarise`; the same input again is cheaper. */
  source: ReportSource | undefined;
  confirmed: number;
};
type Fold = {
  readonly reading_id: number;
  readonly base: ReadingBaseFiles;
  readonly after: number;
  readonly edits: LoggedEdits;
};

/** Two recordings of 14 days; about 20 bytes per beat. */
const mostBeats = 4_000_000;

async function reportOf(
  kept: KeptReading,
  wanted: ReportSource,
  intervals: ReturnType<typeof createIntervals>,
): Promise<ReadingReply['outcome']> {
  kept.confirmed = kept.open.sequence;
  const isSame = isDeepStrictEqual(kept.source, wanted);
  const source = isSame && kept.source !== undefined ? kept.source : wanted;
  kept.source = source;
  const reading = kept.open.reading();
  const summary = kept.summarise(reading, source);
  const { qrs, ...figures } = reportFigures(reading, summary, source.events);
  const measured = await intervals(reading, summary.episodes, source.signal);
  return { figures: figuresShape.parse({ ...figures, intervals: { qrs, ...measured } }) };
}

async function openKept(files: FileStore, base: ReadingBaseFiles, key: string): Promise<KeptReading> {
  const opened = await openStoredReading(files, base);
  const beats = opened.reading().beats.samples.length;
  return {
    key,
    open: opened,
    beats,
    summarise: createReadingFigures(),
    source: undefined,
    confirmed: 0,
  };
}

export function createKeptReadings(files: FileStore) {
  const readings = new Map<number, KeptReading>();
  const makeRoom = (): void => {
    let beats = [...readings.values()].reduce((sum, one) => sum + one.beats, 0);
    for (const [reading_id, one] of readings) {
      if (beats <= mostBeats || readings.size === 1) return;
      readings.delete(reading_id);
      beats -= one.beats;
    }
  };
  const keptOf = async ({ reading_id, base }: Fold): Promise<KeptReading> => {
    const key = JSON.stringify(base);
    const held = readings.get(reading_id);
    readings.delete(reading_id);
    const kept = held?.key === key ? held : await openKept(files, base, key);
    readings.set(reading_id, kept);
    makeRoom();
    return kept;
  };
  const intervals = createIntervals(files);
  const folded = async (
    order: Fold,
    answer: (kept: KeptReading) => ReadingReply['outcome'] | Promise<ReadingReply['outcome']>,
  ): Promise<ReadingReply['outcome']> => {
    try {
      const kept = await keptOf(order);
      kept.open.truncate(kept.confirmed);
      if (kept.confirmed < order.after) return { missing: kept.confirmed };
      kept.open.truncate(order.after);
      kept.confirmed = order.after;
      kept.open.apply(order.edits);
      return await answer(kept);
    } catch (fault) {
      readings.delete(order.reading_id);
      const words = fault instanceof Error ? fault.message : 'unknown';
      return { fault: words, ...(fault instanceof FileFault && { code: fault.code }) };
    }
  };
  return {
    fold: (order: Fold) => folded(order, (kept) => ({ checksum: kept.open.checksum() })),
    report: (order: Fold, source: ReportSource) => folded(order, (kept) => reportOf(kept, source, intervals)),
    confirm: (reading_id: number, sequence: number): void => {
      const kept = readings.get(reading_id);
      if (kept !== undefined) kept.confirmed = Math.min(kept.open.sequence, sequence);
    },
  };
}
