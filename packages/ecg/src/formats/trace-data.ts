// Reads and writes the header of TraceData.dat, the signal of a recording. Layout and limits: the recording format,
// "TraceData.dat".
//
// The samples after the header are int16 little-endian, one frame of all leads per sampling instant; callers read them
// in chunks. A position in the file needs an exact number beyond 32 bits: with 12 leads and 2^32 - 1 samples it exceeds
// 2^32 many times.

import { normalizeHnId } from '../labels/hn-id.ts';
import { traceLimits } from '../labels/stored-samples.ts';
import { allZero, readAsciiField, writeAsciiField } from './byte-text.ts';
import type { FormatRefusal, Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';

const MAGIC = 'HNTRACE';
const VERSION = 1;
const FIXED_BYTES = 128;
const LEAD_BYTES = 32;

/** Largest size of a header; reading this many bytes from the file's start is always enough. */
export const traceHeaderMaxBytes = FIXED_BYTES + LEAD_BYTES * traceLimits.leads;

export interface TraceLead {
  readonly label: string;
  readonly gain_uv_per_lsb: number;
  /** The stored step that is 0 µV. */
  readonly zero_lsb: number;
}

export interface TraceHeader {
  readonly leads: readonly TraceLead[];
  readonly sampling_hz: number;
  /** Unix milliseconds, UTC. */
  readonly start_ms: number;
  /** Samples of one lead. */
  readonly samples: number;
  /** In its stored form: upper-case, without hyphens. */
  readonly hn_id: string;
  /** Bytes before the first sample. */
  readonly header_bytes: number;
}

/**
 * Reads the header. `head` contains the file's first bytes (traceHeaderMaxBytes, or the whole file if it is shorter);
 * `fileBytes` is the length of the whole file, which must be exactly header + 2 × leads × samples.
 */
export function parseTraceHeader(head: Uint8Array, fileBytes: number): Parsed<TraceHeader> {
  if (head.length < FIXED_BYTES)
    return refuse('trace/too-short', { found: head.length, expected: FIXED_BYTES });
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (readAsciiField(head, 0, 8) !== MAGIC) return refuse('trace/magic');
  const version = view.getUint16(8, true);
  if (version !== VERSION) return refuse('trace/version', { found: version, expected: VERSION });
  const leadCount = view.getUint16(12, true);
  if (leadCount < 1 || leadCount > traceLimits.leads) return refuse('trace/leads', { found: leadCount });
  const headerBytes = view.getUint16(10, true);
  const expected = FIXED_BYTES + LEAD_BYTES * leadCount;
  if (headerBytes !== expected) return refuse('trace/header-bytes', { found: headerBytes, expected });
  if (head.length < expected) return refuse('trace/too-short', { found: head.length, expected });
  if (!allZero(head, 14, 16) || !allZero(head, 36, 40) || !allZero(head, 64, FIXED_BYTES)) {
    return refuse('trace/reserved-not-zero');
  }
  const timing = parseTiming(view);
  if (!timing.ok) return timing;
  const hnId = normalizeHnId(readAsciiField(head, 40, 24) ?? '');
  if (hnId === null) return refuse('trace/hn-id');
  const leads = parseLeads(head, view, leadCount);
  if (!leads.ok) return leads;
  const length = expected + 2 * leadCount * timing.value.samples;
  if (fileBytes !== length) return refuse('trace/file-length', { found: fileBytes, expected: length });
  return parsed({ leads: leads.value, ...timing.value, hn_id: hnId, header_bytes: expected });
}

type Timing = Pick<TraceHeader, 'sampling_hz' | 'start_ms' | 'samples'>;

function parseTiming(view: DataView): Parsed<Timing> {
  const samplingHz = view.getFloat64(16, true);
  const start = view.getBigInt64(24, true);
  const samples = view.getUint32(32, true);
  const startMs = start >= 0n && start <= BigInt(traceLimits.start_ms_max) ? Number(start) : Number.NaN;
  if (Number.isNaN(startMs)) return refuse('trace/start', { found: String(start) });
  const timing = { sampling_hz: samplingHz, start_ms: startMs, samples };
  return timingFault(timing) ?? parsed(timing);
}

function timingFault({ sampling_hz: hz, start_ms: startMs, samples }: Timing): FormatRefusal | null {
  if (!(hz >= traceLimits.sampling_hz_min && hz <= traceLimits.sampling_hz_max)) {
    return refuse('trace/sampling-hz', { found: String(hz) });
  }
  if (!Number.isInteger(startMs) || startMs < 0 || startMs > traceLimits.start_ms_max) {
    return refuse('trace/start', { found: String(startMs) });
  }
  if (!Number.isInteger(samples) || samples < 1 || samples > traceLimits.samples) {
    return refuse('trace/samples', { found: samples });
  }
  if (samples / hz > traceLimits.duration_s) return refuse('trace/too-long', { found: samples / hz });
  return null;
}

function parseLeads(head: Uint8Array, view: DataView, count: number): Parsed<TraceLead[]> {
  const leads: TraceLead[] = [];
  for (let i = 0; i < count; i++) {
    const at = FIXED_BYTES + LEAD_BYTES * i;
    const label = readAsciiField(head, at, 16) ?? '';
    const lead = {
      label,
      gain_uv_per_lsb: view.getFloat32(at + 16, true),
      zero_lsb: view.getInt16(at + 20, true),
    };
    const fault = leadFault(lead, i + 1);
    if (fault !== null) return fault;
    if (!allZero(head, at + 22, at + LEAD_BYTES)) return refuse('trace/reserved-not-zero', { lead: i + 1 });
    leads.push(lead);
  }
  return parsed(leads);
}

function leadFault(lead: TraceLead, number: number): FormatRefusal | null {
  if (lead.label.trim() === '') return refuse('trace/lead-label', { lead: number });
  const gain = lead.gain_uv_per_lsb;
  if (!(gain > 0 && Number.isFinite(gain)))
    return refuse('trace/lead-gain', { lead: number, found: String(gain) });
  return null;
}

/** Returns the size of the whole file in bytes. */
export function traceFileBytes(leadCount: number, samples: number): number {
  return FIXED_BYTES + LEAD_BYTES * leadCount + 2 * leadCount * samples;
}

/**
 * Returns the header's bytes; the frames follow it. A gain is stored as float32. Throws a RangeError if the values
 * break a rule of the format: the caller must check them first.
 */
export function encodeTraceHeader(header: Omit<TraceHeader, 'header_bytes'>): Uint8Array<ArrayBuffer> {
  const { leads } = header;
  const fault =
    timingFault(header) ?? leads.map((lead, i) => leadFault(lead, i + 1)).find((found) => found !== null);
  if (fault) throw new RangeError(`${fault.code} ${JSON.stringify(fault.detail)}`);
  if (leads.length < 1 || leads.length > traceLimits.leads) throw new RangeError('trace/leads');
  if (normalizeHnId(header.hn_id) !== header.hn_id) throw new RangeError('trace/hn-id');
  const bytes = new Uint8Array(FIXED_BYTES + LEAD_BYTES * leads.length);
  const view = new DataView(bytes.buffer);
  writeAsciiField(bytes, 0, 8, MAGIC);
  view.setUint16(8, VERSION, true);
  view.setUint16(10, bytes.length, true);
  view.setUint16(12, leads.length, true);
  view.setFloat64(16, header.sampling_hz, true);
  view.setBigInt64(24, BigInt(header.start_ms), true);
  view.setUint32(32, header.samples, true);
  writeAsciiField(bytes, 40, 24, header.hn_id);
  leads.forEach((lead, i) => {
    const at = FIXED_BYTES + LEAD_BYTES * i;
    writeAsciiField(bytes, at, 16, lead.label);
    view.setFloat32(at + 16, lead.gain_uv_per_lsb, true);
    view.setInt16(at + 20, lead.zero_lsb, true);
  });
  return bytes;
}
