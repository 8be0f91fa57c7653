import { lowerBound } from './lower-bound.ts';

/** Returns the beat nearest to a sample and at most `near` samples away, or −1. */
export function nearestBeat(samples: Uint32Array, sample: number, near: number): number {
  const after = lowerBound(samples, sample);
  const before = after - 1;
  const isBeforeNearer =
    before >= 0 &&
    (after >= samples.length || sample - (samples[before] ?? 0) <= (samples[after] ?? 0) - sample);
  const nearest = isBeforeNearer ? before : after;
  const apart = Math.abs((samples[nearest] ?? Infinity) - sample);
  return apart <= near ? nearest : -1;
}
