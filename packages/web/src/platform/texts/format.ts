/**
 * Formats dates, numbers and amounts by language. The functions are pure: the current time and the time zone are
 * arguments; the default time zone is the browser's. English dates are written day first, with a 24-hour clock, in
 * every hospital.
 */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { isBelowShown, leastPercent } from '@rhythmdesk/domain/kit/small-shares';

const locales = { en: 'en-GB', ja: 'ja-JP', ko: 'ko-KR', zh: 'zh-CN' } as const satisfies Record<
  Language,
  string
>;

type Shape = keyof typeof shapes;

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const shapes = {
  day: { day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  time: clock,
  second: { ...clock, second: '2-digit' },
  dayTime: { day: 'numeric', month: 'short', ...clock },
  dateTime: { day: 'numeric', month: 'short', year: 'numeric', ...clock },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  weekdayName: { weekday: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(language: Language, shape: Shape, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${language} ${shape} ${timeZone ?? ''}`;
  const known = dateFormats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locales[language], {
    ...shapes[shape],
    ...(timeZone ? { timeZone } : {}),
  });
  dateFormats.set(key, made);
  return made;
}

/** Formats an instant (ms since the epoch, or ISO text) in one of the forms. */
export function formatInstant(
  language: Language,
  shape: Shape,
  at: number | string,
  timeZone?: string,
): string {
  return dateFormat(language, shape, timeZone).format(new Date(at));
}

/** Formats an instant, without its year if that is the year of `nowMs`. */
export function formatMoment(
  language: Language,
  at: number | string,
  nowMs: number,
  timeZone?: string,
): string {
  const yearOf = (ms: number) => dateFormat('en', 'date', timeZone).format(new Date(ms)).slice(-4);
  const sameYear = yearOf(new Date(at).getTime()) === yearOf(nowMs);
  return formatInstant(language, sameYear ? 'dayTime' : 'dateTime', at, timeZone);
}

/** Formats two instants as one range, with shared parts written once: `22 Oct – 20 Nov 2026`. */
export function formatRange(
  language: Language,
  shape: Shape,
  from: number,
  to: number,
  timeZone?: string,
): string {
  return dateFormat(language, shape, timeZone).formatRange(new Date(from), new Date(to));
}

/** Formats a calendar date `YYYY-MM-DD`, which no time zone shifts. */
export function formatCalendarDate(language: Language, date: string): string {
  return formatInstant(language, 'date', `${date}T00:00:00Z`, 'UTC');
}

/** Formats an instant as the API writes it, in local time with a space instead of T: `2026-11-20 14:01:40`. */
export function formatStamp(at: number | string, timeZone?: string): string {
  const form = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    ...(timeZone ? { timeZone } : {}),
  });
  return form.format(new Date(at));
}

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
  ['week', 4.35],
  ['month', 12],
] as const;

/** Formats a time relative to now: `3 minutes ago`, `昨日`. Japanese has no space before a unit, as everywhere else. */
export function formatRelative(language: Language, at: number | string, nowMs: number): string {
  const made = new Intl.RelativeTimeFormat(locales[language], { numeric: 'auto' });
  const form = (value: number, unit: Intl.RelativeTimeFormatUnit): string => {
    const text = made.format(value, unit);
    return language === 'ja' ? text.replaceAll(' ', '') : text;
  };
  let amount = (new Date(at).getTime() - nowMs) / 1_000;
  for (const [unit, size] of steps) {
    if (Math.abs(amount) < size) return form(Math.round(amount), unit);
    amount /= size;
  }
  return form(Math.round(amount), 'year');
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/**
 * Caches number formats: creating one takes far longer than using it, and a queue of findings has hundreds of numbers.
 */
function numberFormat(language: Language, digits: number): Intl.NumberFormat {
  const key = `${language} ${String(digits)}`;
  const known = numberFormats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locales[language], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  numberFormats.set(key, made);
  return made;
}

/** Formats a number with grouping and a real minus sign. `digits`: number of decimals. */
export function formatNumber(language: Language, value: number, digits = 0): string {
  return numberFormat(language, digits).format(value).replace('-', '\u2212');
}

/** Formats a share (1 is 100 %) as percent with thin spaces: `2.1 %`, or `< 0.1 %` where it would be rounded to zero. */
export function formatPercent(language: Language, share: number, digits = 1): string {
  if (isBelowShown(share, digits))
    return `<\u202f${formatNumber(language, leastPercent(digits), digits)}\u202f%`;
  return `${formatNumber(language, share * 100, digits)}\u202f%`;
}

/** Joins names as the language does: `V1, V2 and V3`. */
export function formatList(language: Language, names: readonly string[]): string {
  return new Intl.ListFormat(locales[language], { type: 'conjunction', style: 'narrow' }).format(names);
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Formats bytes in decimal units with at most three digits: `598 MB`, `1.54 GB`. */
export function formatBytes(language: Language, bytes: number): string {
  let value = Math.max(0, bytes);
  let step = 0;
  while (value >= 999.5 && step < byteUnits.length - 1) {
    value /= 1_000;
    step += 1;
  }
  const digits = step === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${formatNumber(language, value, digits)}\u00a0${byteUnits[step] ?? 'B'}`;
}

/** Formats money in minor units of its currency: `₩38,000`. */
export function formatMoney(language: Language, minor: number, currency: string): string {
  const form = new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  const digits = form.resolvedOptions().maximumFractionDigits ?? 0;
  // The wide yen sign of Japanese has a space before its digits.
  return form
    .format(minor / 10 ** digits)
    .replace('￥', '¥')
    .replace('-', '\u2212');
}

/** Returns the number of calendar days from `at` to `nowMs` in a time zone: 0 today, 1 yesterday, −1 tomorrow. */
export function dayDistance(at: number, nowMs: number, timeZone?: string): number {
  const dayOf = (ms: number) => Date.parse(`${formatStamp(ms, timeZone).slice(0, 10)}T00:00:00Z`);
  return Math.round((dayOf(nowMs) - dayOf(at)) / 86_400_000);
}
