/** The heart-rate trend from the beats that can be read, with the share of each stretch in atrial fibrillation. */
import { trendFromBeats } from '../../../trace/signal/trend-columns.ts';
import type { Episode, TrendPoint } from '../../../trace/signal/reading.ts';
import type { Clock } from '../../../trace/time/time-scale.ts';
import type { ReadBeats } from '../reading/read-beats.ts';

function countedOnly({ sample, class: of, confidence, counted }: ReadBeats) {
  return {
    sample: Uint32Array.from(counted, (index) => sample[index] ?? 0),
    class: Uint8Array.from(counted, (index) => of[index] ?? 0),
    confidence: Uint8Array.from(counted, (index) => confidence[index] ?? 0),
  };
}

/**
 * Both lists are in order of time and their spans do not overlap. `intervals`: over how many the analysis averages a
 * rate, so that the trend's extremes are the ones that its figures name.
 */
export function readTrend(
  beats: ReadBeats,
  episodes: readonly Episode[],
  clock: Clock,
  intervals?: number,
): TrendPoint[] {
  const af = episodes.filter(({ kind }) => kind === 'af');
  const sampleOf = (ms: number): number => ((ms - clock.start_ms) * clock.sampling_hz) / 1000;
  let first = 0;
  return trendFromBeats(countedOnly(beats), clock, intervals).map((point) => {
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
