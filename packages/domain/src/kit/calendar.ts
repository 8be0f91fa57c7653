/**
 * Calculates with calendar dates and months, without a clock. A date is `YYYY-MM-DD` in the proleptic Gregorian
 * calendar, a month is `YYYY-MM`, an instant is Unix milliseconds UTC. A time zone is passed as a function that returns
 * how many minutes local time is ahead of UTC at an instant.
 *
 * Invariants: addDays(a, daysBetween(a, b)) = b. Dates compare like their texts. Every instant is in exactly one month
 * of a zone, and monthStartMs is the first instant of that month.
 * Day numbers follow Hinnant, "chrono-Compatible Low-Level Date Algorithms" (days_from_civil).
 */
import { brandOf } from './brand.ts';
import type { CalendarDate, CalendarMonth } from './brand.ts';

export type OffsetMinutesAt = (instantMs: number) => number;

export const dayMs = 86_400_000;
export const hourMs = 3_600_000;
export const minuteMs = 60_000;

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const monthPattern = /^(\d{4})-(0[1-9]|1[0-2])$/;

interface CivilDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function civilOf(text: string): CivilDay | null {
  const match = datePattern.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return { year, month, day };
}

function dayNumberOf({ year, month, day }: CivilDay): number {
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function civilOfDayNumber(dayNumber: number): CivilDay {
  const shifted = dayNumber + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthIndex = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthIndex + 2) / 5) + 1;
  const month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

const dateRule = brandOf('CalendarDate', (text: string) => civilOf(text) !== null);
const monthRule = brandOf(
  'CalendarMonth',
  (text: string) => monthPattern.test(text) && !text.startsWith('0000'),
);

export const isCalendarDate = (text: string): text is CalendarDate => dateRule.is(text);
export const calendarDate = dateRule.of;
export const isCalendarMonth = (text: string): text is CalendarMonth => monthRule.is(text);
export const calendarMonth = monthRule.of;

function requireCivil(date: CalendarDate): CivilDay {
  const civil = civilOf(date);
  if (civil === null) throw new Error('a calendar date that is none');
  return civil;
}

function dateText({ year, month, day }: CivilDay): CalendarDate {
  const two = (part: number): string => String(part).padStart(2, '0');
  return calendarDate(`${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`);
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateText(civilOfDayNumber(dayNumberOf(requireCivil(date)) + days));
}

/** Returns the days from `from` to `to`: 0 on the same day, negative if `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumberOf(requireCivil(to)) - dayNumberOf(requireCivil(from));
}

/** Returns the calendar date in the zone at the instant. */
export function dateInZone(instantMs: number, offsetMinutesAt: OffsetMinutesAt): CalendarDate {
  const localMs = instantMs + offsetMinutesAt(instantMs) * minuteMs;
  return dateText(civilOfDayNumber(Math.floor(localMs / dayMs)));
}

function monthOfDate(date: CalendarDate): CalendarMonth {
  return calendarMonth(date.slice(0, 7));
}

export function monthInZone(instantMs: number, offsetMinutesAt: OffsetMinutesAt): CalendarMonth {
  return monthOfDate(dateInZone(instantMs, offsetMinutesAt));
}

function firstDayOfMonth(month: CalendarMonth): CalendarDate {
  return calendarDate(`${month}-01`);
}

export function nextMonth(month: CalendarMonth): CalendarMonth {
  return monthOfDate(addDays(firstDayOfMonth(month), 31));
}

/**
 * Returns the first instant of the date in the zone. If the clock change skips midnight, it is the first instant after
 * the gap.
 */
export function dateStartMs(date: CalendarDate, offsetMinutesAt: OffsetMinutesAt): number {
  const localMs = dayNumberOf(requireCivil(date)) * dayMs;
  const before = localMs - offsetMinutesAt(localMs - dayMs) * minuteMs;
  const after = localMs - offsetMinutesAt(localMs + dayMs) * minuteMs;
  const candidates = [Math.min(before, after), Math.max(before, after)];
  const exact = candidates.find((ms) => ms + offsetMinutesAt(ms) * minuteMs === localMs);
  return exact ?? Math.max(before, after);
}

export function monthStartMs(month: CalendarMonth, offsetMinutesAt: OffsetMinutesAt): number {
  return dateStartMs(firstDayOfMonth(month), offsetMinutesAt);
}

/** Returns the number of calendar days in a period, including both ends; 0 or negative if the ends are reversed. */
function calendarDaysSpanned(from: CalendarDate, to: CalendarDate): number {
  return daysBetween(from, to) + 1;
}

/** A search period must span fewer calendar days than this. */
const searchPeriodLimitDays = 62;

export type PeriodFault = 'input/period-missing' | 'input/period-too-long' | 'input/date';

/** Returns why the period may not be searched, or `null`. */
export function judgeSearchPeriod(from: CalendarDate | null, to: CalendarDate | null): PeriodFault | null {
  if (from === null || to === null) return 'input/period-missing';
  const days = calendarDaysSpanned(from, to);
  if (days < 1) return 'input/date';
  return days < searchPeriodLimitDays ? null : 'input/period-too-long';
}
