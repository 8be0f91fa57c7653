/**
 * Defines the terms of the statistics: the counted steps, the outcomes of completed cases, and the ages of open cases.
 * docs/statistics.md explains each. A figure and the list of cases behind it are requested with the same term.
 */
import type { CaseStatus } from '../case/status.ts';
import type { RefusalCode } from '../kit/refusal.ts';
import { addDays, calendarDate, daysBetween, isCalendarDate } from '../kit/calendar.ts';
import type { CalendarDate } from '../kit/brand.ts';

export const statisticSteps = ['request', 'assign', 'start', 'review', 'edit', 'complete'] as const;
export type StatisticStep = (typeof statisticSteps)[number];

/** The status that each step leads to. */
export const stepStatus = {
  request: 'request',
  assign: 'assigned',
  start: 'start',
  review: 'review',
  edit: 'edit',
  complete: 'complete',
} as const satisfies Record<StatisticStep, CaseStatus>;

export const statisticUnits = ['day', 'week', 'month'] as const;
export type StatisticUnit = (typeof statisticUnits)[number];

export const statisticGroups = ['hospital', 'center', 'team', 'technician', 'priority'] as const;
export type StatisticGroup = (typeof statisticGroups)[number];

/** The outcomes of completed cases. Only users who may see readings get the clinical ones. */
export const outcomes = [
  'in_time',
  'late',
  'returned',
  'corrected',
  'recorded',
  'analysed',
  'af_found',
  'critical',
] as const;
export type Outcome = (typeof outcomes)[number];
export const clinicalOutcomes = ['analysed', 'af_found', 'critical'] as const satisfies readonly Outcome[];

/** The statuses for which the statistics show how long a case stayed in them. */
export const timedStatuses = [
  'request',
  'assigned',
  'start',
  'review',
  'edit',
] as const satisfies readonly CaseStatus[];
export type TimedStatus = (typeof timedStatuses)[number];

/** The lower bounds of the age groups of open cases, in hours since the request; the last group has no upper bound. */
export const ageHours = [0, 12, 24, 48, 72, 168] as const;

export interface StatisticsPeriod {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

const longestDays = 366;

/** Returns why a period cannot be counted, or null. Both ends are included. */
export function statisticsPeriodFault(from: string, to: string): RefusalCode | null {
  if (!isCalendarDate(from) || !isCalendarDate(to)) return 'input/date';
  const days = daysBetween(calendarDate(from), calendarDate(to)) + 1;
  return days < 1 || days > longestDays ? 'statistics/period' : null;
}

/** Returns the days directly before a period, as many as the period has. */
export function periodBefore({ from, to }: StatisticsPeriod): StatisticsPeriod {
  return { from: addDays(from, -(daysBetween(from, to) + 1)), to: addDays(from, -1) };
}

/** Returns 1 for a Monday, 7 for a Sunday. */
export function weekdayOf(date: CalendarDate): number {
  return 1 + ((((daysBetween(calendarDate('2024-01-01'), date) % 7) + 7) % 7) % 7);
}

function firstOfUnit(date: CalendarDate, unit: StatisticUnit): CalendarDate {
  if (unit === 'day') return date;
  if (unit === 'week') return addDays(date, 1 - weekdayOf(date));
  return calendarDate(`${date.slice(0, 8)}01`);
}

/**
 * Splits the period into days, weeks from Monday, or calendar months. The first and last may be shortened by its ends.
 */
export function piecesOf({ from, to }: StatisticsPeriod, unit: StatisticUnit): StatisticsPeriod[] {
  const pieces: StatisticsPeriod[] = [];
  let start = from;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const next = addDays(day, 1);
    if (next <= to && firstOfUnit(next, unit) === firstOfUnit(start, unit)) continue;
    pieces.push({ from: start, to: day });
    start = next;
  }
  return pieces;
}

export interface CountedValue {
  readonly value: number;
  readonly count: number;
}

/**
 * Returns the smallest value that at least this share of all values do not exceed (nearest rank); null if there are
 * none.
 */
export function percentileOf(values: readonly CountedValue[], share: number): number | null {
  const sorted = values.toSorted((one, other) => one.value - other.value);
  const all = sorted.reduce((sum, { count }) => sum + count, 0);
  let seen = 0;
  for (const { value, count } of sorted) {
    seen += count;
    if (count > 0 && seen >= all * share) return value;
  }
  return null;
}
