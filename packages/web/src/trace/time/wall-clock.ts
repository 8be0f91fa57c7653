/**
 * Formats times in the hospital's time zone.
 *
 * The recording is stored in UTC; every label, night and midnight on screen is in the hospital's time zone, so that a
 * daylight saving change is shown when it happened there.
 */
import { dayMs, hourMs } from '@rhythmdesk/domain/kit/calendar';
import { zoneClock } from '@rhythmdesk/domain/kit/wall-clock';

export type Span = { readonly fromMs: number; readonly toMs: number };

export type WallClock = {
  readonly timeZone: string;
  /** `02:11:23` */
  readonly second: (ms: number) => string;
  /** `02:11`; `01:45 BST` of a time that occurs twice, when summer time ends */
  readonly minute: (ms: number) => string;
  /** `02:11:23.486` */
  readonly milli: (ms: number) => string;
  /** Weekday and day of the month, by language: `Wed 11` */
  readonly day: (ms: number) => string;
  /** Weekday, day and month: `Wed, 11 Nov` */
  readonly date: (ms: number) => string;
  /** Local midnights inside a span. */
  readonly midnights: (span: Span) => number[];
  /** 22:00 to 06:00 local, clamped to the span. */
  readonly nights: (span: Span) => Span[];
  /** Calendar days between the days of two instants. */
  readonly daysBetween: (fromMs: number, toMs: number) => number;
  /** Converts between an instant and the local wall-clock time at it, encoded as if the wall clock were UTC. */
  readonly shown: (ms: number) => number;
  readonly instant: (wallMs: number) => number;
  /** Both instants of a local time that occurs twice. */
  readonly instants: (wallMs: number) => readonly number[];
  /** Abbreviation of the zone at an instant: `BST`, `GMT+9`. */
  readonly zone: (ms: number) => string;
};

const quarterMs = hourMs / 4;

export function createWallClock(timeZone: string, locale: string): WallClock {
  const { shown, instant, instants } = zoneClock(timeZone);
  const zoneFormat = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' });
  const zone = (ms: number): string =>
    zoneFormat.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  /** By quarter of an hour, since clocks are changed at none other. */
  const suffixes = new Map<number, string>();
  const suffixOf = (ms: number): string => {
    const quarter = Math.floor(ms / quarterMs);
    const known = suffixes.get(quarter);
    if (known !== undefined) return known;
    const suffix = instants(shown(ms)).length > 1 ? ` ${zone(ms)}` : '';
    suffixes.set(quarter, suffix);
    return suffix;
  };
  const localDay = (ms: number): number => Math.floor(shown(ms) / dayMs);
  const two = (value: number): string => String(value).padStart(2, '0');

  const timeOf = (ms: number): [string, string, string] => {
    const wall = new Date(shown(ms));
    return [two(wall.getUTCHours()), two(wall.getUTCMinutes()), two(wall.getUTCSeconds())];
  };
  const dayFormat = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short', day: 'numeric' });
  const dateFormat = new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });

  return {
    timeZone,
    second: (ms) => timeOf(ms).join(':'),
    minute: (ms) => `${timeOf(ms).slice(0, 2).join(':')}${suffixOf(ms)}`,
    milli: (ms) => `${timeOf(ms).join(':')}.${String(Math.floor(ms) % 1000).padStart(3, '0')}`,
    day: (ms) => dayFormat.format(ms),
    date: (ms) => dateFormat.format(ms),
    midnights: ({ fromMs, toMs }) => {
      const found: number[] = [];
      for (let day = localDay(fromMs); day <= localDay(toMs); day += 1) {
        const at = instant(day * dayMs);
        if (at >= fromMs && at <= toMs) found.push(at);
      }
      return found;
    },
    nights: ({ fromMs, toMs }) => {
      const found: Span[] = [];
      for (let day = localDay(fromMs) - 1; day <= localDay(toMs); day += 1) {
        const from = Math.max(fromMs, instant(day * dayMs + 22 * hourMs));
        const to = Math.min(toMs, instant((day + 1) * dayMs + 6 * hourMs));
        if (to > from) found.push({ fromMs: from, toMs: to });
      }
      return found;
    },
    daysBetween: (fromMs, toMs) => localDay(toMs) - localDay(fromMs),
    shown,
    ...{ instant, instants, zone },
  };
}
