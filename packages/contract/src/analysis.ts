/** Defines the results of the automatic analysis: figures, episodes, beats, and the limits (criteria) behind them. */
import { rhythmKeys } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { z } from 'zod';
import { versioned } from './cases.ts';
import { instant, rowId, whole } from './fields.ts';
import { personName } from './people.ts';
import { defineRoutes } from './route.ts';

/** The limits that turn beats into findings. */
export const analysisCriteria = z.strictObject({
  pause_s: z.number(),
  run_beats: z.number().int(),
  /** Analyses from before this limit called every run a tachycardia. */
  vt_bpm: z.number().default(100),
  af_s: z.number(),
  af_percent: z.number(),
  brady_bpm: z.number(),
  tachy_bpm: z.number(),
  rate_intervals: z.number().int(),
  rate_episode_s: z.number(),
  pattern_beats: z.number().int(),
});
export type AnalysisCriteria = z.output<typeof analysisCriteria>;

const rhythm = z.enum(rhythmKeys);
const figure = z.number().nullable();
const placedRate = z.object({
  bpm: z.number(),
  sample: z.number(),
  /** Number of beats that it is based on; missing in results of early engines. */
  beats: z.number().optional(),
});
const placedInterval = z.object({ ms: z.number(), sample: z.number() });

const ectopy = z.object({
  beats: z.number(),
  /** Share of all counted beats, 0 to 1. */
  share: z.number(),
  single: z.number(),
  couplets: z.number(),
  runs: z.number(),
  /** Runs that are too slow for a tachycardia. */
  slow_runs: z.number().default(0),
  longest_run_beats: z.number(),
  fastest_run_bpm: figure,
  bigeminies: z.number(),
  trigeminies: z.number(),
});

/** One hour of the recording, or one local day. */
const period = z.object({
  /** Seconds from the start of the recording. */
  start_s: z.number(),
  duration_s: z.number(),
  analysed_s: z.number(),
  beats: z.number(),
  s: z.number(),
  v: z.number(),
  hr_min: figure,
  hr_mean: figure,
  hr_max: figure,
  pauses: z.number(),
  longest_rr_ms: figure,
  af_s: z.number(),
  noise_s: z.number(),
});

const leadQuality = z.object({
  usable_s: z.number(),
  noisy_s: z.number(),
  flat_s: z.number(),
  saturated_s: z.number(),
  no_signal_s: z.number(),
  /** Number of isolated spikes removed before the beat detection; absent if there were none. */
  spikes: z.number().optional(),
});

export const analysisSummary = z.object({
  engine_version: z.string(),
  criteria: analysisCriteria,
  sampling_hz: z.number(),
  /** Samples of one lead. */
  length: z.number(),
  duration_s: z.number(),
  /** Time in which the lead in use can be read. */
  analysed_s: z.number(),
  /** Time with any signal on any lead. */
  worn_s: z.number(),
  leads: z.array(leadQuality),
  beats: z.object({
    total: z.number(),
    n: z.number(),
    s: z.number(),
    v: z.number(),
    f: z.number(),
    p: z.number(),
    q: z.number(),
  }),
  rate: z.object({
    min: placedRate.nullable(),
    max: placedRate.nullable(),
    mean_bpm: figure,
    mean_beats: z.number().optional(),
    longest_rr: placedInterval.nullable(),
    shortest_rr: placedInterval.nullable(),
  }),
  af: z.object({ episodes: z.number(), seconds: z.number(), burden: z.number(), longest_s: z.number() }),
  v: ectopy,
  s: ectopy,
  pauses: z.number(),
  brady_episodes: z.number(),
  tachy_episodes: z.number(),
  variability: z.object({
    nn_intervals: z.number(),
    sdnn_ms: figure,
    sdann_ms: figure,
    rmssd_ms: figure,
    pnn50: figure,
  }),
  hours: z.array(period),
  days: z.array(period),
  /**
   * In order of time; at most 20,000 of each kind, the longest and those with the most severe rate. Counts include all.
   */
  episodes: z.array(
    z.object({
      kind: rhythm,
      start_sample: z.number(),
      end_sample: z.number(),
      beats: z.number(),
      bpm: figure,
    }),
  ),
  episodes_left_out: z.number(),
  /** Kinds with more episodes than are listed. */
  limited_kinds: z
    .array(z.object({ kind: rhythm, found: z.number(), listed: z.number(), samples: z.number() }))
    .readonly()
    .optional(),
  lanes: z.array(z.object({ kind: rhythm, spans: z.array(z.tuple([z.number(), z.number()])) })),
  shapes: z.array(z.object({ lead: z.number(), class_byte: z.number(), beats: z.number() })),
});
export type AnalysisSummary = z.output<typeof analysisSummary>;

/** Why a recording could not be analysed. The signal itself stays readable. */
export const analysisFaults = [
  'analysis/signal-gone',
  'analysis/sampling-rate',
  'analysis/leads',
  'analysis/unreadable',
  'analysis/no-beats',
  'analysis/fault',
] as const;
export type AnalysisFault = (typeof analysisFaults)[number];

/** Figures that the device's own count (SummaryData.csv) also contains. */
export const comparedFigures = [
  'analysed_s',
  'beats',
  'hr_min',
  'hr_mean',
  'hr_max',
  'sve',
  've',
  'pauses',
  'longest_rr_ms',
  'af_s',
] as const;
export type ComparedFigure = (typeof comparedFigures)[number];

export const recordingAnalysis = z.object({
  case_id: z.number().int(),
  /** `processing` is also used while the figures of an earlier version are shown. */
  state: z.enum(['none', 'processing', 'failed', 'done']),
  code: z.enum(analysisFaults).nullable(),
  /** The version of the figures and of the beats; if there are no figures, the requested version. */
  analysis_version: z.number().int().nullable(),
  /** The highest version number so far, including failed versions; 0 if there is none. */
  latest_version: z.number().int(),
  /** The current engine; figures of another engine can be calculated again from the signal. */
  current_engine: z.string(),
  created_at: instant.nullable(),
  /** The user who chose its criteria; null for the default criteria. */
  created_by: personName.nullable(),
  summary: analysisSummary.nullable(),
  /** Number and total duration of each kind that was found. */
  findings: z.array(z.object({ kind: rhythm, count: z.number(), seconds: z.number() })),
  /** Figures that differ from the device's own count. */
  differences: z.array(z.object({ figure: z.enum(comparedFigures), device: figure, computed: figure })),
});
export type RecordingAnalysis = z.output<typeof recordingAnalysis>;

/** One version with its distinguishing fields, without its figures. */
export const analysisVersion = z.object({
  analysis_version: z.number().int(),
  state: z.enum(['failed', 'done']),
  code: z.enum(analysisFaults).nullable(),
  engine_version: z.string(),
  criteria: analysisCriteria,
  created_at: instant,
  /** The user who chose its criteria; null if it was made automatically for the recording. */
  created_by: personName.nullable(),
});
export type AnalysisVersion = z.output<typeof analysisVersion>;

const versionNumber = whole(1, 2 ** 31 - 1);
const beatFile = { binary: 'application/octet-stream' } as const;

/** Cases whose figures were made by another engine than the current one and whose reading has not started. */
const outdatedAnalyses = z.object({
  current_engine: z.string(),
  /** Not yet queued. */
  outdated: z.number().int(),
  /** Queued for the current engine. */
  waiting: z.number().int(),
});
export type OutdatedAnalyses = z.output<typeof outdatedAnalyses>;

export const analysisRoutes = defineRoutes({
  analysis: {
    method: 'GET',
    path: 'recording/:case_id/analysis',
    allow: 'recording.read',
    audit: 'analysis.read',
    summary:
      'Returns the result of the automatic analysis, or why there is none yet; with `version` the result of that version.',
    input: z.strictObject({ case_id: rowId, version: versionNumber.optional() }),
    output: recordingAnalysis,
  },
  analysisVersions: {
    method: 'GET',
    path: 'recording/:case_id/analysis/versions',
    allow: 'recording.read',
    audit: 'analysis.read',
    summary:
      'Returns every version of the analysis, newest first: when, by which engine, with whose criteria.',
    input: z.strictObject({ case_id: rowId }),
    output: z.object({ items: z.array(analysisVersion) }),
  },
  latestBeats: {
    method: 'GET',
    path: 'recording/:case_id/beats',
    allow: 'recording.read',
    audit: 'analysis.read',
    summary: 'Returns the beat file of the latest analysis.',
    input: z.strictObject({ case_id: rowId }),
    output: beatFile,
  },
  beats: {
    method: 'GET',
    path: 'recording/:case_id/beats/:version',
    allow: 'recording.read',
    audit: 'analysis.read',
    summary: 'Returns the beat file of one version of the analysis, which never changes.',
    input: z.strictObject({ case_id: rowId, version: versionNumber }),
    output: beatFile,
  },
  reanalyse: {
    method: 'POST',
    path: 'case/case/:case_id/reanalyse',
    allow: 'case.edit_reading',
    audit: 'analysis.change',
    summary: 'Computes the findings again from the stored beats with other criteria, as the next version.',
    input: z.strictObject({ ...versioned, criteria: analysisCriteria }),
    output: z.object({
      case_id: z.number().int(),
      version: z.number().int(),
      analysis_version: z.number().int(),
    }),
  },
  renewAnalysis: {
    method: 'POST',
    path: 'case/case/:case_id/renew-analysis',
    allow: 'case.edit_reading',
    audit: 'analysis.change',
    summary:
      'Analyses the signal again with the current engine and the present criteria, as the next version.',
    input: z.strictObject(versioned),
    output: z.object({ case_id: z.number().int(), version: z.number().int() }),
  },
  outdatedAnalyses: {
    method: 'GET',
    path: 'analysis/outdated',
    allow: 'analysis.renew',
    audit: 'none',
    summary: 'Returns the number of cases without a started reading whose figures are of an earlier engine.',
    input: z.strictObject({}),
    output: outdatedAnalyses,
  },
  renewAnalyses: {
    method: 'POST',
    path: 'analysis/renew',
    allow: 'analysis.renew',
    audit: 'analysis.renew',
    summary: 'Analyses these cases again with the current engine, in batches behind all other work.',
    input: z.strictObject({}),
    output: outdatedAnalyses,
  },
});
