/** Defines the messages between the server and the worker thread of full disclosures. */
import { analysisCriteria } from '@rhythmdesk/contract/analysis';
import { storedLeads } from '../../../platform/db/schema/recording-shapes.ts';
import { tracePlace } from '../../../records/recordings/trace-place.ts';
import { loggedEdits, readingBase } from '../../../records/readings/stored-reading.ts';
import { z } from 'zod';

const layout = z.object({
  line_ms: z.number(),
  lines_a_page: z.number(),
  pitch_mm: z.number(),
  ticks: z.number(),
  first_ms: z.number(),
  lines: z.number(),
  pages: z.number(),
});

export const disclosureOrder = z.object({
  files_folder: z.string(),
  layout,
  offset_ms: z.number(),
  frames: z.object({
    ...tracePlace.shape,
    samples: z.number(),
    sampling_hz: z.number(),
    leads: storedLeads,
  }),
  lead: z.number(),
  reading: z.object({ base: readingBase, log: loggedEdits }),
  figures: z.object({
    criteria: analysisCriteria,
    engine_version: z.string(),
    midnights_s: z.array(z.number()).optional(),
  }),
});
export type DisclosureOrder = z.output<typeof disclosureOrder>;

/**
 * The worker first sends the mean rates of the lines and the scale. The server answers with the text of the pages and
 * then requests each page.
 */
export const disclosureReply = z.union([
  z.object({ rates: z.array(z.number().nullable()), mm_per_mv: z.number() }),
  z.object({ bytes: z.instanceof(Uint8Array), lines: z.number() }),
  z.object({ is_over: z.literal(true) }),
]);
export type DisclosureReply = z.output<typeof disclosureReply>;

/** First the PDF with the text, then only requests for the next page. */
export const disclosureAsk = z.union([z.object({ words: z.instanceof(Uint8Array) }), z.literal('next')]);
