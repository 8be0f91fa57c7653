/** Defines the conversion worker's results for a recording in another format, before and after it became a recording zip. */
import { leftOutReasons, sourceFlaws } from '@rhythmdesk/ecg/formats/recording';
import { z } from 'zod';
import { checkFault, checkResult, coverage, leadFacts, preview } from '../check/check-result.ts';

const surveyed = z.object({
  /** The usual name of the format: `EDF+`. */
  title: z.string(),
  /** The HN ID in the file or in its name. */
  hn_id: z.string().nullable(),
  /** The first sample by the file's clock; null if it has no plausible one. */
  clock_ms: z.number().nullable(),
  /** Whether that clock names its zone; otherwise it is local time, read as UTC. */
  clock_has_zone: z.boolean(),
  duration_ms: z.number(),
  sampling_hz: z.number(),
  leads: z.array(leadFacts),
  coverage,
  /** Its `start_ms` is relative to the first sample. */
  preview: preview.nullable(),
  left_out: z.array(z.object({ label: z.string(), why: z.enum(leftOutReasons) })),
  /** The faults that were found in the file. */
  flaws: z.array(
    z.object({ code: z.enum(sourceFlaws), detail: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ),
  /** Number of notes that become the diary. */
  diary: z.number(),
  /** Whether labels of beats and rhythms are ignored. */
  labels: z.boolean(),
  /** Number of notes that are left out because a diary has a maximum. */
  notes_left_out: z.number(),
  /** Microvolts of the finest step if the file's own was too fine for 16 bits; null if every step is kept. */
  coarser_uv: z.number().nullable(),
});
export type Surveyed = z.output<typeof surveyed>;

export const surveyAnswer = z.union([z.object({ found: surveyed }), z.object({ fault: checkFault })]);
export type SurveyAnswer = z.output<typeof surveyAnswer>;

/** What the user adds to the file. */
export type MakeOrder = {
  readonly hn_id: string;
  readonly start_ms: number;
  readonly start_from: 'file' | 'person';
};

export const madeAnswer = z.object({ zip: z.instanceof(File), result: checkResult });
export type MadeAnswer = z.output<typeof madeAnswer>;
