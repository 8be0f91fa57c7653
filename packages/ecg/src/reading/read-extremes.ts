/** Lists the extremes of a recording as read: the valid ones, and those that a user rejected. */
import { toBpm } from '../rhythm/rates.ts';
import { extremeSpan } from '../rhythm/rejected-extremes.ts';
import type { PlacedExtreme } from '../rhythm/episode-marks.ts';
import type { AnalysisSummary } from '../rhythm/summary.ts';
import { extremesOf } from './extreme-strips.ts';
import type { Reading } from './reading.ts';

export interface ReadExtreme extends PlacedExtreme {
  /** Beats per minute, or milliseconds. */
  readonly value: number;
  readonly rejected: boolean;
}

/** Returns an extreme with its value before it was rejected; none if its beats no longer exist. */
function rejectedOnes({ beats }: Reading, place: PlacedExtreme, rateIntervals: number): ReadExtreme[] {
  const span = extremeSpan(beats, place, rateIntervals);
  if (span === null) return [];
  const s = ((beats.samples[span.last] ?? 0) - (beats.samples[span.first] ?? 0)) / beats.sampling_hz;
  const value = place.extreme === 'longest_rr' ? Math.round(1000 * s) : Math.round(toBpm(s / rateIntervals));
  return [{ extreme: place.extreme, sample: place.sample, value, rejected: true }];
}

export function readExtremes({ rate, criteria }: AnalysisSummary, reading: Reading): ReadExtreme[] {
  const held = extremesOf(rate).map(({ extreme, sample, value }) => ({
    extreme,
    sample,
    value,
    rejected: false,
  }));
  return [
    ...held,
    ...reading.rejected.flatMap((place) => rejectedOnes(reading, place, criteria.rate_intervals)),
  ];
}
