/** Describes the result of an analysis: plain values that are stored as they are and shown with their definitions. */
import type { Criteria } from '../criteria/criteria.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';

/** Increases with every change that can change a result. */
export const engineVersion = '1.27.0';

export interface Episode {
  readonly kind: RhythmKey;
  readonly start_sample: number;
  readonly end_sample: number;
  readonly beats: number;
  /** Mean rate over the episode's intervals; null where it has none. */
  readonly bpm: number | null;
}

export interface BeatCounts {
  readonly total: number;
  readonly n: number;
  readonly s: number;
  readonly v: number;
  readonly f: number;
  readonly p: number;
  readonly q: number;
}

/** A rate and where it was found. */
interface PlacedRate {
  readonly bpm: number;
  readonly sample: number;
  /** Number of beats that the rate is based on. */
  readonly beats?: number | undefined;
}
export interface PlacedInterval {
  readonly ms: number;
  readonly sample: number;
}

export interface RateFigures {
  /**
   * Lowest and highest mean of `rate_intervals` consecutive analysed intervals; these and the longest and shortest RR
   * leave out what `soundIntervals` leaves out.
   */
  readonly min: PlacedRate | null;
  readonly max: PlacedRate | null;
  /** 60 000 over the mean of all analysed intervals in milliseconds. */
  readonly mean_bpm: number | null;
  /** Number of beats between which it was taken. */
  readonly mean_beats?: number | undefined;
  readonly longest_rr: PlacedInterval | null;
  readonly shortest_rr: PlacedInterval | null;
}

export interface EctopyFigures {
  readonly beats: number;
  /** Share of all counted beats. */
  readonly share: number;
  readonly single: number;
  readonly couplets: number;
  readonly runs: number;
  /** Those of the runs that are too slow for a tachycardia. */
  readonly slow_runs: number;
  readonly longest_run_beats: number;
  readonly fastest_run_bpm: number | null;
  readonly bigeminies: number;
  readonly trigeminies: number;
}

export interface AfFigures {
  readonly episodes: number;
  readonly seconds: number;
  /** Share of analysed time. */
  readonly burden: number;
  readonly longest_s: number;
}

export interface VariabilityFigures {
  readonly nn_intervals: number;
  readonly sdnn_ms: number | null;
  readonly sdann_ms: number | null;
  readonly rmssd_ms: number | null;
  readonly pnn50: number | null;
}

export interface PeriodRow {
  /** Seconds from the start of the recording. */
  readonly start_s: number;
  readonly duration_s: number;
  readonly analysed_s: number;
  readonly beats: number;
  readonly s: number;
  readonly v: number;
  readonly hr_min: number | null;
  readonly hr_mean: number | null;
  readonly hr_max: number | null;
  readonly pauses: number;
  readonly longest_rr_ms: number | null;
  readonly af_s: number;
  readonly noise_s: number;
}

export interface LeadFigures {
  readonly usable_s: number;
  readonly noisy_s: number;
  readonly flat_s: number;
  readonly saturated_s: number;
  readonly no_signal_s: number;
  /** Isolated spikes that were removed; absent if there are none. */
  readonly spikes?: number | undefined;
}

export interface RhythmLane {
  readonly kind: RhythmKey;
  /** Start and end samples in pairs; episodes so near each other that they touch in an overview are joined. */
  readonly spans: readonly (readonly [number, number])[];
}

interface ShapeFigures {
  readonly lead: number;
  readonly class_byte: number;
  readonly beats: number;
}

/** A kind of which more episodes were found than a summary lists. */
export interface LimitedKind {
  readonly kind: RhythmKey;
  readonly found: number;
  readonly listed: number;
  /** Total length of all found episodes. */
  readonly samples: number;
}

/** Returns how many episodes of these kinds are counted but not listed. */
export const countUnlisted = (kinds: readonly Pick<LimitedKind, 'found' | 'listed'>[]): number =>
  kinds.reduce((sum, { found, listed }) => sum + found - listed, 0);

export interface AnalysisSummary {
  readonly engine_version: string;
  readonly criteria: Criteria;
  readonly sampling_hz: number;
  readonly length: number;
  readonly duration_s: number;
  /** Time in which the lead in use is readable. */
  readonly analysed_s: number;
  /** Time with any signal on any lead. */
  readonly worn_s: number;
  readonly leads: readonly LeadFigures[];
  readonly beats: BeatCounts;
  readonly rate: RateFigures;
  readonly af: AfFigures;
  readonly v: EctopyFigures;
  readonly s: EctopyFigures;
  readonly pauses: number;
  readonly brady_episodes: number;
  readonly tachy_episodes: number;
  readonly variability: VariabilityFigures;
  readonly hours: readonly PeriodRow[];
  readonly days: readonly PeriodRow[];
  /** In order of time; of each kind at most `episodeLimit`, selected by severity. The counts above include all. */
  readonly episodes: readonly Episode[];
  readonly episodes_left_out: number;
  /** The kinds of which episodes were left out; absent if there are none. */
  readonly limited_kinds?: readonly LimitedKind[] | undefined;
  readonly lanes: readonly RhythmLane[];
  readonly shapes: readonly ShapeFigures[];
}
export const episodeLimit = 20_000;
