/** Defines the messages to and from the thread that replays a reading for an export. */
import { analysisCriteria } from '@rhythmdesk/contract/analysis';
import { z } from 'zod';
import { loggedEdits, readingBase } from '../../records/readings/stored-reading.ts';

export const readingOrder = z.object({
  files_folder: z.string(),
  base: readingBase,
  edits: loggedEdits,
  criteria: analysisCriteria,
  engine_version: z.string(),
  midnights_s: z.array(z.number()),
});
export type ReadingOrder = z.output<typeof readingOrder>;

export const readingReply = z.object({
  /** A beat file. */
  beats: z.instanceof(Uint8Array),
  /** The summary with all episodes. */
  summary_json: z.string(),
});
export type ReadingReply = z.output<typeof readingReply>;
