/**
 * Defines the message to the thread that compares two readings; the thread answers with `readingAgreement` of the
 * contract.
 */
import { analysisCriteria } from '@rhythmdesk/contract/analysis';
import { z } from 'zod';
import { loggedEdits, readingBase } from '../../../records/readings/stored-reading.ts';

export const agreementOrder = z.object({
  files_folder: z.string(),
  base: readingBase,
  criteria: analysisCriteria,
  engine_version: z.string(),
  midnights_s: z.array(z.number()),
  first: loggedEdits,
  second: loggedEdits,
});
export type AgreementOrder = z.output<typeof agreementOrder>;
