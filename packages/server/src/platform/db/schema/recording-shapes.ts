/**
 * Defines the shapes inside the JSON columns of `recordings`. They are written when a recording is imported and parsed
 * when it is served.
 */
import { patientEvent, recordingLead, recordingManifest, summaryHour } from '@rhythmdesk/contract/recordings';
import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const whole = z.number().int();
const levels = { top_level: whole, level_sha256: z.array(sha256) };

/**
 * `recordings.pyramid`: how level 0 is stored, and the store key of each level's file from level 1 on. Level 0 is packed,
 * or TraceData.dat itself if an earlier version stored it. An earlier version that finds `packed` refuses the row, so it
 * never takes packed bytes for samples.
 */
export const storedPyramid = z.union([
  z.object({
    ...levels,
    packed: z.object({ header_bytes: whole, index_start: whole, file_bytes: whole }),
  }),
  z.object({ ...levels, header_bytes: whole }),
]);

/** `recordings.leads`, `gaps`, `events` and `hours` are parts of the manifest in the API. */
export const storedLeads = z.array(recordingLead);
export const storedGaps = recordingManifest.shape.gaps;
export const storedEvents = z.array(patientEvent);
export const storedHours = z.array(summaryHour);
