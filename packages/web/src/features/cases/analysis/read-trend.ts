/** Computes the heart-rate trend from the readable beats, with the share of each stretch in atrial fibrillation. */
import { trendFromBeats } from '../../../trace/signal/trend-columns.ts';
import type { Episode, TrendPoint } from '../../../trace/signal/reading.ts';
import type { RecordingClock } from '../../../trace/time/time-scale.ts';
import type { ReadBeats } from '../reading/read-beats.ts';

/** The parts of the beats that determine rates; their classes do not. */
type RatedBeats = Pick<ReadBeats, 'sample' | 'counted'>;

/**
 * Computes rates alone. `intervals`: the number over which the analysis averages a rate, so that the trend's extremes
 * are those that its figures name.
 */
export function rateTrend(
  { sample, counted }: RatedBeats,
  clock: RecordingClock,
  intervals?: number,
): TrendPoint[] {
  const own = new Uint32Array(counted.length);
  for (let at = 0; at < own.length; at += 1) own[at] = sample[counted[at] ?? 0] ?? 0;
  return trendFromBeats({ sample: own }, clock, intervals);
}

/** Both lists are in order of time and their spans do not overlap. */
export function withAfShares(
  points: readonly TrendPoint[],
  episodes: readonly Episode[],
  clock: RecordingClock,
): TrendPoint[] {
  const af = episodes.filter(({ kind }) => kind === 'af');
  const sampleOf = (ms: number): number => ((ms - clock.start_ms) * clock.sampling_hz) / 1000;
  let first = 0;
  return points.map((point) => {
    const start = sampleOf(point.start_ms);
    const end = sampleOf(point.start_ms + point.duration_ms);
    while ((af[first]?.end_sample ?? Infinity) <= start) first += 1;
    let inside = 0;
    for (let at = first; (af[at]?.start_sample ?? Infinity) < end; at += 1) {
      inside += Math.min(end, af[at]?.end_sample ?? 0) - Math.max(start, af[at]?.start_sample ?? 0);
    }
    return { ...point, af_share: Math.min(1, inside / (end - start)) };
  });
}
