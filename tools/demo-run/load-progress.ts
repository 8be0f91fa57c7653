/** What the loader of the demo says to the process that started it, as messages between the two. */
import { z } from 'zod';

export const loadProgress = z.discriminatedUnion('step', [
  /** The server answers. */
  z.object({ step: z.literal('server') }),
  /** Everybody can sign in. */
  z.object({ step: z.literal('people') }),
  z.object({ step: z.literal('cases'), loaded: z.number(), all: z.number() }),
  /** Everything is there. */
  z.object({ step: z.literal('loaded') }),
]);
export type LoadProgress = z.infer<typeof loadProgress>;
