/**
 * Lists the places of one kind with the values that users sort them by: length, rate and the certainty of their beats.
 */
import type { AnalysisSummary } from '@rhythmdesk/contract/analysis';
import { rhythmKeys } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { queueKindOf } from '@rhythmdesk/ecg/reading/finding-queue';
import { firstAtOrAfter } from '../../../trace/time/measure.ts';
import type { ReadBeats } from '../reading/read-beats.ts';
import type { FindingKind, FindingRow } from './finding-rows.ts';
import type { FindingOf } from './use-judging.ts';

export const findingOrders = ['time', 'length', 'rate', 'certainty'] as const;
export type FindingOrder = (typeof findingOrders)[number];

export type FindingItem = {
  /** Index among the places of the kind, in order of time. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
  /** Null for a single beat or moment. */
  readonly seconds: number | null;
  readonly bpm: number | null;
  /** 0 to 1; null without beats, and for an episode that a user added or edited. */
  readonly certainty: number | null;
};

export type Episodes = Pick<AnalysisSummary, 'episodes'>;

function beatCertainty(beats: ReadBeats | undefined, start: number, end: number): number | null {
  if (beats === undefined) return null;
  const first = firstAtOrAfter(beats.sample, start);
  const after = firstAtOrAfter(beats.sample, end + 1);
  if (after <= first) return null;
  let sum = 0;
  for (let index = first; index < after; index += 1) sum += beats.confidence[index] ?? 0;
  return sum / (after - first) / 255;
}

/** The certainty of these kinds is not that of the classes of their beats. */
const ofWaves: ReadonlySet<FindingKind> = new Set(
  rhythmKeys.filter((kind) => kind === 'avb1' || ['af', 'av_block'].includes(queueKindOf(kind) ?? '')),
);

/** Returns the certainty of an episode in the reading; if the reading is not open, the mean of its beats. */
function certaintyOf(
  { kind, start_sample: start, end_sample: end }: Episodes['episodes'][number],
  beats: ReadBeats | undefined,
  findingOf: FindingOf,
): number | null {
  const finding = findingOf(kind, start, end);
  if (finding !== null) return finding.certainty;
  return ofWaves.has(kind) ? null : beatCertainty(beats, start, end);
}

/** Returns the rate of a single beat, from the interval before it. */
function beatRate(beats: ReadBeats | undefined, sample: number, samplingHz: number): number | null {
  if (beats === undefined) return null;
  const index = firstAtOrAfter(beats.sample, sample);
  const at = beats.sample[index];
  const before = beats.sample[index - 1];
  return at === sample && before !== undefined && at > before ? (60 * samplingHz) / (at - before) : null;
}

export function findingItems(
  { kind, places }: FindingRow,
  { episodes }: Episodes,
  beats: ReadBeats | undefined,
  samplingHz: number,
  findingOf: FindingOf,
): FindingItem[] {
  if (places.ends !== null) {
    return episodes
      .filter((one) => one.kind === kind)
      .map((one, index) => ({
        index,
        start: one.start_sample,
        end: one.end_sample,
        seconds: (one.end_sample - one.start_sample) / samplingHz,
        bpm: one.bpm,
        certainty: certaintyOf(one, beats, findingOf),
      }));
  }
  return Array.from(places.starts, (start, index) => ({
    index,
    start,
    end: start,
    seconds: null,
    bpm: beatRate(beats, start, samplingHz),
    certainty: kind === 'event' ? null : beatCertainty(beats, start, start),
  }));
}

const valueOf = {
  time: ({ start }) => -start,
  length: ({ seconds }) => seconds,
  rate: ({ bpm }) => bpm,
  certainty: ({ certainty }) => certainty,
} as const satisfies Record<FindingOrder, (item: FindingItem) => number | null>;

/** Sorts the longest, fastest or most certain first; items without the value are last, equal ones in order of time. */
export function sortFindings(items: readonly FindingItem[], order: FindingOrder): FindingItem[] {
  const value = (item: FindingItem): number => valueOf[order](item) ?? -Infinity;
  return items.toSorted((a, b) => {
    const [of, than] = [value(a), value(b)];
    return of === than ? a.start - b.start : than - of;
  });
}

/** Returns the sort orders that distinguish these places. */
export function ordersOf(items: readonly FindingItem[]): FindingOrder[] {
  return findingOrders.filter(
    (order) => order === 'time' || items.some((item) => valueOf[order](item) !== null),
  );
}
