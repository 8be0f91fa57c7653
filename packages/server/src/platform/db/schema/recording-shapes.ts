/**
 * Defines the shapes inside the JSON columns of `recordings`. They are written when a recording is imported and parsed
 * when it is served.
 */
import { patientEvent, recordingLead, recordingManifest, summaryHour } from '@rhythmdesk/contract/recordings';
import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** `recordings.pyramid`: the layout of tiles, and the store key of each level's file from level 1 on. */
export const storedPyramid = z.object({
  header_bytes: z.number().int(),
  top_level: z.number().int(),
  level_sha256: z.array(sha256),
});

/** `recordings.leads`, `gaps`, `events` and `hours` are parts of the manifest in the API. */
export const storedLeads = z.array(recordingLead);
export const storedGaps = recordingManifest.shape.gaps;
export const storedEvents = z.array(patientEvent);
export const storedHours = z.array(summaryHour);
