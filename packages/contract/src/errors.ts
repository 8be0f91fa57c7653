/** Defines the body of every error response. */
import { z } from 'zod';

export const errorBody = z.object({
  /** A stable code such as `case/wrong-state`; `domain/kit/refusal` lists all. */
  code: z.string(),
  /** The message for the user in the requested language. */
  detail: z.string(),
  request_id: z.string(),
  /** Field name → message key. */
  fields: z.record(z.string(), z.string()).optional(),
  /** The numbers that `detail` contains, by name. */
  figures: z.record(z.string(), z.number()).optional(),
});
export type ErrorBody = z.output<typeof errorBody>;
