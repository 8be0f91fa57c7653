/** What goes to the thread that compares beats. It answers bytes, as `encodeLikeness` writes them. */
import { z } from 'zod';

export const likenessOrder = z.object({
  files_folder: z.string(),
  /** Interleaved samples of all leads behind a header. */
  trace_sha256: z.string(),
  beats_sha256: z.string(),
  header_bytes: z.number(),
  /** Of one lead. */
  samples: z.number(),
  sampling_hz: z.number(),
  /** Microvolts of one step, of each lead. */
  gains: z.array(z.number()),
  templates: z.array(z.number()),
  /** The sample of the beat that the others are compared with; absent: the mean of all. */
  like: z.number().optional(),
});
export type LikenessOrder = z.output<typeof likenessOrder>;

export const likenessOutcome = z.instanceof(Uint8Array);
