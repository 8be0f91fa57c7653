// Reads and writes ISHNE Holter files. Source: Badilini, "The ISHNE Holter standard output file format" (Ann
// Noninvasive Electrocardiol 3:263, 1998); the checksum is CRC-CCITT over the header from byte 10 on.
//
// Names and birth dates are neither read nor written. A lead whose resolution is unknown (−9) is left out rather than
// guessed. Many writers leave the checksum at zero, and differ in what they count as samples.

import { clockMs } from './clock-time.ts';
import { ZeroTail } from './zero-tail.ts';
import { crcCcitt } from './crc-ccitt.ts';
import { distinctLabels } from './lead-names.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import type { PiecewiseFile } from './piecewise.ts';
import { pieceBytes } from './piecewise.ts';
import type { LeftOut, RecordingLead, SourceFlaw } from './recording.ts';
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

/** Length of the longest header that is read. */
export const ishneHeaderMaxBytes = 2 ** 24;

interface IshneLead {
  readonly facts: Omit<RecordingLead, 'samples'>;
  /** Its place in a frame. */
  readonly place: number;
}

interface IshneHeader {
  readonly start_ms: number | null;
  readonly leads: readonly IshneLead[];
  readonly left_out: readonly LeftOut[];
  readonly flaws: readonly SourceFlaw[];
  /** Leads in a frame, with those that are left out. */
  readonly lead_count: number;
  /** Bytes before the first sample. */
  readonly signal_at: number;
  /** Samples of one lead. */
  readonly samples: number;
  /** From this sample on, a second of zeros in all leads is padding. */
  readonly padded_from: number;
}

/**
 * Reads the header of a file of `fileBytes` from its beginning (ishneHeaderMaxBytes are always enough). The number of
 * samples is that of the file. Refuses with ishne/too-short, ishne/magic and ishne/header-field
 * (field). Its clock is read as UTC.
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
  const checksum = view.getUint16(at.checksum, true);
  const isChecked = crcCcitt(bytes.subarray(at.variable_bytes, signalAt)) === checksum;
  const leadCount = view.getInt16(at.leads, true);
  if (leadCount < 1 || leadCount > MAX_LEADS)
    return refuse('ishne/header-field', { field: 'leads', found: leadCount });
  const hz = view.getInt16(at.sampling_hz, true);
  if (hz < 1) return refuse('ishne/header-field', { field: 'sampling rate', found: hz });
  const start = startOf(view);
  const length = lengthOf(fileBytes - signalAt, leadCount, view.getInt32(at.samples, true), hz);
  return parsed({
    ...readLeads(view, leadCount, hz),
    ...{ start_ms: start.at_ms, lead_count: leadCount, signal_at: signalAt, samples: length.samples },
    padded_from: length.padded_from,
    flaws: [...(isChecked ? [] : [checksumFlaw(checksum)]), ...length.flaws, ...start.flaws],
  });
}

/** Many writers leave the checksum empty or compute another one; it covers the header alone. */
const checksumFlaw = (checksum: number): SourceFlaw => ({
  code: checksum === 0 || checksum === 0xffff ? 'checksum-missing' : 'header-checksum',
  detail: {},
});

/**
 * Counts the whole frames. Some writers state the samples of one lead, some those of all. Less than a second more than
 * stated belongs to no signal; much more is a wrong count.
 */
function lengthOf(signalBytes: number, leadCount: number, stated: number, hz: number) {
  const frameBytes = 2 * leadCount;
  const stored = Math.floor(signalBytes / frameBytes);
  const fits = (samples: number): boolean => stored >= samples && stored < samples + hz;
  const shared = Math.ceil(stated / leadCount);
  // A file of which so much is missing has the same length as one whose writer counted all leads.
  const isShared = leadCount > 1 && !fits(stated) && fits(shared);
  const expected = isShared ? shared : stated;
  const isTrailed = expected > 0 && stored >= expected && stored < expected + hz;
  const samples = isTrailed ? expected : stored;
  const flaws: SourceFlaw[] = [];
  const detail = { found: stored, expected };
  const bytes = signalBytes - samples * frameBytes;
  if (isShared) flaws.push({ code: 'length-unsure', detail: { found: stored, expected: stated } });
  if (expected <= 0) flaws.push({ code: 'header-field', detail: { field: 'number of samples' } });
  else if (samples > expected) flaws.push({ code: 'samples-more', detail });
  else if (samples < expected) flaws.push({ code: 'samples-missing', detail });
  if (bytes > 0 && samples >= expected) flaws.push({ code: 'bytes-after', detail: { bytes } });
  return { samples, padded_from: expected > 0 ? expected : samples, flaws };
}

function readLeads(view: DataView, count: number, hz: number) {
  const left_out: LeftOut[] = [];
  const leads: IshneLead[] = [];
  const labels = Array.from(
    { length: count },
    (_none, i) => leadNames[view.getInt16(at.lead_codes + 2 * i, true)] ?? `lead ${i + 1}`,
  );
  for (const [place, label] of distinctLabels(labels).entries()) {
    const nanovolts = view.getInt16(at.resolution + 2 * place, true);
    if (nanovolts <= 0) left_out.push({ label, why: 'no-scale' });
    else
      leads.push({
        facts: { label, sampling_hz: hz, gain_uv_per_lsb: nanovolts / 1000, zero_lsb: 0 },
        place,
      });
  }
  return { leads, left_out };
}

/** Converts whole frames to the samples of each lead. */
function readIshneFrames(frames: Uint8Array, leads: readonly IshneLead[], leadCount: number): Int32Array[] {
  const view = new DataView(frames.buffer, frames.byteOffset, frames.byteLength);
  const count = Math.floor(frames.length / (2 * leadCount));
  return leads.map(({ place: lead }) => {
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
  const {
    start_ms,
    leads,
    lead_count,
    signal_at: signalAt,
    samples,
    padded_from,
    left_out,
    flaws,
  } = header.value;
  const frameBytes = 2 * lead_count;
  const perPiece = Math.max(1, Math.floor(most / frameBytes));
  const tail = new ZeroTail(leads[0]?.facts.sampling_hz ?? 1, padded_from);
  return parsed({
    ...{ start_has_zone: false, left_out, flaws },
    signals: leads.map(({ facts }) => facts),
    pieces: Math.ceil(samples / perPiece),
    ranges: (piece) => {
      const to = Math.min(samples, (piece + 1) * perPiece);
      return [{ file: '', from: signalAt + piece * perPiece * frameBytes, to: signalAt + to * frameBytes }];
    },
    read: (piece, [bytes = new Uint8Array()]) => {
      const first = piece * perPiece;
      if (piece === 0) tail.clear();
      const runs = tail.next(readIshneFrames(bytes, leads, lead_count), first, first + perPiece >= samples);
      return parsed({ start_ms, runs, notes: [], flaws: tail.flaws(frameBytes) });
    },
  });
}

function startOf(view: DataView): { at_ms: number | null; flaws: SourceFlaw[] } {
  const three = (place: number) => [0, 2, 4].map((i) => view.getInt16(place + i, true));
  const [day = 0, month = 0, year = 0] = three(at.record_date);
  const [hour = 0, minute = 0, second = 0] = three(at.start_time);
  const isUnset = [day, month, year].every((part) => part === NOT_AVAILABLE);
  const at_ms = clockMs({ year, month, day }, hour, minute, second);
  if (at_ms !== null || isUnset) return { at_ms, flaws: [] };
  const found = `${[year, month, day].join('-')} ${[hour, minute, second].join(':')}`;
  return { at_ms, flaws: [{ code: 'start-unreadable', detail: { found } }] };
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
