/**
 * Defines the messages to and from the thread that evaluates a reading: its critical places, its figures for lists
 * and its checksum.
 */
import { analysisCriteria } from '@rhythmdesk/contract/analysis';
import { criticalSettings } from '@rhythmdesk/contract/critical';
import { criticalRuleKeys } from '@rhythmdesk/domain/critical/critical-rules';
import { rhythmKeys } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { z } from 'zod';
import { loggedEdits, readingBase } from '../../records/readings/stored-reading.ts';

export const criticalOrder = z.object({
  files_folder: z.string(),
  base: readingBase,
  edits: loggedEdits,
  criteria: analysisCriteria,
  rules: criticalSettings.shape.rules,
});
export type CriticalOrder = z.output<typeof criticalOrder>;

const foundPlaces = z.array(
  z.object({
    rule: z.enum(criticalRuleKeys),
    kind: z.enum(rhythmKeys),
    start_sample: z.number().int(),
    end_sample: z.number().int(),
    beats: z.number().int(),
    seconds: z.number(),
    bpm: z.number().nullable(),
  }),
);
export type FoundPlaces = z.output<typeof foundPlaces>;

export const criticalReply = z.object({
  /** The checksum of the reading. */
  checksum: z.string(),
  places: foundPlaces,
  /** The figures that lists show of a case. */
  figures: z.object({ af_share: z.number(), ve_count: z.number().int(), pause_count: z.number().int() }),
});
export type CriticalReply = z.output<typeof criticalReply>;
