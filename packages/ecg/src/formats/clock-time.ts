// Reads the clocks of foreign files: a date and a time that exist, in every usual spelling. What is no date is no start.
//
// Clocks are read as UTC; the caller shifts them once the zone is known.

/** The first letters of months in the languages of recorders, without accents. */
const months: readonly RegExp[] = [
  ...[
    /^(?:jan|ene|gen)/,
    /^(?:feb|fev)/,
    /^(?:mar|mrz|maa|mrt)/,
    /^(?:apr|abr|avr)/,
    /^(?:may|mai|mag|mei|maj)/,
  ],
  ...[/^(?:jun|giu|juin)/, /^(?:jul|lug|juil)/, /^(?:aug|ago|aou)/, /^(?:sep|set)/, /^(?:oct|okt|ott|out)/],
  ...[/^nov/, /^(?:dec|dez|dic|des)/],
];

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
  const letters = text
    .normalize('NFD')
    .replace(/[^a-z\d]/gi, '')
    .toLowerCase();
  return /^\d+$/.test(letters) ? Number(letters) : months.findIndex((month) => month.test(letters)) + 1;
}

const between = '[-./:,·\\s]\\s*';
const isoDate = new RegExp(`^(\\d{4})${between}(\\d{1,2})${between}(\\d{1,2})$`, 'u');
const dayFirst = new RegExp(`^(\\d{1,2})${between}(\\d{1,2}|\\p{L}{3,9})\\.?${between}(\\d{2}|\\d{4})$`, 'u');
const compactDate =
  /^(?:(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)|(?<day>\d\d)(?<month>\d\d|\p{L}{3,4})(?<year>\d\d|\d{4}))$/u;

/**
 * Reads a date, day first or ISO: `05.11.26`, `5/11/2026`, `05-NOV-2026`, `05NOV26`, `2026-11-05`, `20261105`. Null if
 * the text is no date; whether the date exists is checked by `clockMs`. Two-digit years are read only if `twoDigits`
 * allows it.
 */
export function parseDate(text: string, twoDigits: boolean): CalendarDate | null {
  const iso = isoDate.exec(text);
  if (iso !== null) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
  const { y, m, d, ...parts } = compactDate.exec(text)?.groups ?? {};
  if (y !== undefined) return { year: Number(y), month: Number(m), day: Number(d) };
  const usual = dayFirst.exec(text);
  const { day = usual?.[1], month = usual?.[2], year = usual?.[3] } = parts;
  if (day === undefined || month === undefined || year === undefined) return null;
  if (year.length === 2 && !twoDigits) return null;
  return { year: fullYear(year), month: monthOf(month), day: Number(day) };
}

const usualTime =
  /^(\d{1,2})[:.,\-h\s](\d{1,2})(?:[:.,\-m\s](\d{1,2}(?:[.,]\d+)?)s?)?m?\s*(?:([ap])\.?m\.?)?$/i;

/** Reads a time: `08.05.09`, `8:05`, `08:05:09.250`, `080509`, `8h05`, `8:05 PM`. Null if the text is no time. */
export function parseTime(text: string): [hour: number, minute: number, second: number] | null {
  const [, hour = '', minute = '', second = '0', half = ''] =
    usualTime.exec(text) ?? /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (hour === '') return null;
  const own = Number(hour);
  // A clock of twelve hours has no hour 0 and none above 12.
  if (half !== '' && (own === 0 || own > 12)) return null;
  const hours = half === '' ? own : (own % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return [hours, Number(minute), Number(second.replace(',', '.'))];
}
