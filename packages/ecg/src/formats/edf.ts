// Reads EDF, EDF+ and BDF files as recordings. Sources: see edf-header.ts.
//
// Signals in volts become leads; others (respiration, temperature, markers) are skipped. In a file whose records have
// gaps (EDF+D) the gaps become missing samples, if they are in proportion to the stored samples.

import { withGaps } from './edf-gaps.ts';
import type { EdfHeader, EdfSignalSpec } from './edf-header.ts';
import { headerBytes, isAnnotationSignal, parseEdfHeader, recordBytes } from './edf-header.ts';
import { parseRecordNotes } from './edf-notes.ts';
import { gapsInProportion } from './join-stretches.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import type { Recording, RecordingLead, RecordingNote } from './recording.ts';
import { NO_SAMPLE } from './recording.ts';
import { microvoltsPerUnit } from './voltage-units.ts';

/** Thirty days of beats, each with a note. */
const MAX_NOTES = 4_000_000;

/** A signal in volts, and the position of its samples in every record. */
export interface EdfVoltage {
  readonly facts: Omit<RecordingLead, 'samples'>;
  /** Its index among the header's signals. */
  readonly signal: number;
  /** Bytes before its samples in a record. */
  readonly record_at: number;
  /** Samples in a record. */
  readonly count: number;
}

/** Returns the signals that become leads, in the file's order. Refuses with edf/header-field (an invalid scale). */
export function edfVoltages(header: EdfHeader): Parsed<EdfVoltage[]> {
  const found: EdfVoltage[] = [];
  let recordAt = 0;
  for (const [i, signal] of header.signals.entries()) {
    const unit = microvoltsPerUnit(signal.units);
    const count = signal.samples_per_record;
    if (unit !== null && !isAnnotationSignal(signal) && header.record_s > 0 && count > 0) {
      const facts = scaleOf(signal, unit, count / header.record_s);
      if (facts === null)
        return refuse('edf/header-field', { signal: i + 1, field: 'physical and digital range' });
      found.push({ facts, signal: i, record_at: recordAt, count });
    }
    recordAt += count * header.sample_bytes;
  }
  return parsed(found);
}

function scaleOf(signal: EdfSignalSpec, unit: number, hz: number): EdfVoltage['facts'] | null {
  const steps = signal.digital_max - signal.digital_min;
  const perStep = (signal.physical_max - signal.physical_min) / steps;
  if (!Number.isFinite(perStep) || perStep === 0 || steps === 0) return null;
  return {
    label: signal.label.replace(/^(?:ECG|EKG)\s+(?=\S)/i, ''),
    sampling_hz: hz,
    gain_uv_per_lsb: perStep * unit,
    zero_lsb: signal.digital_min - signal.physical_min / perStep,
  };
}

/**
 * Reads a whole file. Refuses with the faults of parseEdfHeader and edfVoltages, edf/record-time (records of an EDF+D
 * out of order), edf/gaps (gaps out of proportion) and edf/too-many-notes.
 */
export function readEdf(bytes: Uint8Array): Parsed<Recording> {
  const header = parseEdfHeader(bytes);
  if (!header.ok) return header;
  const voltages = edfVoltages(header.value);
  if (!voltages.ok) return voltages;
  const body = bytes.subarray(headerBytes(header.value.signals.length));
  const { times, notes } = readEdfNotes(header.value, body, MAX_NOTES);
  if (notes.length > MAX_NOTES) return refuse('edf/too-many-notes', { expected: MAX_NOTES });
  const starts = recordStarts(header.value, times);
  if (!starts.ok) return starts;
  const leads: RecordingLead[] = [];
  for (const voltage of voltages.value) {
    const lead = readLead(header.value, voltage, body, starts.value);
    if (lead === null) return refuse('edf/gaps', { signal: voltage.signal + 1 });
    leads.push(lead);
  }
  const firstMs = (times[0] ?? 0) * 1000;
  const moved = notes.map((note) => ({ ...note, at_ms: note.at_ms - firstMs }));
  const startMs = header.value.start_ms === null ? null : header.value.start_ms + firstMs;
  const gapped = withGaps(leads, moved, lowestStep(header.value), header.value.record_s * 1000);
  return parsed({ start_ms: startMs, start_has_zone: false, ...gapped });
}

/** Returns the step that is written for a missing sample. */
export const lowestStep = ({ sample_bytes }: Pick<EdfHeader, 'sample_bytes'>): number =>
  -(2 ** (8 * sample_bytes - 1));

/**
 * Returns each record's own time in seconds from the header's (estimated from the previous record if it has none), and
 * all notes in order of time, at most a little more than `most`. `body` contains the records alone.
 */
export function readEdfNotes(
  header: EdfHeader,
  body: Uint8Array,
  most: number,
): { times: number[]; notes: RecordingNote[] } {
  const times: number[] = [];
  const notes: RecordingNote[] = [];
  if (!header.plus) return { times, notes };
  const size = recordBytes(header);
  let within = 0;
  let first = true;
  for (const signal of header.signals) {
    const length = signal.samples_per_record * header.sample_bytes;
    if (isAnnotationSignal(signal) && length > 0) {
      for (let record = 0; record < header.records && notes.length <= most; record++) {
        const at = within + record * size;
        const found = parseRecordNotes(body.subarray(at, at + length));
        for (const note of found.notes) notes.push(note);
        if (first) times.push(found.record_at_s ?? (times.at(-1) ?? -header.record_s) + header.record_s);
      }
      first = false;
    }
    within += length;
  }
  return { times, notes: notes.sort((a, b) => a.at_ms - b.at_ms) };
}

/** Returns the seconds from the first record's start to each record's. */
function recordStarts(header: EdfHeader, times: readonly number[]): Parsed<Float64Array> {
  const starts = Float64Array.from({ length: header.records }, (_unused, i) => i * header.record_s);
  if (!header.discontinuous) return parsed(starts);
  for (let i = 0; i < starts.length; i++) {
    starts[i] = (times[i] ?? Number.NaN) - (times[0] ?? 0);
    const earliest = i === 0 ? 0 : (starts[i - 1] ?? 0) + header.record_s;
    if (!((starts[i] ?? Number.NaN) >= earliest - 1e-3)) return refuse('edf/record-time', { record: i + 1 });
  }
  return parsed(starts);
}

function readLead(
  header: EdfHeader,
  { facts, record_at: recordAt, count }: EdfVoltage,
  body: Uint8Array,
  starts: Float64Array,
): RecordingLead | null {
  const hz = facts.sampling_hz;
  const last = starts.at(-1) ?? 0;
  const length = header.records === 0 ? 0 : Math.round(last * hz) + count;
  if (!gapsInProportion(length, count * header.records)) return null;
  const samples = new Int32Array(length).fill(NO_SAMPLE);
  const size = recordBytes(header);
  for (let record = 0; record < header.records; record++) {
    const to = Math.round((starts[record] ?? 0) * hz);
    readEdfSamples(body, recordAt + record * size, header.sample_bytes, samples.subarray(to, to + count));
  }
  return { ...facts, samples };
}

/** Fills `out` with samples from byte `at` on. */
export function readEdfSamples(bytes: Uint8Array, at: number, sampleBytes: 2 | 3, out: Int32Array): void {
  for (let i = 0, place = at; i < out.length; i++, place += sampleBytes) {
    const low = (bytes[place] ?? 0) | ((bytes[place + 1] ?? 0) << 8);
    out[i] = sampleBytes === 2 ? (low << 16) >> 16 : ((low | ((bytes[place + 2] ?? 0) << 16)) << 8) >> 8;
  }
}
