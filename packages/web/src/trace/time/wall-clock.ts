/**
 * Times as the hospital's wall shows them.
 *
 * The recording is stored in UTC; every label, night and midnight on screen is in the hospital's time zone,
 * so that a change to or from summer time falls where it fell.
 */
import { dayMs, hourMs } from '@rhythmdesk/domain/kit/calendar';
import { zoneClock } from '@rhythmdesk/domain/kit/wall-clock';

export type Span = { readonly fromMs: number; readonly toMs: number };

export type WallClock = {
  readonly timeZone: string;
  /** `02:11:23` */
  readonly second: (ms: number) => string;
  /** `02:11` */
  readonly minute: (ms: number) => string;
  /** `02:11:23.486` */
  readonly milli: (ms: number) => string;
  /** Weekday and day of the month, by language: `Wed 11` */
  readonly day: (ms: number) => string;
  /** Weekday, day and month: `Wed, 11 Nov` */
  readonly date: (ms: number) => string;
  /** Local midnights inside a span. */
  readonly midnights: (span: Span) => number[];
  /** 22:00 to 06:00 local, cut to the span. */
  readonly nights: (span: Span) => Span[];
  /** Calendar days between the days of two instants. */
  readonly daysBetween: (fromMs: number, toMs: number) => number;
  /** What the wall shows at an instant, as if the wall were UTC, and the instant at which it shows that. */
  readonly shown: (ms: number) => number;
  readonly instant: (wallMs: number) => number;
};

export function createWallClock(timeZone: string, locale: string): WallClock {
  const { shown, instant } = zoneClock(timeZone);
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
    minute: (ms) => timeOf(ms).slice(0, 2).join(':'),
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
    instant,
  };
}
