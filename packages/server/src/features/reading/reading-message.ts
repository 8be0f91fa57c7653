/** What goes to the thread that folds readings, and what comes back. */
import { analysisCriteria } from '@rhythmdesk/contract/analysis';
import { reportFigures } from '@rhythmdesk/contract/report-document';
import { z } from 'zod';
import { loggedEdits, readingBase } from '../../records/readings/stored-reading.ts';

/** What the figures of a report are worked out with, beside the reading. */
const reportSource = z.object({
  criteria: analysisCriteria,
  first_midnight_s: z.number(),
  engine_version: z.string(),
  /** Samples at which the patient marked something. */
  events: z.array(z.number()),
  /** Where the signal lies, for what is measured on it; null where it is no longer kept. */
  signal: z
    .object({
      trace_sha256: z.string(),
      header_bytes: z.number(),
      leads: z.array(z.object({ gain_uv_per_lsb: z.number(), zero_lsb: z.number() })),
    })
    .nullable(),
});
export type ReportSource = z.output<typeof reportSource>;

export const readingOrder = z.discriminatedUnion('kind', [
  /** The checksum after these edits, which go on from `after`. They are not kept before they are confirmed. */
  z.object({
    kind: z.literal('fold'),
    id: z.number(),
    reading_id: z.number(),
    base: readingBase,
    after: z.number(),
    edits: loggedEdits,
  }),
  /** What a report says of the reading after these edits, which are stored. */
  z.object({
    kind: z.literal('report'),
    id: z.number(),
    reading_id: z.number(),
    base: readingBase,
    after: z.number(),
    edits: loggedEdits,
    source: reportSource,
  }),
  z.object({ kind: z.literal('confirm'), reading_id: z.number(), sequence: z.number() }),
]);
export type ReadingOrder = z.output<typeof readingOrder>;

export const readingReply = z.object({
  id: z.number(),
  /** `missing`: the thread knows the log up to here only. */
  outcome: z.union([
    z.object({ checksum: z.string() }),
    z.object({ figures: reportFigures }),
    z.object({ missing: z.number() }),
    z.object({ fault: z.string() }),
  ]),
});
export type ReadingReply = z.output<typeof readingReply>;
