/**
 * Reads the byte format of the list's row sparkline: 108 buckets of minimum, mean and maximum rate, one byte each, 324
 * in all.
 *
 * A byte is beats per minute; 255 means "no rate here" (a gap or not counted); rates of 254 and more are 254. Every row
 * uses the same scale, 42 to 132 bpm, so rows can be compared.
 */
import { sparklineBuckets, sparklineBytes, sparklineMissing } from '@rhythmdesk/ecg/pyramid/rate-sparkline';
import type { TrendPoint } from './reading.ts';
import type { RecordingClock } from '../time/time-scale.ts';
import type { TrendColumns } from './trend-columns.ts';

export const sparklineScale = { lowBpm: 42, highBpm: 132 } as const;

/** Reads the buckets in order: minimum, mean, maximum. Null if there are not 324 bytes. */
export function readSparkline(bytes: Uint8Array): Omit<TrendColumns, 'af'> | null {
  if (bytes.length !== sparklineBytes) return null;
  const part = (place: number): Float32Array =>
    Float32Array.from({ length: sparklineBuckets }, (_, bucket) => {
      const value = bytes[3 * bucket + place] ?? sparklineMissing;
      return value === sparklineMissing ? NaN : value;
    });
  return { min: part(0), mean: part(1), max: part(2) };
}

/** Reads the sparkline of a list response. Null if the text is not the base64 of a sparkline. */
export function sparklineFromBase64(text: string): Omit<TrendColumns, 'af'> | null {
  try {
    return readSparkline(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** Turns the sparkline's buckets into points of a trend over the whole recording. */
export function trendFromSparkline(
  { min, mean, max }: Omit<TrendColumns, 'af'>,
  clock: RecordingClock,
): TrendPoint[] {
  const duration_ms = (clock.samples * 1000) / clock.sampling_hz / sparklineBuckets;
  const orNull = (value = NaN): number | null => (Number.isNaN(value) ? null : value);
  return Array.from(mean, (_, bucket) => ({
    start_ms: clock.start_ms + bucket * duration_ms,
    duration_ms,
    hr_min: orNull(min[bucket]),
    hr_mean: orNull(mean[bucket]),
    hr_max: orNull(max[bucket]),
    af_share: null,
  }));
}

/** Lowest, mean and highest rate of the sparkline; null if it contains none. */
export function sparklineFigures(
  columns: Omit<TrendColumns, 'af'>,
): { min: number; mean: number; max: number } | null {
  const known = columns.mean.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return null;
  const numbers = (values: Float32Array): number[] => [...values].filter((value) => !Number.isNaN(value));
  return {
    min: Math.min(...numbers(columns.min), ...known),
    mean: known.reduce((sum, value) => sum + value, 0) / known.length,
    max: Math.max(...numbers(columns.max), ...known),
  };
}

/** Returns the stretches of missing buckets, as [from, to). */
export function missingStretches(mean: Float32Array): [number, number][] {
  const found: [number, number][] = [];
  for (let i = 0; i < mean.length; i += 1) {
    if (!Number.isNaN(mean[i])) continue;
    const last = found.at(-1);
    if (last?.[1] === i) last[1] = i + 1;
    else found.push([i, i + 1]);
  }
  return found;
}
