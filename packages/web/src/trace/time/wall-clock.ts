/**
 * Times as the hospital's wall shows them.
 *
 * The recording is stored in UTC; every label, night and midnight on screen is in the hospital's time zone,
 * through the browser's own time zone tables, so that a change to or from summer time falls where it fell.
 */
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

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The wall's reading at an instant, as if the wall were UTC. */
function createReading(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (ms) => {
    const part = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const of = (name: Intl.DateTimeFormatPartTypes): number => part.get(name) ?? 0;
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  };
}

export function createWallClock(timeZone: string, locale: string): WallClock {
  const reading = createReading(timeZone);
  const offsetMs = (ms: number): number => reading(ms) - Math.floor(ms / 1000) * 1000;
  /** The instant at which the wall shows a reading. */
  const instant = (wallMs: number): number => wallMs - offsetMs(wallMs - offsetMs(wallMs));
  const localDay = (ms: number): number => Math.floor((ms + offsetMs(ms)) / dayMs);
  const two = (value: number): string => String(value).padStart(2, '0');

  const timeOf = (ms: number): [string, string, string] => {
    const wall = new Date(ms + offsetMs(ms));
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
    shown: (ms) => ms + offsetMs(ms),
    instant,
  };
}
