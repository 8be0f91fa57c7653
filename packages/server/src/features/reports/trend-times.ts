/** Chooses the times that are written below the heart rate of a report. */
import { dayMs, hourMs } from '@rhythmdesk/domain/kit/calendar';
import { zoneClock } from '@rhythmdesk/domain/kit/wall-clock';

const minuteMs = 60_000;
const shortSteps = [5, 10, 15, 30, 60].map((minutes) => minutes * minuteMs);
const mostLabels = 12;
const mostDays = 14;

function stepOf(lengthMs: number, isLong: boolean): number {
  if (isLong) return dayMs * Math.ceil(lengthMs / dayMs / mostDays);
  const short = shortSteps.find((step) => lengthMs / step <= mostLabels);
  return short ?? hourMs * Math.ceil(lengthMs / hourMs / mostLabels);
}

type Recorded = { readonly start: string; readonly duration_s: number; readonly time_zone: string };

/**
 * Returns the midnights of a long recording, or every few hours or minutes of a short one, never more than fit side by
 * side.
 */
export function labelTimes({ start, duration_s, time_zone }: Recorded) {
  const from = Date.parse(start);
  const length = 1000 * duration_s;
  const clock = zoneClock(time_zone);
  const isLong = length > 2.5 * dayMs;
  const step = stepOf(length, isLong);
  const times: number[] = [];
  for (let wall = Math.ceil(clock.shown(from) / step) * step; wall < clock.shown(from + length); wall += step)
    times.push(clock.instant(wall));
  return { times, isLong };
}
