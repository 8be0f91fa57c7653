// Writes EDF+ (16 bits) and BDF+ (24 bits) files, record by record, so that a long recording is never in memory as a
// whole.
//
// EDF has no code for a missing sample. Records in which no lead has one are left out, so that the file is EDF+D
// (discontinuous). A missing sample in another record is written as the step of 0 µV and described by a "No signal"
// annotation. The padding of the last record is described by "Recording ends". readEdf understands both. The scale is two pairs of
// numbers of eight columns, chosen so that they represent it best.

import type { EdfHeader, EdfSignalSpec } from './edf-header.ts';
import { encodeEdfHeader } from './edf-header.ts';
import type { EdfIdentity } from './edf-identity.ts';
import {
  encodeNote,
  noteBytes,
  noteLists,
  recordTimeBytes,
  writtenCount,
  type RecordGrid,
  type RecordRange,
} from './edf-notes.ts';
import type { RecordingLead, RecordingNote } from './recording.ts';
import { NO_SAMPLE } from './recording.ts';

export interface EdfPlan {
  readonly kind: 'edf+' | 'bdf+';
  readonly start_ms: number | null;
  readonly sampling_hz: number;
  /** Samples of one lead. */
  readonly samples: number;
  readonly leads: readonly Pick<RecordingLead, 'label' | 'gain_uv_per_lsb' | 'zero_lsb'>[];
  /** Notes in order of time, milliseconds from the first sample; iterated once, while records are made. */
  readonly notes: Iterable<RecordingNote>;
  /** Notes of whose times no record is written, in order of time. */
  readonly apart?: Iterable<RecordingNote>;
  /** Bytes for the notes of one record, at least as many as the fullest one needs. */
  readonly note_bytes: number;
  readonly identity?: EdfIdentity;
  /** Records that are not written (`RecordGrid`). */
  readonly left_out?: readonly RecordRange[];
}

export interface EdfLayout {
  readonly header: Uint8Array<ArrayBuffer>;
  /** The records that are written. */
  readonly records: number;
  /** Samples of one lead in a record. */
  readonly record_samples: number;
  readonly sample_bytes: 2 | 3;
  readonly note_samples: number;
  /** Returns the notes of one record after the other. */
  readonly next_notes: () => readonly Uint8Array[];
}

/** Note of a stretch without signal, followed by the lead if not all leads are affected. */
export const noSignalNote = 'No signal';
/** Marks a stretch with short pieces of signal, whose missing samples are at the lowest step. */
export const brokenSignalNote = `${noSignalNote} in parts`;
/** Note of the samples that only fill the last record. */
export const recordingEndsNote = 'Recording ends';

/** By how many digits a note may grow if the start has a fraction of a second. */
const NOTE_SLACK = 48;

/** Returns the nearest number that fits in eight columns. */
function eight(value: number): number {
  for (let digits = 8; digits > 0; digits--) {
    const text = String(Number(value.toPrecision(digits)));
    if (text.length <= 8) return Number(text);
  }
  throw new RangeError(`${value} does not fit eight columns`);
}

/** Returns the samples in a record of about a second; its duration is exact in eight columns if possible. */
function recordLength(hz: number): { samples: number; seconds: number } {
  for (let seconds = 1; seconds <= 20; seconds++) {
    if (Number.isInteger(hz * seconds)) return { samples: hz * seconds, seconds };
  }
  const samples = Math.round(hz);
  return { samples, seconds: eight(samples / hz) };
}

function signalSpec(lead: EdfPlan['leads'][number], bits: number, count: number): EdfSignalSpec {
  const lowest = -(2 ** (bits - 1));
  const reach = Math.max(Math.abs(lowest - lead.zero_lsb), Math.abs(-lowest - 1 - lead.zero_lsb));
  const wide = reach * Math.abs(lead.gain_uv_per_lsb) >= 1e6;
  const low = bound(lowest, 1, lead, wide ? 1000 : 1);
  const high = bound(-lowest - 1, -1, lead, wide ? 1000 : 1);
  return {
    label: lead.label.replace(/[^\x20-\x7e]/g, '').slice(0, 16),
    units: wide ? 'mV' : 'uV',
    physical_min: low.physical,
    physical_max: high.physical,
    digital_min: low.digital,
    digital_max: high.digital,
    prefilter: '',
    samples_per_record: count,
  };
}

/**
 * Returns a step near the edge of the range whose physical value is most exact in eight columns. Both ends only define
 * the scale: the few steps beyond them are stored all the same.
 */
function bound(
  edge: number,
  inwards: number,
  lead: EdfPlan['leads'][number],
  unit: number,
): { digital: number; physical: number } {
  let best = { digital: edge, physical: Number.NaN };
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 2048 && least > 0; i++) {
    const digital = edge + i * inwards;
    const exact = ((digital - lead.zero_lsb) * lead.gain_uv_per_lsb) / unit;
    const physical = eight(exact);
    const error = Math.abs(physical - exact);
    if (error < least) best = { digital, physical };
    least = Math.min(least, error);
  }
  return best;
}

/** The division of a recording into records of so many samples of a lead. */
export type SampleGrid = RecordGrid & { readonly record_samples: number };

/** Returns how a recording of this rate and length is divided into records; notes are timed from its first sample. */
export function recordGrid(samplingHz: number, samples: number): SampleGrid {
  const { samples: count, seconds } = recordLength(samplingHz);
  return {
    records: Math.ceil(samples / count),
    record_ms: seconds * 1000,
    first_ms: 0,
    record_samples: count,
  };
}

/**
 * Returns the time of a sample in a file with these records, in milliseconds. The duration of a record has eight columns, so
 * that a record may last somewhat longer or shorter than its samples.
 */
export const msInFile = (samples: number, { record_ms, record_samples }: SampleGrid): number =>
  (samples * record_ms) / record_samples;

function* moved(notes: Iterable<RecordingNote>, byMs: number): Iterable<RecordingNote> {
  for (const note of notes) yield { ...note, at_ms: note.at_ms + byMs };
}

function* withEnd(notes: Iterable<RecordingNote>, end: RecordingNote | null): Iterable<RecordingNote> {
  yield* notes;
  if (end !== null) yield end;
}

/** Lays a file out. Throws a RangeError if there is nothing to write or a number does not fit the format. */
export function layOutEdf(plan: EdfPlan): EdfLayout {
  if (plan.leads.length === 0 || plan.samples < 1) throw new RangeError('nothing to write');
  const sampleBytes = plan.kind === 'edf+' ? 2 : 3;
  const own = recordGrid(plan.sampling_hz, plan.samples);
  const { record_samples: count, records, record_ms: recordMs } = own;
  const padding = records * count - plan.samples;
  const firstMs = plan.start_ms === null ? 0 : plan.start_ms - Math.floor(plan.start_ms / 1000) * 1000;
  const inMs = (samples: number) => msInFile(samples, own);
  const end =
    padding === 0 ? null : { at_ms: inMs(plan.samples), duration_ms: inMs(padding), text: recordingEndsNote };
  const { left_out = [] } = plan;
  const grid: RecordGrid = { records, record_ms: recordMs, first_ms: firstMs, left_out };
  const written = writtenCount(grid);
  const endBytes = end === null ? 0 : encodeNote({ ...end, at_ms: end.at_ms + firstMs }).length;
  const noteSamples = Math.ceil(
    (plan.note_bytes + endBytes + recordTimeBytes(grid) + NOTE_SLACK) / sampleBytes,
  );
  const edge = 2 ** (8 * sampleBytes - 1);
  const noteSignal: EdfSignalSpec = {
    label: plan.kind === 'edf+' ? 'EDF Annotations' : 'BDF Annotations',
    units: '',
    physical_min: -1,
    physical_max: 1,
    digital_min: -edge,
    digital_max: edge - 1,
    prefilter: '',
    samples_per_record: noteSamples,
  };
  const header: EdfHeader = {
    sample_bytes: sampleBytes,
    discontinuous: written < records,
    plus: true,
    start_ms: plan.start_ms,
    records: written,
    record_s: recordMs / 1000,
    signals: [...plan.leads.map((lead) => signalSpec(lead, 8 * sampleBytes, count)), noteSignal],
  };
  return {
    header: encodeEdfHeader(header, plan.identity),
    records: written,
    record_samples: count,
    sample_bytes: sampleBytes,
    note_samples: noteSamples,
    next_notes: noteLists(
      { notes: moved(withEnd(plan.notes, end), firstMs), apart: moved(plan.apart ?? [], firstMs) },
      noteSamples * sampleBytes,
      grid,
    ),
  };
}

/** Returns the step that is written for a missing sample: the one of 0 µV, or the nearest that the file can contain. */
export const missingStep = (zeroLsb: number, sampleBytes: 2 | 3): number => {
  const edge = 2 ** (8 * sampleBytes - 1);
  return Math.max(-edge, Math.min(edge - 1, Math.round(zeroLsb)));
};

function encodeRecord(
  leads: readonly Int32Array[],
  zeros: readonly number[],
  layout: EdfLayout,
): Uint8Array<ArrayBuffer> {
  const { record_samples: count, sample_bytes: sampleBytes } = layout;
  const bytes = new Uint8Array((zeros.length * count + layout.note_samples) * sampleBytes);
  const lowest = -(2 ** (8 * sampleBytes - 1));
  let at = 0;
  for (const [lead, zero] of zeros.entries()) {
    for (let i = 0; i < count; i++) {
      const value = leads[lead]?.[i] ?? NO_SAMPLE;
      const step = value === NO_SAMPLE ? zero : Math.max(lowest, Math.min(-lowest - 1, value));
      for (let b = 0; b < sampleBytes; b++) bytes[at++] = (step >> (8 * b)) & 0xff;
    }
  }
  for (const list of layout.next_notes()) {
    bytes.set(list, at);
    at += list.length;
  }
  return bytes;
}

/** Returns a note for each stretch without samples of each lead. */
function gapNotes(leads: readonly RecordingLead[], grid: SampleGrid): RecordingNote[] {
  const notes: RecordingNote[] = [];
  for (const { label, samples } of leads) {
    const text = leads.length === 1 ? noSignalNote : `${noSignalNote} ${label}`;
    for (let i = samples.indexOf(NO_SAMPLE); i >= 0;) {
      let end = i;
      while (samples[end] === NO_SAMPLE) end++;
      notes.push({ at_ms: msInFile(i, grid), duration_ms: msInFile(end - i, grid), text });
      i = end < samples.length ? samples.indexOf(NO_SAMPLE, end) : -1;
    }
  }
  return notes;
}

/**
 * Encodes a whole recording of leads with one rate and length as one file, with notes for its gaps. Throws a RangeError
 * like layOutEdf.
 */
export function encodeEdf(
  kind: EdfPlan['kind'],
  startMs: number | null,
  leads: readonly RecordingLead[],
  notes: readonly RecordingNote[],
): Uint8Array<ArrayBuffer> {
  const [first] = leads;
  if (first === undefined) throw new RangeError('nothing to write');
  const { sampling_hz: hz, samples } = first;
  if (leads.some((lead) => lead.sampling_hz !== hz || lead.samples.length !== samples.length)) {
    throw new RangeError('leads differ in rate or length');
  }
  const grid = recordGrid(hz, samples.length);
  const all = [...notes, ...gapNotes(leads, grid)].sort((a, b) => a.at_ms - b.at_ms);
  const layout = layOutEdf({
    kind,
    start_ms: startMs,
    sampling_hz: hz,
    samples: samples.length,
    leads,
    notes: all,
    note_bytes: noteBytes(all, grid) + NOTE_SLACK * all.length,
  });
  const zeros = leads.map(({ zero_lsb }) => missingStep(zero_lsb, layout.sample_bytes));
  const parts = [layout.header];
  for (let i = 0; i < layout.records; i++) {
    const from = i * layout.record_samples;
    const own = leads.map((lead) => lead.samples.subarray(from, from + layout.record_samples));
    parts.push(encodeRecord(own, zeros, layout));
  }
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
