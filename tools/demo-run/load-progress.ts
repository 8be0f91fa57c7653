/** Defines the messages that the demo's loader sends to the process that started it. */
import { z } from 'zod';

export const loadProgress = z.discriminatedUnion('step', [
  /** The server is ready. */
  z.object({ step: z.literal('server') }),
  /** All users can sign in. */
  z.object({ step: z.literal('people') }),
  z.object({ step: z.literal('cases'), loaded: z.number(), all: z.number() }),
  /** Everything is loaded. */
  z.object({ step: z.literal('loaded') }),
]);
export type LoadProgress = z.infer<typeof loadProgress>;
