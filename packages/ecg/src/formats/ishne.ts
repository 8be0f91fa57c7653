// Reads and writes ISHNE Holter files. Source: Badilini, "The ISHNE Holter standard output file format" (Ann
// Noninvasive Electrocardiol 3:263, 1998); the checksum is CRC-CCITT over the header from byte 10 on.
//
// Names and birth dates are neither read nor written. A lead whose resolution is unknown (−9) is refused rather than
// guessed.

import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import type { PiecewiseFile } from './piecewise.ts';
import { pieceBytes } from './piecewise.ts';
import type { Recording, RecordingLead } from './recording.ts';
import { NO_SAMPLE } from './recording.ts';

const MAGIC = 'ISHNE1.0';
const FIXED_BYTES = 522;
const MAX_LEADS = 12;
const NOT_AVAILABLE = -9;
/** Lead names by the format's code; other codes are named by their number. */
const leadNames = [
  'unknown',
  'bipolar',
  ...[
    'X',
    'Y',
    'Z',
    'I',
    'II',
    'III',
    'aVR',
    'aVL',
    'aVF',
    'V1',
    'V2',
    'V3',
    'V4',
    'V5',
    'V6',
    'ES',
    'AS',
    'AI',
  ],
];
const at = {
  checksum: 8,
  variable_bytes: 10,
  samples: 14,
  variable_offset: 18,
  signal_offset: 22,
  version: 26,
  record_date: 138,
  start_time: 150,
  leads: 156,
  lead_codes: 158,
  lead_quality: 182,
  resolution: 206,
  sampling_hz: 272,
} as const;

/** Returns the CRC-CCITT (polynomial 0x1021, start 0xFFFF). */
export function crcCcitt(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}

/** Length of the longest header that is read. */
export const ishneHeaderMaxBytes = 2 ** 24;

interface IshneHeader {
  readonly start_ms: number | null;
  readonly signals: readonly Omit<RecordingLead, 'samples'>[];
  /** Bytes before the first sample. */
  readonly signal_at: number;
  /** Samples of one lead. */
  readonly samples: number;
}

/**
 * Reads the header of a file of `fileBytes` from its beginning (ishneHeaderMaxBytes are always enough). Refuses with
 * ishne/too-short, ishne/magic, ishne/checksum, ishne/header-field (field) and ishne/file-length. Its clock is read as
 * UTC.
 */
function parseIshneHeader(bytes: Uint8Array, fileBytes = bytes.length): Parsed<IshneHeader> {
  if (bytes.length < FIXED_BYTES)
    return refuse('ishne/too-short', { found: bytes.length, expected: FIXED_BYTES });
  if (String.fromCharCode(...bytes.subarray(0, 8)) !== MAGIC) return refuse('ishne/magic');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const signalAt = view.getInt32(at.signal_offset, true);
  if (signalAt < FIXED_BYTES || signalAt > bytes.length || signalAt > ishneHeaderMaxBytes) {
    return refuse('ishne/header-field', { field: 'signal offset', found: signalAt });
  }
  if (crcCcitt(bytes.subarray(at.variable_bytes, signalAt)) !== view.getUint16(at.checksum, true)) {
    return refuse('ishne/checksum');
  }
  const leadCount = view.getInt16(at.leads, true);
  if (leadCount < 1 || leadCount > MAX_LEADS)
    return refuse('ishne/header-field', { field: 'leads', found: leadCount });
  const hz = view.getInt16(at.sampling_hz, true);
  if (hz < 1) return refuse('ishne/header-field', { field: 'sampling rate', found: hz });
  const stored = (fileBytes - signalAt) / (2 * leadCount);
  const said = view.getInt32(at.samples, true);
  // Some writers store the samples of one lead, some those of all.
  if (said !== stored && said !== stored * leadCount) {
    return refuse('ishne/file-length', { found: stored, expected: said });
  }
  const signals: IshneHeader['signals'][number][] = [];
  for (let i = 0; i < leadCount; i++) {
    const nanovolts = view.getInt16(at.resolution + 2 * i, true);
    if (nanovolts <= 0) return refuse('ishne/header-field', { field: 'resolution', lead: i + 1 });
    const label = leadNames[view.getInt16(at.lead_codes + 2 * i, true)] ?? `lead ${i + 1}`;
    signals.push({ label, sampling_hz: hz, gain_uv_per_lsb: nanovolts / 1000, zero_lsb: 0 });
  }
  return parsed({ start_ms: startOf(view), signals, signal_at: signalAt, samples: stored });
}

/** Reads a whole file. Refuses with the faults of parseIshneHeader. */
export function readIshne(bytes: Uint8Array): Parsed<Recording> {
  const header = parseIshneHeader(bytes);
  if (!header.ok) return header;
  const { start_ms, signals, signal_at: signalAt } = header.value;
  const samples = readIshneFrames(bytes.subarray(signalAt), signals.length);
  const leads = signals.map((facts, i) => ({ ...facts, samples: samples[i] ?? new Int32Array() }));
  return parsed({ start_ms, start_has_zone: false, leads, notes: [] });
}

/** Converts whole frames to the samples of each lead. */
function readIshneFrames(frames: Uint8Array, leadCount: number): Int32Array[] {
  const view = new DataView(frames.buffer, frames.byteOffset, frames.byteLength);
  const count = Math.floor(frames.length / (2 * leadCount));
  return Array.from({ length: leadCount }, (_unused, lead) => {
    const samples = new Int32Array(count);
    for (let i = 0, place = 2 * lead; i < count; i++, place += 2 * leadCount) {
      const value = view.getInt16(place, true);
      samples[i] = value === -32_768 ? NO_SAMPLE : value;
    }
    return samples;
  });
}

/** Opens the file for reading piece by piece; `head` is as for parseIshneHeader. */
export function ishnePieces(head: Uint8Array, fileBytes: number, most = pieceBytes): Parsed<PiecewiseFile> {
  const header = parseIshneHeader(head, fileBytes);
  if (!header.ok) return header;
  const { start_ms, signals, signal_at: signalAt, samples } = header.value;
  const frameBytes = 2 * signals.length;
  const perPiece = Math.max(1, Math.floor(most / frameBytes));
  const hz = signals[0]?.sampling_hz ?? 1;
  return parsed({
    start_has_zone: false,
    signals,
    no_voltages: [],
    pieces: Math.ceil(samples / perPiece),
    ranges: (piece) => {
      const from = signalAt + piece * perPiece * frameBytes;
      return [{ file: '', from, to: Math.min(fileBytes, from + perPiece * frameBytes) }];
    },
    read: (piece, [bytes = new Uint8Array()]) => {
      const run = { at_s: (piece * perPiece) / hz, samples: readIshneFrames(bytes, signals.length) };
      return parsed({ start_ms, runs: [run], notes: [] });
    },
  });
}

function startOf(view: DataView): number | null {
  const three = (place: number) => [0, 2, 4].map((i) => view.getInt16(place + i, true));
  const [day = 0, month = 0, year = 0] = three(at.record_date);
  const [hour = 0, minute = 0, second = 0] = three(at.start_time);
  const dateFits = day >= 1 && day <= 31 && month >= 1 && month <= 12 && year >= 1970;
  const timeFits = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
  return dateFits && timeFits ? Date.UTC(year, month - 1, day, hour, minute, second) : null;
}

/**
 * Encodes leads of one integer rate and one length. Steps are rescaled to whole nanovolts, 0 µV becomes step 0. This is
 * finer than any converter, and exact if the gain is already a whole number of nanovolts. Throws a RangeError if the
 * format cannot represent the recording.
 */
export function encodeIshne(
  startMs: number | null,
  leads: readonly RecordingLead[],
): Uint8Array<ArrayBuffer> {
  const [first] = leads;
  const hz = first?.sampling_hz ?? 0;
  const count = first?.samples.length ?? 0;
  const alike = leads.every((lead) => lead.sampling_hz === hz && lead.samples.length === count);
  if (first === undefined || leads.length > MAX_LEADS || !alike)
    throw new RangeError('leads do not fit ISHNE');
  if (!Number.isInteger(hz) || hz < 1 || hz > 32_767) throw new RangeError(`ISHNE cannot say ${hz} Hz`);
  const bytes = new Uint8Array(FIXED_BYTES + 2 * leads.length * count);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < MAGIC.length; i++) bytes[i] = MAGIC.charCodeAt(i);
  view.setInt32(at.samples, count, true);
  view.setInt32(at.variable_offset, FIXED_BYTES, true);
  view.setInt32(at.signal_offset, FIXED_BYTES, true);
  view.setInt16(at.version, 1, true);
  writeStart(view, startMs);
  view.setInt16(at.leads, leads.length, true);
  view.setInt16(at.sampling_hz, hz, true);
  for (let i = 0; i < MAX_LEADS; i++) {
    const lead = leads[i];
    view.setInt16(at.lead_codes + 2 * i, lead === undefined ? NOT_AVAILABLE : leadCode(lead.label), true);
    view.setInt16(at.lead_quality + 2 * i, NOT_AVAILABLE, true);
    view.setInt16(
      at.resolution + 2 * i,
      lead === undefined ? NOT_AVAILABLE : writeLead(view, lead, i, leads.length),
      true,
    );
  }
  view.setUint16(at.checksum, crcCcitt(bytes.subarray(at.variable_bytes, FIXED_BYTES)), true);
  return bytes;
}

function leadCode(label: string): number {
  const code = leadNames.indexOf(label === 'MLII' ? 'II' : label);
  return code < 0 ? 0 : code;
}

function writeStart(view: DataView, startMs: number | null): void {
  const date = new Date(startMs ?? 0);
  const known = startMs !== null;
  const dates = [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear()];
  const times = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  dates.forEach((part, i) => view.setInt16(at.record_date + 2 * i, known ? part : NOT_AVAILABLE, true));
  times.forEach((part, i) => view.setInt16(at.start_time + 2 * i, known ? part : NOT_AVAILABLE, true));
}

/** Writes one lead's steps and returns their size in nanovolts. */
function writeLead(view: DataView, lead: RecordingLead, place: number, leadCount: number): number {
  const gain = lead.gain_uv_per_lsb * 1000;
  let reach = 1;
  for (const value of lead.samples) {
    if (value !== NO_SAMPLE) reach = Math.max(reach, Math.abs((value - lead.zero_lsb) * gain));
  }
  const nanovolts = Math.max(Number.isInteger(gain) ? Math.abs(gain) : 1, Math.ceil(reach / 32_767));
  if (nanovolts > 32_767) throw new RangeError('ISHNE cannot hold amplitudes of more than a volt');
  lead.samples.forEach((value, i) => {
    const step = value === NO_SAMPLE ? -32_768 : Math.round(((value - lead.zero_lsb) * gain) / nanovolts);
    view.setInt16(FIXED_BYTES + 2 * (i * leadCount + place), step, true);
  });
  return nanovolts;
}
