/** Fits the axes of the plots to the recording: to its intervals, and to the part of a day that was recorded. */
import { hourMs } from '@rhythmdesk/domain/kit/calendar';
import type { PlotArea } from '@rhythmdesk/ecg/reading/beat-plots';
import { msAt, type RecordingClock } from '../../../../trace/time/time-scale.ts';
import type { WallClock } from '../../../../trace/time/wall-clock.ts';
import { couplingRows, type PlotDay, type PlotModel } from './plot-model.ts';

const binMs = 10;
const mostMs = 5000;
/**
 * The share of the shortest and of the longest intervals that may be outside, so that one artefact does not squeeze the
 * rest. A histogram of rates shows less of a rare beat than a point does.
 */
const outside = { points: 0.0005, rates: 0.005 } as const;
/** Space between the outermost beats and the frame. */
const marginMs = 50;
const leastMs = 400;

type Range = PlotArea['x'];

/** The range that contains nearly all intervals, in whole steps of 100 ms. */
function intervalRange(before: Float32Array, outside: number): Range {
  const counts = new Uint32Array(mostMs / binMs);
  let total = 0;
  for (const ms of before) {
    if (!(ms > 0 && ms < mostMs)) continue;
    const bin = Math.floor(ms / binMs);
    counts[bin] = (counts[bin] ?? 0) + 1;
    total += 1;
  }
  if (total === 0) return { from: 200, to: 2000 };
  const reaches = (share: number): number => {
    let [bin, sum] = [0, counts[0] ?? 0];
    while (sum <= share * total && bin < counts.length - 1) sum += counts[++bin] ?? 0;
    return bin * binMs;
  };
  const from = Math.max(0, Math.floor((reaches(outside) - marginMs) / 100) * 100);
  const to = Math.ceil((reaches(1 - outside) + binMs + marginMs) / 100) * 100;
  return { from, to: Math.max(to, from + leastMs) };
}

type PlotAreas = Readonly<Record<'poincare' | 'rr' | 'rate' | 'coupling', PlotArea>>;

export function plotAreas({ intervals }: Pick<PlotModel, 'intervals'>): PlotAreas {
  const rr = intervalRange(intervals.before, outside.points);
  const rated = intervalRange(intervals.before, outside.rates);
  const whole = { from: 0, to: 1 };
  return {
    poincare: { x: rr, y: rr },
    rr: { x: rr, y: whole },
    rate: {
      x: {
        from: Math.floor(6000 / rated.to) * 10,
        to: Math.min(300, Math.ceil(6000 / Math.max(1, rated.from)) * 10),
      },
      y: whole,
    },
    coupling: { x: rr, y: { from: 0, to: couplingRows.length } },
  };
}

/** Steps of the axis of a day, in hours: from five minutes on. */
const daySteps = [1 / 12, 1 / 6, 1 / 4, 1 / 2, 1, 2, 3] as const;
const mostTicks = 9;
/** A day that was recorded for nearly as long is shown from midnight to midnight. */
const wholeDayH = 20;

const stepFor = (hours: number): number => daySteps.find((one) => hours / one <= mostTicks) ?? 3;

/** Returns the recorded hours of a day against the intervals in seconds. */
export function dayArea(
  { start, end, midnightMs, hours }: PlotDay,
  clock: RecordingClock,
  { from, to }: Range,
): PlotArea {
  const [first, last] = [start, end].map((sample) => (msAt(clock, sample) - midnightMs) / hourMs);
  const y = { from: from / 1000, to: to / 1000 };
  if (first === undefined || last === undefined || last - first >= wholeDayH)
    return { x: { from: 0, to: hours }, y };
  const step = stepFor(last - first);
  return {
    x: { from: Math.floor(first / step) * step, to: Math.max(first, Math.ceil(last / step) * step) },
    y,
  };
}

/** Returns the local time of a number of hours since midnight: `09:05`, and `24:00` at the end of the day. */
export const hourText =
  ({ midnightMs, hours }: Pick<PlotDay, 'midnightMs' | 'hours'>, wall: Pick<WallClock, 'minute'>) =>
  (hour: number): string =>
    hour === hours ? '24:00' : wall.minute(midnightMs + Math.round(hour * hourMs));

export function dayTicks({ from, to }: Range): number[] {
  const step = stepFor(to - from);
  return Array.from({ length: Math.floor((to - from) / step + 1e-6) + 1 }, (_, i) => from + i * step);
}

/** Round values within a range, at most about eight. */
export function roundTicks({ from, to }: Range): number[] {
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find(
    (one) => (to - from) / one <= 8,
  );
  if (step === undefined) return [];
  const first = Math.ceil(from / step + 1e-9);
  const values = Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => (first + i) * step);
  return values.filter((value) => value < to);
}
