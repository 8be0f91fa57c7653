/**
 * Finds the number of beats that a figure is based on, and their place: a rate is the mean of the intervals that end
 * with its beat, an RR interval is between its beat and the next. Analyses made before beats were counted get the
 * number from their criteria.
 */
import type { AnalysisSummary } from '@rhythmdesk/contract/analysis';
import { firstAtOrAfter } from '../../../trace/time/measure.ts';
import type { SampleSpan } from '../../../trace/time/time-scale.ts';

export type Behind = { readonly beats: number; readonly span: SampleSpan };

type Samples = ArrayLike<number> | undefined;
type Rated = NonNullable<AnalysisSummary['rate']['min']>;
type Interval = NonNullable<AnalysisSummary['rate']['longest_rr']>;

export function behindRate(
  { sample, beats: counted }: Rated,
  { rate_intervals }: AnalysisSummary['criteria'],
  samples: Samples,
): Behind {
  const beats = counted ?? rate_intervals + 1;
  const last = samples === undefined ? -1 : firstAtOrAfter(samples, sample);
  const start = samples?.[last - (beats - 1)] ?? sample;
  return { beats, span: { start, end: sample } };
}

export function behindInterval({ sample }: Interval, samples: Samples): Behind {
  const first = samples === undefined ? -1 : firstAtOrAfter(samples, sample);
  return { beats: 2, span: { start: sample, end: samples?.[first + 1] ?? sample } };
}
