/**
 * Defines the message to the thread that compares beats. The thread answers with bytes in the form of `encodeLikeness`.
 */
import { z } from 'zod';
import { tracePlace } from '../../records/recordings/trace-place.ts';

export const likenessOrder = z.object({
  files_folder: z.string(),
  ...tracePlace.shape,
  beats_sha256: z.string(),
  /** Samples of one lead. */
  samples: z.number(),
  sampling_hz: z.number(),
  /** Microvolts per step, for each lead. */
  gains: z.array(z.number()),
  templates: z.array(z.number()),
  /** The sample of the beat that the others are compared with; if absent, the mean of all. */
  like: z.number().optional(),
});
export type LikenessOrder = z.output<typeof likenessOrder>;

export const likenessOutcome = z.instanceof(Uint8Array);
