// Reads the signals and notes of EDF, EDF+ and BDF records. Sources: see edf-header.ts.
//
// Signals in volts become leads; others (respiration, temperature, markers) are left out, as are those without a scale.

import type { EdfHeader, EdfSignalSpec } from './edf-header.ts';
import { isAnnotationSignal, recordBytes } from './edf-header.ts';
import { parseRecordNotes } from './edf-notes.ts';
import { distinctLabels } from './lead-names.ts';
import type { LeftOut, LeftOutReason, RecordingLead, RecordingNote } from './recording.ts';
import { microvoltsPerUnit, whyNoVoltage } from './voltage-units.ts';

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

export interface EdfSignals {
  readonly voltages: readonly EdfVoltage[];
  readonly left_out: readonly LeftOut[];
}

/** Returns the signals that become leads, in the file's order, and why the others do not. */
export function edfSignals(header: EdfHeader): EdfSignals {
  const voltages: EdfVoltage[] = [];
  const left_out: LeftOut[] = [];
  let recordAt = 0;
  for (const [i, signal] of header.signals.entries()) {
    const count = signal.samples_per_record;
    if (!isAnnotationSignal(signal)) {
      const facts =
        header.record_s > 0 && count > 0 ? factsOf(signal, count / header.record_s) : 'no-voltage';
      if (typeof facts === 'string') left_out.push({ label: signal.label, why: facts });
      else voltages.push({ facts, signal: i, record_at: recordAt, count });
    }
    recordAt += count * header.sample_bytes;
  }
  const labels = distinctLabels(voltages.map(({ facts }) => facts.label));
  const named = voltages.map((voltage, i) => ({
    ...voltage,
    facts: { ...voltage.facts, label: labels[i] ?? '' },
  }));
  return { voltages: named, left_out };
}

function factsOf(signal: EdfSignalSpec, hz: number): EdfVoltage['facts'] | LeftOutReason {
  const unit = microvoltsPerUnit(signal.units);
  if (unit === null) return whyNoVoltage(signal.units);
  const steps = signal.digital_max - signal.digital_min;
  const perStep = (signal.physical_max - signal.physical_min) / steps;
  if (!Number.isFinite(perStep) || perStep === 0 || steps === 0) return 'no-scale';
  return {
    label: signal.label.replace(/^(?:ECG|EKG)\s+(?=\S)/i, ''),
    sampling_hz: hz,
    gain_uv_per_lsb: perStep * unit,
    zero_lsb: signal.digital_min - signal.physical_min / perStep,
  };
}

/** Returns the lowest step of the format, which files of earlier versions contain for a missing sample. */
export const lowestStep = ({ sample_bytes }: Pick<EdfHeader, 'sample_bytes'>): number =>
  -(2 ** (8 * sample_bytes - 1));

/** A note with the number of the record that contains it. */
export interface EdfNote {
  readonly record: number;
  readonly note: RecordingNote;
}

/**
 * Returns each record's own time in seconds from the header's (NaN if it has none), and all notes, at most a little more
 * than `most`. `body` contains the records alone.
 */
export function readEdfNotes(
  header: EdfHeader,
  body: Uint8Array,
  most: number,
): { times: number[]; notes: EdfNote[] } {
  const times: number[] = [];
  const notes: EdfNote[] = [];
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
        for (const note of found.notes) notes.push({ record, note });
        if (first) times.push(found.record_at_s ?? Number.NaN);
      }
      first = false;
    }
    within += length;
  }
  return { times, notes };
}

/** Fills `out` with samples from byte `at` on. */
export function readEdfSamples(bytes: Uint8Array, at: number, sampleBytes: 2 | 3, out: Int32Array): void {
  for (let i = 0, place = at; i < out.length; i++, place += sampleBytes) {
    const low = (bytes[place] ?? 0) | ((bytes[place + 1] ?? 0) << 8);
    out[i] = sampleBytes === 2 ? (low << 16) >> 16 : ((low | ((bytes[place + 2] ?? 0) << 16)) << 8) >> 8;
  }
}
