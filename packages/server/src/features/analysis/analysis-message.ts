/** Defines the messages to and from the analysis thread. */
import { analysisCriteria, analysisFaults } from '@rhythmdesk/contract/analysis';
import { z } from 'zod';
import { tracePlace } from '../../records/recordings/trace-place.ts';

const place = {
  /** The folder of the disk store. */
  files_folder: z.string(),
  criteria: analysisCriteria,
  start_ms: z.number(),
  /** Seconds from the start of the recording to each local midnight. */
  midnights_s: z.array(z.number()),
};

export const analysisOrder = z.discriminatedUnion('kind', [
  z.object({
    ...place,
    kind: z.literal('signal'),
    ...tracePlace.shape,
    /** Samples of one lead. */
    samples: z.number(),
    sampling_hz: z.number(),
    gains_uv: z.array(z.number()),
  }),
  z.object({ ...place, kind: z.literal('beats'), beats_sha256: z.string(), engine_version: z.string() }),
]);
export type AnalysisOrder = z.output<typeof analysisOrder>;
export type SignalOrder = Extract<AnalysisOrder, { kind: 'signal' }>;
export type BeatsOrder = Extract<AnalysisOrder, { kind: 'beats' }>;

/** An analysis whose beats are in the store but not yet named by a row. */
const madeAnalysis = z.object({
  engine_version: z.string(),
  beats_sha256: z.string(),
  /** The summary as JSON, stored in the database unchanged. */
  summary_json: z.string(),
  af_share: z.number(),
  ve_count: z.number().int(),
  pause_count: z.number().int(),
  sparkline: z.instanceof(Uint8Array),
});
export type MadeAnalysis = z.output<typeof madeAnalysis>;

export const analysisOutcome = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), analysis: madeAnalysis }),
  z.object({ ok: z.literal(false), code: z.enum(analysisFaults) }),
]);
export type AnalysisOutcome = z.output<typeof analysisOutcome>;
