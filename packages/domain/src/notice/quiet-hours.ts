/**
 * Calculates when a message may be sent: the quiet hours of a day and the moments at which digests are sent, both in
 * the user's local time. Minutes count from midnight. Hours that end before they begin continue past midnight.
 *
 *   quietEndMs({ from_minute: 22 * 60, to_minute: 7 * 60 }, 'Asia/Seoul', 23:10 in Seoul)   → 07:00 in Seoul
 *
 * Invariants: the end of the quiet hours is later than now and not in quiet hours; outside of them it is null. The
 * digest's moment is never after now, the next one always is, and both are at the digest's hour.
 */
import { dayMs, hourMs } from '../kit/calendar.ts';
import { daysSinceMonday, zoneClock } from '../kit/wall-clock.ts';

export interface QuietHours {
  readonly from_minute: number;
  /** The first minute that is no longer quiet. */
  readonly to_minute: number;
}

const minuteMs = 60_000;

function isQuietAt({ from_minute, to_minute }: QuietHours, minute: number): boolean {
  if (from_minute <= to_minute) return from_minute <= minute && minute < to_minute;
  return from_minute <= minute || minute < to_minute;
}

/** Returns when the current quiet hours end; null outside quiet hours. */
export function quietEndMs(quiet: QuietHours | null, timeZone: string, nowMs: number): number | null {
  if (quiet === null) return null;
  const clock = zoneClock(timeZone);
  const isQuiet = (ms: number): boolean => isQuietAt(quiet, Math.floor((clock.shown(ms) % dayMs) / minuteMs));
  if (!isQuiet(nowMs)) return null;
  const wall = clock.shown(nowMs);
  const endOfDay = wall - (wall % dayMs) + quiet.to_minute * minuteMs;
  // If summer time begins or ends in between, local time may not have reached the end yet, or may have passed it
  // before.
  let end = Math.max(nowMs, clock.instant(endOfDay > wall ? endOfDay : endOfDay + dayMs));
  while (isQuiet(end)) end += minuteMs;
  return end;
}

export const digestRhythms = ['day', 'week'] as const;
export type DigestRhythm = (typeof digestRhythms)[number];

/** Digests are sent before the working day; the weekly one on Monday. */
const digestHour = 7;

/** Returns the latest moment up to now at which a digest was due. The digest contains what came before it. */
export function digestMomentMs(rhythm: DigestRhythm, timeZone: string, nowMs: number): number {
  const clock = zoneClock(timeZone);
  const wall = clock.shown(nowMs);
  const back = rhythm === 'week' ? daysSinceMonday(wall) : 0;
  const latest = wall - (wall % dayMs) - back * dayMs + digestHour * hourMs;
  const moment = clock.instant(latest);
  return moment <= nowMs ? moment : clock.instant(latest - (rhythm === 'week' ? 7 : 1) * dayMs);
}
