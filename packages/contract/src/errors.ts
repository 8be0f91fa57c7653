/** The body of every answer that is not a success. */
import { z } from 'zod';

export const errorBody = z.object({
  /** A stable word such as `case/wrong-state`; the catalogue is `domain/kit/refusal`. */
  code: z.string(),
  /** Worded for the user in the language asked for. */
  detail: z.string(),
  request_id: z.string(),
  /** Field name → message key. */
  fields: z.record(z.string(), z.string()).optional(),
  /** The figures that `detail` names, by name. */
  figures: z.record(z.string(), z.number()).optional(),
});
export type ErrorBody = z.output<typeof errorBody>;
