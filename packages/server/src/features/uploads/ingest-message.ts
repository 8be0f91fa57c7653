/** Defines the messages to and from the thread that reads a zip. */
import { recordingLead } from '@rhythmdesk/contract/recordings';
import { isRefusalCode, type RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import { z } from 'zod';
import {
  storedEvents,
  storedGaps,
  storedHours,
  storedPyramid,
} from '../../platform/db/schema/recording-shapes.ts';

const bytes = z.number().int().nonnegative();

export const readOrder = z.object({
  zip_path: z.string(),
  /** The folder of the disk store. */
  files_folder: z.string(),
  /** In its stored form. */
  hn_id: z.string(),
  limits: z.object({
    entries: bytes,
    expanded_bytes: bytes,
    ratio: bytes,
    /** Bytes that stay free on the disk; no limit if absent. */
    disk_floor_bytes: bytes.optional(),
  }),
});
export type ReadOrder = z.output<typeof readOrder>;

export const readFile = z.object({
  kind: z.enum(['report', 'order', 'signal', 'view', 'summary', 'events', 'other']),
  filename: z.string(),
  media_type: z.string(),
  sha256: z.string(),
  size_bytes: bytes,
  /** SHA-256 of what a user receives, if the file is stored packed. */
  content_sha256: z.string().optional(),
});
export type ReadFile = z.output<typeof readFile>;

const figure = z.number().nullable();

/** A recording whose files are in the store but not yet named by a row. */
const readRecording = z.object({
  start_ms: z.number(),
  sampling_hz: z.number(),
  samples: z.number(),
  leads: z.array(recordingLead),
  pyramid: storedPyramid,
  trace_sha256: z.string(),
  gaps: storedGaps,
  events: storedEvents,
  hours: storedHours,
  sparkline: z.instanceof(Uint8Array),
  analysable_share: z.number(),
  view_mismatches: z.number(),
  figures: z.object({ af_share: figure, ve_count: figure, pause_count: figure }),
  files: z.array(readFile),
});
export type ReadRecording = z.output<typeof readRecording>;

const refusalCode = z.custom<RefusalCode>((value) => typeof value === 'string' && isRefusalCode(value));
export const refusalFacts = z.record(z.string(), z.union([z.string(), z.number()]));

export const readOutcome = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), recording: readRecording }),
  z.object({
    ok: z.literal(false),
    code: refusalCode,
    entry: z.string().nullable(),
    parameters: refusalFacts,
  }),
]);
export type ReadOutcome = z.output<typeof readOutcome>;
