/** Defines the routes of the trace viewer: a manifest, then immutable binary tiles. */
import { z } from 'zod';
import { flag, instant, listOf, rowId, whole } from './fields.ts';
import { defineRoutes } from './route.ts';

export const recordingLead = z.object({
  label: z.string(),
  gain_uv_per_lsb: z.number(),
  zero_lsb: z.number().int(),
  /** Share of the samples that contain a signal, 0 to 1. */
  signal_share: z.number(),
});

/** One hour of the device's own summary (SummaryData.csv). */
export const summaryHour = z.object({
  hour_start: instant,
  duration_s: z.number(),
  analysed_s: z.number(),
  beats: z.number(),
  hr_min: z.number().nullable(),
  hr_mean: z.number().nullable(),
  hr_max: z.number().nullable(),
  sve: z.number(),
  ve: z.number(),
  pauses: z.number(),
  longest_rr_ms: z.number().nullable(),
  af_s: z.number(),
  noise_s: z.number(),
});

export const patientEvent = z.object({ time: instant, kind: z.enum(['button', 'diary']), note: z.string() });

export const recordingManifest = z.object({
  case_id: z.number().int(),
  recording_id: z.number().int(),
  /** Unix milliseconds UTC of the first sample. */
  start_ms: z.number(),
  /** IANA name of the hospital's zone, in which every time on the trace is shown. */
  time_zone: z.string(),
  sampling_hz: z.number(),
  /** Samples per lead. */
  samples: z.number(),
  leads: z.array(recordingLead),
  levels: z.array(
    z.object({
      level: z.number().int(),
      samples_per_bucket: z.number().int(),
      buckets: z.number(),
      buckets_per_tile: z.number().int(),
    }),
  ),
  /** `[lead, start_sample, end_sample]` of every section without a signal; lead −1 means all leads at once. */
  gaps: z.array(z.tuple([z.number().int(), z.number(), z.number()])),
  events: z.array(patientEvent),
  hours: z.array(summaryHour),
  synthetic: z.boolean(),
});
export type RecordingManifest = z.output<typeof recordingManifest>;

export const exportFormats = ['edf', 'edf-continuous', 'edf-beats', 'wfdb', 'dicom', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export type TileAddress = { readonly lead: number; readonly level: number; readonly index: number };

/** Returns the name of a tile in a query: `lead.level.index`. */
export const tileName = ({ lead, level, index }: TileAddress): string =>
  `${String(lead)}.${String(level)}.${String(index)}`;

export function tileOfName(name: string): TileAddress {
  const [lead = NaN, level = NaN, index = NaN] = name.split('.').map(Number);
  return { lead, level, index };
}

/** The maximum number of tiles of one request: half a megabyte of raw signal. */
export const mostTiles = 16;

export const recordingRoutes = defineRoutes({
  recording: {
    method: 'GET',
    path: 'recording/:case_id',
    allow: 'recording.read',
    audit: 'recording.view',
    summary: 'Returns the manifest of a case’s recording.',
    input: z.strictObject({ case_id: rowId }),
    output: recordingManifest,
  },
  tile: {
    method: 'GET',
    path: 'recording/:case_id/tile/:lead/:level/:index',
    allow: 'recording.read',
    audit: 'recording.view',
    summary: 'Returns one tile: raw samples at level 0, minimum, maximum and gap share above.',
    input: z.strictObject({
      case_id: rowId,
      lead: whole(0, 11),
      level: whole(0, 20),
      index: whole(0),
    }),
    output: { binary: 'application/octet-stream' },
  },
  tiles: {
    method: 'GET',
    path: 'recording/:case_id/tiles',
    allow: 'recording.read',
    audit: 'recording.view',
    summary:
      'Returns up to 16 tiles, named `lead.level.index`, concatenated in the order of their names. With `packed`, the lengths of all tiles (32 bits each, little-endian) come first, and raw tiles are packed.',
    input: z.strictObject({
      case_id: rowId,
      tile: listOf(z.string().regex(/^\d{1,2}\.\d{1,2}\.\d{1,9}$/)).refine(
        (names) => names.length > 0 && names.length <= mostTiles,
      ),
      packed: flag.optional(),
    }),
    output: { binary: 'application/octet-stream' },
  },
  exportRecording: {
    method: 'GET',
    path: 'recording/:case_id/export',
    allow: 'file.signal',
    audit: 'recording.export',
    summary:
      'Returns the recording with its reading for other programs: EDF+ with episodes as notes, the same in one piece (EDF+C), EDF+ with each beat as a note, WFDB (zip of .hea, .dat, .atr), DICOM waveform or tables (zip of CSV).',
    input: z.strictObject({ case_id: rowId, format: z.enum(exportFormats) }),
    output: { binary: 'application/octet-stream' },
  },
});
