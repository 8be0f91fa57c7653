/**
 * Calculates the pace of one user: what was finished on each of the last working days, and the median of those days.
 *
 * A working day is a Monday to Friday, or any other day on which something was finished. A user who reads on Saturdays
 * is therefore not measured by Saturdays off. Today is shown but not included in the median, because it is not over.
 */
import type { CalendarDate } from '../kit/brand.ts';
import { addDays } from '../kit/calendar.ts';
import { percentileOf, weekdayOf } from './steps.ts';

export interface Finished {
  readonly cases: number;
  /** Minutes of recording in these cases. */
  readonly minutes: number;
}

interface PaceDay extends Finished {
  readonly day: CalendarDate;
}

interface Pace {
  /** Oldest first; the last one is today. */
  readonly days: readonly PaceDay[];
  readonly median_cases: number;
  readonly median_minutes: number;
}

export const paceDays = 14;
/** This many days before today always contain `paceDays` days from Monday to Friday. */
export const paceReachDays = 20;

const lastWeekday = 5;
const nothing: Finished = { cases: 0, minutes: 0 };

export function paceOf(today: CalendarDate, finished: ReadonlyMap<string, Finished>): Pace {
  const before: PaceDay[] = [];
  for (let day = addDays(today, -1); before.length < paceDays; day = addDays(day, -1)) {
    const done = finished.get(day);
    if (weekdayOf(day) <= lastWeekday || done !== undefined) before.unshift({ day, ...(done ?? nothing) });
  }
  const median = (of: keyof Finished): number =>
    percentileOf(
      before.map((each) => ({ value: each[of], count: 1 })),
      0.5,
    ) ?? 0;
  return {
    days: [...before, { day: today, ...(finished.get(today) ?? nothing) }],
    median_cases: median('cases'),
    median_minutes: median('minutes'),
  };
}
