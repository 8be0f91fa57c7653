/**
 * When a message may come: the quiet hours of a day, and the moments at which digests are sent, both as the wall clock
 * of the user's zone shows them. Minutes count from midnight; hours that end before they begin go over midnight.
 *
 *   quietEndMs({ from_minute: 22 * 60, to_minute: 7 * 60 }, 'Asia/Seoul', 23:10 in Seoul)   → 07:00 in Seoul
 *
 * Laws: whoever is told at the end of the quiet hours is told later than now and not in quiet hours; outside of them the
 * end is null. The digest's moment is never after now, the next one always is, and both lie on the digest's hour.
 */
import { dayMs, hourMs } from '../kit/calendar.ts';
import { daysSinceMonday, zoneClock } from '../kit/wall-clock.ts';

export interface QuietHours {
  readonly from_minute: number;
  /** The first minute that is not quiet any more. */
  readonly to_minute: number;
}

const minuteMs = 60_000;

function isQuietAt({ from_minute, to_minute }: QuietHours, minute: number): boolean {
  if (from_minute <= to_minute) return from_minute <= minute && minute < to_minute;
  return from_minute <= minute || minute < to_minute;
}

/** When the quiet hours end in which this instant lies; null where it lies in none. */
export function quietEndMs(quiet: QuietHours | null, timeZone: string, nowMs: number): number | null {
  if (quiet === null) return null;
  const clock = zoneClock(timeZone);
  const isQuiet = (ms: number): boolean => isQuietAt(quiet, Math.floor((clock.shown(ms) % dayMs) / minuteMs));
  if (!isQuiet(nowMs)) return null;
  const wall = clock.shown(nowMs);
  const endOfDay = wall - (wall % dayMs) + quiet.to_minute * minuteMs;
  // Where summer time begins or ends in between, the wall may not show the end yet, or may have shown it before.
  let end = Math.max(nowMs, clock.instant(endOfDay > wall ? endOfDay : endOfDay + dayMs));
  while (isQuiet(end)) end += minuteMs;
  return end;
}

export const digestRhythms = ['day', 'week'] as const;
export type DigestRhythm = (typeof digestRhythms)[number];

/** Digests are read before the day's work; the weekly one on Monday. */
const digestHour = 7;

/** The last moment up to now at which a digest was due: it holds what came before it. */
export function digestMomentMs(rhythm: DigestRhythm, timeZone: string, nowMs: number): number {
  const clock = zoneClock(timeZone);
  const wall = clock.shown(nowMs);
  const back = rhythm === 'week' ? daysSinceMonday(wall) : 0;
  const latest = wall - (wall % dayMs) - back * dayMs + digestHour * hourMs;
  const moment = clock.instant(latest);
  return moment <= nowMs ? moment : clock.instant(latest - (rhythm === 'week' ? 7 : 1) * dayMs);
}
