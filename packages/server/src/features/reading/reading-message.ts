/** What goes to the thread that folds readings, and what comes back. */
import { readingEdit } from '@rhythmdesk/contract/reading';
import { z } from 'zod';

/** What a reading is laid on: the beats of an analysis, and those of earlier ones that its edits were made on. */
const readingBase = z.object({
  beats_sha256: z.string(),
  earlier: z.array(z.object({ analysis_version: z.number(), beats_sha256: z.string() })),
});
export type ReadingBaseFiles = z.output<typeof readingBase>;

const loggedEdits = z.array(
  z.object({ sequence: z.number(), analysis_version: z.number(), edit: readingEdit }),
);
export type LoggedEdits = z.output<typeof loggedEdits>;

export const readingOrder = z.discriminatedUnion('kind', [
  /** The checksum after these edits, which go on from `after`. They are not kept before they are confirmed. */
  z.object({
    kind: z.literal('fold'),
    id: z.number(),
    case_id: z.number(),
    base: readingBase,
    after: z.number(),
    edits: loggedEdits,
  }),
  z.object({ kind: z.literal('confirm'), case_id: z.number(), sequence: z.number() }),
]);
export type ReadingOrder = z.output<typeof readingOrder>;

export const readingReply = z.object({
  id: z.number(),
  /** `missing`: the thread knows the log up to here only. */
  outcome: z.union([
    z.object({ checksum: z.string() }),
    z.object({ missing: z.number() }),
    z.object({ fault: z.string() }),
  ]),
});
export type ReadingReply = z.output<typeof readingReply>;
