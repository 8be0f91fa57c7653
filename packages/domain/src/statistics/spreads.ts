/**
 * Calculates medians over long periods. Durations are counted in buckets per month, and the buckets of all months of a
 * period are added, so that no query has to rank single cases.
 *
 * Invariants: each bucket contains whole minutes. It is one minute wide up to 64 minutes, and beyond that at most a
 * 32nd of its lowest minute. The value shown for a duration differs from it by at most a 64th. A longer duration never
 * shows a smaller value. Because the order is kept, the value shown for a rank is the value of the bucket that contains
 * the rank.
 * Example: 26 h 40 min (1,600) is in the bucket from 1,578 to 1,626 minutes and is shown as 1,602.
 */
import { addDays, calendarDate } from '../kit/calendar.ts';
import type { CalendarDate } from '../kit/brand.ts';
import type { StatisticsPeriod } from './steps.ts';

/** About eight years; longer durations are in the last bucket. */
const longestMinutes = 2 ** 22;

function makeBounds(): number[] {
  const bounds: number[] = [];
  for (let least = 0; least < longestMinutes; least += Math.max(1, Math.floor(least / 32)))
    bounds.push(least);
  return bounds;
}

/**
 * The lowest minute of each bucket, from the first one on. The database function `spread_bucket` contains the same
 * numbers.
 */
export const spreadBounds: readonly number[] = makeBounds();

/**
 * Returns the number of the bucket, from 1. Bucket 0 is for negative durations, if a completion was dated before its
 * request.
 */
export function bucketOf(minutes: number): number {
  let [low, high] = [0, spreadBounds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spreadBounds[middle] ?? 0) <= minutes) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the minute in the middle of a bucket. */
export function shownMinutes(bucket: number): number {
  if (bucket < 1) return 0;
  const least = spreadBounds[bucket - 1] ?? longestMinutes;
  const next = spreadBounds[bucket] ?? least + 1;
  return Math.floor((least + next - 1) / 2);
}

/** The parts from which a period is counted: its whole calendar months, and the days before and after them. */
export interface MonthsAndEdges {
  /** From the first day of a month to the last day of a month. */
  readonly months: StatisticsPeriod | null;
  readonly edges: readonly StatisticsPeriod[];
}

const firstOfMonth = (date: CalendarDate): CalendarDate => calendarDate(`${date.slice(0, 8)}01`);
/** Returns the first day of the following month. */
const firstOfNext = (date: CalendarDate): CalendarDate => firstOfMonth(addDays(firstOfMonth(date), 31));

export function monthsAndEdges({ from, to }: StatisticsPeriod): MonthsAndEdges {
  const start = from === firstOfMonth(from) ? from : firstOfNext(from);
  const end = addDays(firstOfMonth(addDays(to, 1)), -1);
  if (start > end) return { months: null, edges: [{ from, to }] };
  const edges = [
    ...(from < start ? [{ from, to: addDays(start, -1) }] : []),
    ...(end < to ? [{ from: addDays(end, 1), to }] : []),
  ];
  return { months: { from: start, to: end }, edges };
}
