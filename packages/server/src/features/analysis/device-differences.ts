/**
 * Lists where the device's own counts (SummaryData.csv) and the analysis differ by more than two counts of the same
 * signal usually do. The limits are 2 % and 2 for counts, 3 bpm for rates, a minute and 2 % for times, and 50 ms for an
 * RR interval. A value that the device did not count is not a difference.
 */
import {
  comparedFigures,
  type AnalysisSummary,
  type ComparedFigure,
  type RecordingAnalysis,
} from '@rhythmdesk/contract/analysis';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';

type Hour = RecordingManifest['hours'][number];
type Figures = Readonly<Record<ComparedFigure, number | null>>;
type Kind = 'count' | 'rate' | 'time' | 'interval';

const kinds = {
  analysed_s: 'time',
  beats: 'count',
  hr_min: 'rate',
  hr_mean: 'rate',
  hr_max: 'rate',
  sve: 'count',
  ve: 'count',
  pauses: 'count',
  longest_rr_ms: 'interval',
  af_s: 'time',
} as const satisfies Record<ComparedFigure, Kind>;

const leastDifference = {
  count: (of: number) => Math.max(2, 0.02 * of),
  rate: () => 3,
  time: (of: number) => Math.max(60, 0.02 * of),
  interval: () => 50,
} as const satisfies Record<Kind, (of: number) => number>;

function outermost(values: readonly (number | null)[], pick: (...some: number[]) => number): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : pick(...known);
}

function deviceFigures(hours: readonly Hour[]): Figures {
  const sum = (of: (hour: Hour) => number): number | null =>
    hours.length === 0 ? null : hours.reduce((total, hour) => total + of(hour), 0);
  const rated = hours.filter(({ hr_mean, analysed_s }) => hr_mean !== null && analysed_s > 0);
  const ratedS = rated.reduce((total, { analysed_s }) => total + analysed_s, 0);
  const weighted = rated.reduce((total, { hr_mean, analysed_s }) => total + (hr_mean ?? 0) * analysed_s, 0);
  return {
    analysed_s: sum((hour) => hour.analysed_s),
    beats: sum((hour) => hour.beats),
    hr_min: outermost(
      hours.map(({ hr_min }) => hr_min),
      Math.min,
    ),
    hr_mean: ratedS > 0 ? weighted / ratedS : null,
    hr_max: outermost(
      hours.map(({ hr_max }) => hr_max),
      Math.max,
    ),
    sve: sum((hour) => hour.sve),
    ve: sum((hour) => hour.ve),
    pauses: sum((hour) => hour.pauses),
    longest_rr_ms: outermost(
      hours.map(({ longest_rr_ms }) => longest_rr_ms),
      Math.max,
    ),
    af_s: sum((hour) => hour.af_s),
  };
}

function computedFigures({ analysed_s, beats, rate, s, v, pauses, af }: AnalysisSummary): Figures {
  return {
    analysed_s,
    beats: beats.total,
    hr_min: rate.min?.bpm ?? null,
    hr_mean: rate.mean_bpm,
    hr_max: rate.max?.bpm ?? null,
    sve: s.beats,
    ve: v.beats,
    pauses,
    longest_rr_ms: rate.longest_rr?.ms ?? null,
    af_s: af.seconds,
  };
}

export function deviceDifferences(
  hours: readonly Hour[],
  summary: AnalysisSummary,
): RecordingAnalysis['differences'] {
  const device = deviceFigures(hours);
  const computed = computedFigures(summary);
  return comparedFigures.flatMap((figure) => {
    const [said, found] = [device[figure], computed[figure]];
    if (said === null) return [];
    const least = leastDifference[kinds[figure]](Math.max(said, found ?? 0));
    const differs = found === null || Math.abs(said - found) > least;
    return differs ? [{ figure, device: said, computed: found }] : [];
  });
}
