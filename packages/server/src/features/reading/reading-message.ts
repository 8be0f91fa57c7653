/** Defines the messages to and from the thread that replays readings. */
import { analysisCriteria } from '@rhythmdesk/contract/analysis';
import { reportFigures } from '@rhythmdesk/contract/report-document';
import { z } from 'zod';
import { tracePlace } from '../../records/recordings/trace-place.ts';
import { loggedEdits, readingBase } from '../../records/readings/stored-reading.ts';

/** Inputs of the report figures besides the reading. */
const reportSource = z.object({
  criteria: analysisCriteria,
  midnights_s: z.array(z.number()),
  engine_version: z.string(),
  /** Samples at which the patient pressed the event button. */
  events: z.array(z.number()),
  /** Where the signal is stored, for measurements; null if it was deleted. */
  signal: z
    .object({
      ...tracePlace.shape,
      leads: z.array(z.object({ gain_uv_per_lsb: z.number(), zero_lsb: z.number() })),
    })
    .nullable(),
});
export type ReportSource = z.output<typeof reportSource>;

export const readingOrder = z.discriminatedUnion('kind', [
  /**
   * Requests the checksum after these edits, which follow `after`. They stay unconfirmed until a later message confirms
   * them.
   */
  z.object({
    kind: z.literal('fold'),
    id: z.number(),
    reading_id: z.number(),
    base: readingBase,
    after: z.number(),
    edits: loggedEdits,
  }),
  /** Requests the report figures after these edits, which are already stored. */
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
  /** `missing` means that the thread knows the log only up to this edit. `code` is that of a file's fault. */
  outcome: z.union([
    z.object({ checksum: z.string() }),
    z.object({ figures: reportFigures }),
    z.object({ missing: z.number() }),
    z.object({ fault: z.string(), code: z.string().optional() }),
  ]),
});
export type ReadingReply = z.output<typeof readingReply>;
