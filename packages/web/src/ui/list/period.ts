/**
 * Defines and checks the search period: calendar dates, both included, under 62 days. Source: specification, section 9.
 */
import {
  addDays,
  calendarDate,
  isCalendarDate,
  judgeSearchPeriod,
  type PeriodFault,
} from '@rhythmdesk/domain/kit/calendar';

export type Period = { readonly from: string; readonly to: string };

/** Returns the period of `days` days that ends today. */
export function lastDays(today: string, days: number): Period {
  return { from: addDays(calendarDate(today), 1 - days), to: today };
}

/** Returns today in this browser's calendar. */
export function localToday(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(now.getFullYear())}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The last part of the text key of each fault. */
export const periodFaultWords = {
  'input/period-missing': 'missing',
  'input/period-too-long': 'too-long',
  'input/date': 'date',
} as const satisfies Record<PeriodFault, string>;

/** Returns why a period is invalid, or null. */
export function periodFault({ from, to }: Period): PeriodFault | null {
  if (from === '' || to === '') return 'input/period-missing';
  if (!isCalendarDate(from) || !isCalendarDate(to)) return 'input/date';
  return judgeSearchPeriod(from, to);
}
