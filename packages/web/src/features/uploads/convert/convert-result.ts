/** What the conversion thread says of a recording in another format, before and after it became a recording zip. */
import { leftOutReasons } from '@rhythmdesk/ecg/formats/lead-choice';
import { z } from 'zod';
import { checkFault, checkResult, coverage, leadFacts, preview } from '../check/check-result.ts';

const surveyed = z.object({
  /** As people name the format: `EDF+`. */
  title: z.string(),
  /** The HN ID that the file holds or is named after. */
  hn_id: z.string().nullable(),
  /** The first sample by the file's clock; null where it has none that can be right. */
  clock_ms: z.number().nullable(),
  /** Whether that clock names its zone; else it is a clock on some wall, read as UTC. */
  clock_has_zone: z.boolean(),
  duration_ms: z.number(),
  sampling_hz: z.number(),
  leads: z.array(leadFacts),
  coverage,
  /** Its `start_ms` counts from the first sample. */
  preview: preview.nullable(),
  left_out: z.array(z.object({ label: z.string(), why: z.enum(leftOutReasons) })),
  /** Notes that become the diary. */
  diary: z.number(),
  /** Whether labels of beats and rhythms are passed over. */
  labels: z.boolean(),
  /** Notes that are left out, since there are more than a diary takes. */
  notes_left_out: z.number(),
  /** Microvolts of the finest step where the file's own was too fine for 16 bits; null where every step is kept. */
  coarser_uv: z.number().nullable(),
});
export type Surveyed = z.output<typeof surveyed>;

export const surveyAnswer = z.union([z.object({ found: surveyed }), z.object({ fault: checkFault })]);
export type SurveyAnswer = z.output<typeof surveyAnswer>;

/** What a person adds to the file. */
export type MakeOrder = {
  readonly hn_id: string;
  readonly start_ms: number;
  readonly start_from: 'file' | 'person';
};

export const madeAnswer = z.object({ zip: z.instanceof(File), result: checkResult });
export type MadeAnswer = z.output<typeof madeAnswer>;
