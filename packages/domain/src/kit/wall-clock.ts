/**
 * Instants and what the clock on the wall of a time zone shows then, by the runtime's own time zone tables: the one
 * implementation for the server, the page and the tools. A wall reading is written as if the wall were UTC.
 *
 *   const seoul = zoneClock('Asia/Seoul');
 *   seoul.shown(2026-11-05T23:30Z)      → 2026-11-06T08:30 (as Unix milliseconds of these digits in UTC)
 *   seoul.instant(2026-11-06T08:30)     → 2026-11-05T23:30Z
 *   dateIn('Asia/Seoul', instant)       → '2026-11-06'
 *
 * Law: `instant` undoes `shown`, but for the hour that a zone lives twice when its summer ends.
 */
import type { CalendarDate } from './brand.ts';
import { dateInZone, dayMs, hourMs } from './calendar.ts';

export interface ZoneClock {
  /** What the wall shows at an instant. */
  readonly shown: (atMs: number) => number;
  /** The instant at which the wall shows a reading. */
  readonly instant: (wallMs: number) => number;
}

const form = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

/** Making a formatter costs far more than using it, so who reads many instants keeps the clock. */
export function zoneClock(timeZone: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, ...form });
  const shown = (atMs: number): number => {
    const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
    const day = Date.UTC(part('year'), part('month') - 1, part('day'));
    const seconds = (part('hour') * 60 + part('minute')) * 60 + part('second');
    return day + seconds * 1000 + (((atMs % 1000) + 1000) % 1000);
  };
  const instant = (wallMs: number): number => {
    const guess = wallMs - (shown(wallMs) - wallMs);
    return guess - (shown(guess) - wallMs);
  };
  return { shown, instant };
}

/** The calendar date in a zone, `YYYY-MM-DD`. */
export function dateIn(timeZone: string, atMs: number): CalendarDate {
  return dateInZone(zoneClock(timeZone).shown(atMs), () => 0);
}

/** The time of day in a zone in hours, 0 up to 24: half past nine is 9.5. */
export function hourIn(timeZone: string, atMs: number): number {
  return (zoneClock(timeZone).shown(atMs) % dayMs) / hourMs;
}

/** The weekday of a wall reading, Monday 0: the day 0 of Unix time was a Thursday. */
export const daysSinceMonday = (wallMs: number): number => (Math.floor(wallMs / dayMs) + 3) % 7;
