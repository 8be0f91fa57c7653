/**
 * Computes the day of a recording that spans several days, counted from 1. A time of day alone would be ambiguous
 * there.
 */
import type { RecordingClock } from './time-scale.ts';
import { msAt } from './time-scale.ts';
import type { WallClock } from './wall-clock.ts';

export type DayOfRecording = { readonly day: number; readonly date: string };

const dayMs = 86_400_000;

export function dayOfRecording(
  clock: RecordingClock,
  wall: WallClock,
  sample: number,
): DayOfRecording | null {
  if ((clock.samples * 1000) / clock.sampling_hz < dayMs) return null;
  const ms = msAt(clock, sample);
  return { day: wall.daysBetween(clock.start_ms, ms) + 1, date: wall.date(ms) };
}
