/**
 * Medians over long periods: durations are counted in buckets by month, and the buckets of all months of a period are
 * added up, so that nothing is ranked over single cases.
 *
 * Laws: each bucket holds whole minutes and is one minute wide up to 64 minutes, later at most a 32nd part of its least
 * minute; what is shown of a duration is at most a 64th part away from it; a longer duration never shows less. Since the
 * order is kept, the shown value of the bucket in which a rank lies is what is shown of the value of that rank.
 * Example: 26 h 40 min (1,600) lies in the bucket from 1,578 to 1,626 minutes and is shown as 1,602.
 */
import { addDays, calendarDate } from '../kit/calendar.ts';
import type { CalendarDate } from '../kit/brand.ts';
import type { StatisticsPeriod } from './steps.ts';

/** Eight years; whatever takes longer lies in the last bucket. */
const longestMinutes = 2 ** 22;

function makeBounds(): number[] {
  const bounds: number[] = [];
  for (let least = 0; least < longestMinutes; least += Math.max(1, Math.floor(least / 32)))
    bounds.push(least);
  return bounds;
}

/** The least minute of each bucket from the first on; the database holds the same (`spread_bucket`). */
export const spreadBounds: readonly number[] = makeBounds();

/** The number of the bucket, from 1; 0 is less than nothing, where a completion was dated before its request. */
export function bucketOf(minutes: number): number {
  let [low, high] = [0, spreadBounds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spreadBounds[middle] ?? 0) <= minutes) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The minute in the middle of a bucket. */
export function shownMinutes(bucket: number): number {
  if (bucket < 1) return 0;
  const least = spreadBounds[bucket - 1] ?? longestMinutes;
  const next = spreadBounds[bucket] ?? least + 1;
  return Math.floor((least + next - 1) / 2);
}

/** What a period is counted from: its whole calendar months, and the days before and after them. */
export interface MonthsAndEdges {
  /** From the first day of a month to the last of one. */
  readonly months: StatisticsPeriod | null;
  readonly edges: readonly StatisticsPeriod[];
}

const firstOfMonth = (date: CalendarDate): CalendarDate => calendarDate(`${date.slice(0, 8)}01`);
/** The first of the month that follows. */
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
