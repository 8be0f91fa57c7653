/**
 * Computes caliper measurements: interval, rate, voltage and march-out.
 *
 * Measurements read raw samples (level 0) only, before any display filter or inversion. Invariant: an interval of n
 * samples is exactly n / f seconds; no rounding happens before the display.
 */
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import type { RecordingClock, SampleSpan } from './time-scale.ts';

export type Caliper = { readonly a: number; readonly b: number };

/** The parameters of a lead that convert steps to millivolts. */
export type LeadScale = { readonly gain_uv_per_lsb: number; readonly zero_lsb: number };

export type Interval = {
  readonly ms: number;
  /** 60,000 / ms, or null for an empty interval. */
  readonly bpm: number | null;
};

export function measureInterval(clock: RecordingClock, caliper: Caliper): Interval {
  const ms = (Math.abs(caliper.b - caliper.a) * 1000) / clock.sampling_hz;
  return { ms, bpm: ms > 0 ? 60_000 / ms : null };
}

export function millivolts(lead: LeadScale, raw: number): number | null {
  return raw === NO_SIGNAL ? null : ((raw - lead.zero_lsb) * lead.gain_uv_per_lsb) / 1000;
}

/** Millivolts at the second caliper minus those at the first; null where either has no signal. */
export function measureVoltage(lead: LeadScale, rawA: number, rawB: number): number | null {
  const a = millivolts(lead, rawA);
  const b = millivolts(lead, rawB);
  return a === null || b === null ? null : b - a;
}

/** Minimum interval of a march-out, so that a click without a drag does not fill the paper. */
const shortestMarchMs = 100;

/** Returns the repetitions of the interval inside a span, without the two calipers themselves. */
export function marchOut(clock: RecordingClock, caliper: Caliper, view: SampleSpan): number[] {
  const step = Math.abs(caliper.b - caliper.a);
  if ((step * 1000) / clock.sampling_hz < shortestMarchMs) return [];
  const first = Math.min(caliper.a, caliper.b);
  const positions: number[] = [];
  for (let k = Math.ceil((view.start - first) / step); first + k * step < view.end; k += 1) {
    if (k !== 0 && k !== 1) positions.push(first + k * step);
  }
  return positions;
}

/** Returns the beat nearest to a sample within a reach, else the sample itself. */
export function snapToBeat(beats: ArrayLike<number>, sample: number, reach: number): number {
  const after = firstAtOrAfter(beats, sample);
  let best = sample;
  let bestDistance = reach + 1;
  for (const index of [after - 1, after]) {
    const beat = beats[index];
    if (beat === undefined) continue;
    const distance = Math.abs(beat - sample);
    if (distance < bestDistance) {
      best = beat;
      bestDistance = distance;
    }
  }
  return best;
}

/** Returns the index of the first beat at or after a sample; `beats.length` if there is none. */
export function firstAtOrAfter(beats: ArrayLike<number>, sample: number): number {
  let low = 0;
  let high = beats.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((beats[middle] ?? Infinity) < sample) low = middle + 1;
    else high = middle;
  }
  return low;
}
