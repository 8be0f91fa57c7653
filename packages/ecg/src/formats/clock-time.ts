// Reads the clocks of foreign files: a date and a time that exist, in every usual spelling. What is no date is no start.
//
// Clocks are read as UTC; the caller shifts them once the zone is known.

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

export interface CalendarDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** Years of a recorder's clock: portable recorders are younger, and later years are a clock that was never set. */
const isYear = (year: number): boolean => year >= 1900 && year <= 2199;

/** Returns the Unix milliseconds of a clock time; null if there is no such date or time. Seconds may be fractional. */
export function clockMs(
  { year, month, day }: CalendarDate,
  hour: number,
  minute: number,
  second: number,
): number | null {
  const parts = [year, month, day, hour, minute];
  if (!parts.every((part) => Number.isInteger(part)) || !isYear(year)) return null;
  const isTime = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
  const dayMs = Date.UTC(year, month - 1, day);
  const date = new Date(dayMs);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isTime && exists ? dayMs + (hour * 60 + minute) * 60_000 + Math.round(second * 1000) : null;
}

/** The century of a two-digit year (EDF 2.1.3.3): 1985 to 2084. */
const fullYear = (year: string): number =>
  year.length > 2 ? Number(year) : Number(year) + (Number(year) < 85 ? 2000 : 1900);

function monthOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1;
}

/**
 * Reads a date, day first or ISO: `05.11.26`, `5/11/2026`, `05-NOV-2026`, `2026-11-05`. Null if the text is no date;
 * whether the date exists is checked by `clockMs`. Two-digit years are read only if `twoDigits` allows it.
 */
export function parseDate(text: string, twoDigits: boolean): CalendarDate | null {
  const iso = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(text);
  if (iso !== null) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
  const usual = /^(\d{1,2})[-./ ](\d{1,2}|[a-z]{3,9})\.?[-./ ](\d{2}|\d{4})$/i.exec(text);
  const [, day = '', month = '', year = ''] = usual ?? [];
  if (usual === null || (year.length === 2 && !twoDigits)) return null;
  return { year: fullYear(year), month: monthOf(month), day: Number(day) };
}

/** Reads a time: `08.05.09`, `8:05`, `08:05:09.250`, `080509`. Null if the text is no time. */
export function parseTime(text: string): [hour: number, minute: number, second: number] | null {
  const usual = /^(\d{1,2})[:.-](\d{1,2})(?:[:.-](\d{1,2}(?:[.,]\d+)?))?$/.exec(text);
  const [, hour = '', minute = '', second = '0'] = usual ?? /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  return hour === '' ? null : [Number(hour), Number(minute), Number(second.replace(',', '.'))];
}
