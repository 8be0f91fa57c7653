/**
 * Converts between instants and the local time of a time zone, with the runtime's time zone tables. The server, the
 * page and the tools all use this implementation. A local time is stored as Unix milliseconds, as if its digits were
 * UTC.
 *
 *   const seoul = zoneClock('Asia/Seoul');
 *   seoul.shown(2026-11-05T23:30Z)      → 2026-11-06T08:30 (as Unix milliseconds of these digits in UTC)
 *   seoul.instant(2026-11-06T08:30)     → 2026-11-05T23:30Z
 *   dateIn('Asia/Seoul', instant)       → '2026-11-06'
 *
 * Invariant: `instant` is the inverse of `shown`. Of a local time that occurs twice, when summer time ends, it returns
 * the first; a local time that is skipped, when summer time begins, moves behind the gap by the length of the gap. This
 * is the disambiguation `compatible` of ECMAScript's Temporal.
 */
import type { CalendarDate } from './brand.ts';
import { dateInZone, dayMs, hourMs, minuteMs } from './calendar.ts';

export interface ZoneClock {
  /** Returns the local time at an instant. */
  readonly shown: (atMs: number) => number;
  /** Returns the instant of a local time. */
  readonly instant: (wallMs: number) => number;
  /** Returns both instants, in order, of a local time that occurs twice; otherwise the one of `instant`. */
  readonly instants: (wallMs: number) => readonly number[];
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

/** The clocks so far, by their zones. */
const clocks = new Map<string, ZoneClock>();
/** More than there are zones. */
const mostClocks = 1000;
/** Days of which a clock keeps the distance to UTC. */
const mostDays = 1000;

/** Returns the clock of a zone. Throws a `RangeError` if there is no such zone. */
export function zoneClock(timeZone: string): ZoneClock {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = makeClock(timeZone);
  if (clocks.size < mostClocks) clocks.set(timeZone, clock);
  return clock;
}

function makeClock(timeZone: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, ...form });
  const shownByFormat = (atMs: number): number => {
    const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
    const day = Date.UTC(part('year'), part('month') - 1, part('day'));
    const seconds = (part('hour') * 60 + part('minute')) * 60 + part('second');
    return day + seconds * 1000 + (((atMs % 1000) + 1000) % 1000);
  };
  // A formatter takes a hundred times longer than a lookup, and a list converts the same day in every row.
  const offsets = new Map<number, number | null>();
  /** Returns the distance to UTC throughout a day of UTC; null if it changes, at most once in two days. */
  const offsetOfDay = (day: number): number | null => {
    const known = offsets.get(day);
    if (known !== undefined) return known;
    const [first, last] = [day * dayMs, (day + 1) * dayMs].map((atMs) => shownByFormat(atMs) - atMs);
    const offset = first === last && first !== undefined ? first : null;
    if (offsets.size === mostDays) offsets.clear();
    offsets.set(day, offset);
    return offset;
  };
  const offsetAt = (atMs: number): number =>
    offsetOfDay(Math.floor(atMs / dayMs)) ?? shownByFormat(atMs) - atMs;
  const shown = (atMs: number): number => atMs + offsetAt(atMs);
  const instant = (wallMs: number): number => {
    // No zone is a day or more away from UTC, and none changes its clock twice within two days.
    const before = wallMs - offsetAt(wallMs - dayMs);
    const after = wallMs - offsetAt(wallMs + dayMs);
    return before === after || shown(before) === wallMs || shown(after) !== wallMs ? before : after;
  };
  const instants = (wallMs: number): number[] => {
    const first = instant(wallMs);
    const second = wallMs - offsetAt(wallMs + dayMs);
    return second > first && shown(second) === wallMs ? [first, second] : [first];
  };
  return { shown, instant, instants };
}

/** Returns the minutes between UTC and the local time of a zone: 540 in Seoul. */
export function offsetMinutes(timeZone: string, atMs: number): number {
  return Math.round((zoneClock(timeZone).shown(atMs) - atMs) / minuteMs);
}

/** Returns the calendar date in a zone, `YYYY-MM-DD`. */
export function dateIn(timeZone: string, atMs: number): CalendarDate {
  return dateInZone(zoneClock(timeZone).shown(atMs), () => 0);
}

/** Returns the time of day in a zone in hours, from 0 to below 24: half past nine is 9.5. */
export function hourIn(timeZone: string, atMs: number): number {
  return (zoneClock(timeZone).shown(atMs) % dayMs) / hourMs;
}

/** Returns the weekday of a local time, Monday is 0. Day 0 of Unix time was a Thursday. */
export const daysSinceMonday = (wallMs: number): number => (Math.floor(wallMs / dayMs) + 3) % 7;
