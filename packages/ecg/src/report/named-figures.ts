/**
 * Computes the figures of a reading that have a name of their own, in a conclusion, in the tables of a report, in lists
 * and in exports. Every place takes them from here, so that one name never has two values.
 *
 * Invariant: a count equals the number of findings that the queue lists for it and nobody rejected.
 */
import type { FoundKind } from '../rhythm/count-findings.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import type { AnalysisSummary } from '../rhythm/summary.ts';

/** The figures of a reading, without the lists of its episodes. */
export interface FiguresOfReading {
  readonly summary: Pick<
    AnalysisSummary,
    'duration_s' | 'worn_s' | 'analysed_s' | 'rate' | 'af' | 'v' | 's' | 'pauses' | 'variability'
  >;
  readonly counts: readonly Pick<FoundKind, 'kind' | 'count'>[];
}

/** Shares are fractions of 1. */
export interface NamedFigures {
  readonly worn_s: number;
  readonly analysed_s: number;
  readonly analysed_share: number;
  readonly rate_mean: number | null;
  readonly rate_min: number | null;
  readonly rate_max: number | null;
  readonly af_burden: number;
  readonly af_episodes: number;
  /** Null without an episode. */
  readonly af_longest_s: number | null;
  readonly longest_rr_ms: number | null;
  /** Stretches without a beat that end with one: pauses, standstill, asystole. */
  readonly pauses: number;
  readonly v_beats: number;
  readonly v_share: number;
  readonly v_couplets: number;
  /** Ventricular tachycardias and idioventricular rhythms. */
  readonly v_runs: number;
  readonly s_beats: number;
  readonly s_share: number;
  /** Supraventricular tachycardias. Slower runs are no finding, so no reader can check them. */
  readonly s_runs: number;
  readonly sdnn_ms: number | null;
}

export function namedFigures({ summary, counts }: FiguresOfReading): NamedFigures {
  const { duration_s, worn_s, analysed_s, rate, af, v, s, pauses, variability } = summary;
  const found = (...kinds: readonly RhythmKey[]): number =>
    counts.reduce((sum, { kind, count }) => (kinds.includes(kind) ? sum + count : sum), 0);
  const af_episodes = found('af');
  return {
    ...{ worn_s, analysed_s, pauses },
    analysed_share: duration_s > 0 ? analysed_s / duration_s : 0,
    rate_mean: rate.mean_bpm,
    rate_min: rate.min?.bpm ?? null,
    rate_max: rate.max?.bpm ?? null,
    af_burden: af.burden,
    af_episodes,
    af_longest_s: af_episodes === 0 ? null : af.longest_s,
    longest_rr_ms: rate.longest_rr?.ms ?? null,
    v_beats: v.beats,
    v_share: v.share,
    v_couplets: found('v_couplet'),
    v_runs: found('vt', 'ivr'),
    s_beats: s.beats,
    s_share: s.share,
    s_runs: found('svt'),
    sdnn_ms: variability.sdnn_ms,
  };
}

/** Returns the three figures that lists of cases show. */
export function listFigures(figures: FiguresOfReading) {
  const { af_burden, v_beats, pauses } = namedFigures(figures);
  return { af_share: af_burden, ve_count: v_beats, pause_count: pauses };
}
