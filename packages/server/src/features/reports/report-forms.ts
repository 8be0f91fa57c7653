/** Formats numbers, durations and times in a report's language and in the hospital's time zone. */
import { hourMs } from '@rhythmdesk/domain/kit/calendar';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { isBelowShown, leastPercent } from '@rhythmdesk/domain/kit/small-shares';
import { zoneClock } from '@rhythmdesk/domain/kit/wall-clock';
import { reportWords } from './report-words.ts';

export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{([a-z_]+)\}/g, (_all, name: string) => values[name] ?? '');

/** Joins the non-empty parts to one line. */
export const filled = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' · ');

const locales = { en: 'en-GB', ja: 'ja-JP', ko: 'ko-KR', zh: 'zh-CN' } as const satisfies Record<
  Language,
  string
>;

/** Printed where nothing could be measured. */
export const absent = '–';

const quarterMs = hourMs / 4;

/** Returns the zone (` GMT+2`) of a time that the clocks show twice, otherwise nothing. */
function twiceShown(locale: string, timeZone: string): (atMs: number) => string {
  const { shown, instants } = zoneClock(timeZone);
  const named = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' });
  // Clocks are changed at no other time than a quarter of an hour.
  const known = new Map<number, string>();
  return (atMs) => {
    const quarter = Math.floor(atMs / quarterMs);
    const zone =
      known.get(quarter) ??
      (instants(shown(atMs)).length > 1
        ? ` ${named.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''}`
        : '');
    known.set(quarter, zone);
    return zone;
  };
}

export function formsOf(language: Language, time_zone: string) {
  const { units } = reportWords[language];
  const locale = locales[language];
  const format = (options: Intl.DateTimeFormatOptions): ((atMs: number) => string) => {
    const made = new Intl.DateTimeFormat(locale, { timeZone: time_zone, hourCycle: 'h23', ...options });
    return (atMs) => made.format(atMs);
  };
  const zoneAt = twiceShown(locale, time_zone);
  /** The format of a time of day; a time that occurs twice, when the clocks are set back, has its zone after it. */
  const timed = (options: Intl.DateTimeFormatOptions): ((atMs: number) => string) => {
    const of = format(options);
    return (atMs) => `${of(atMs)}${zoneAt(atMs)}`;
  };
  const count = (value: number): string => new Intl.NumberFormat(locale).format(value);
  const fixed = (value: number, digits: number): string =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
      value,
    );
  const unit = (name: keyof typeof units, value: string): string => fill(units[name], { n: value });
  const orAbsent = (of: (value: number) => string) => (value: number | null) =>
    value === null ? absent : of(value);
  const gap = language === 'en' || language === 'ko' ? ' ' : '';
  const length = (seconds: number): string => {
    if (Math.round(seconds) < 60) return unit('second', fixed(seconds, seconds < 10 ? 1 : 0));
    const minutes = Math.round(seconds / 60);
    const parts = [
      ['day', Math.floor(minutes / 1440)],
      ['hour', Math.floor(minutes / 60) % 24],
      ['minute', minutes % 60],
    ] as const;
    const first = parts.findIndex(([, value]) => value > 0);
    return parts
      .slice(first, first + 2)
      .filter(([, value]) => value > 0)
      .map(([name, value]) => unit(name, String(value)))
      .join(gap);
  };
  return {
    count,
    fixed,
    length,
    percent: (share: number): string =>
      isBelowShown(share, 1) ? `< ${fixed(leastPercent(1), 1)} %` : `${fixed(100 * share, 1)} %`,
    bpm: orAbsent((value) => unit('bpm', String(Math.round(value)))),
    whole: orAbsent((value) => String(Math.round(value))),
    ms: orAbsent((value) => unit('ms', String(Math.round(value)))),
    seconds: orAbsent((value) => unit('second', fixed(value / 1000, 2))),
    /** 12 Nov 02:11:30 */
    moment: timed({ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' }),
    minute: timed({ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' }),
    /** 12 Nov 2026, 02:11 GMT+9 */
    zoned: format({
      ...({ year: 'numeric', month: 'short', day: 'numeric' } as const),
      ...({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const),
    }),
    day: format({ month: 'short', day: 'numeric' }),
    weekday: format({ weekday: 'short', month: 'short', day: 'numeric' }),
    hour: timed({ hour: '2-digit', minute: '2-digit' }),
    /** A time of day of several days. */
    timeOfDay: format({ hour: '2-digit', minute: '2-digit' }),
    unit,
  };
}
export type ReportForms = ReturnType<typeof formsOf>;
