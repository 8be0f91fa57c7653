// Reads and writes the headers of EDF, EDF+ and BDF files. Sources: Kemp et al., "A simple format for exchange of
// digitized polygraphic recordings" (Electroencephalogr Clin Neurophysiol 82:391, 1992); Kemp and Olivan, EDF+ (Clin
// Neurophysiol 114:1755, 2003); BioSemi's 24-bit variant.
//
// A header is ASCII in fixed columns: 256 bytes, then 256 bytes for each signal, column by column. The patient and
// recording texts are not read because they name people.

import { anonymous, edfPatientField, edfRecordingField, type EdfIdentity } from './edf-identity.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';

export interface EdfSignalSpec {
  readonly label: string;
  readonly units: string;
  readonly physical_min: number;
  readonly physical_max: number;
  readonly digital_min: number;
  readonly digital_max: number;
  readonly prefilter: string;
  readonly samples_per_record: number;
}

export interface EdfHeader {
  /** 2 in EDF, 3 in BDF. */
  readonly sample_bytes: 2 | 3;
  /** Whether records may have gaps between them (EDF+D, BDF+D). */
  readonly discontinuous: boolean;
  /** Whether the file has annotation signals to read (EDF+, BDF+). */
  readonly plus: boolean;
  /** Unix milliseconds; the file's clock is read as UTC. */
  readonly start_ms: number | null;
  readonly records: number;
  readonly record_s: number;
  readonly signals: readonly EdfSignalSpec[];
}

const FIXED_BYTES = 256;
const MAX_SIGNALS = 512;
/** Column widths of a signal's fields, in order. */
const widths = [16, 80, 8, 8, 8, 8, 8, 80, 8, 32] as const;
const LABEL = 0;
const UNITS = 2;
const PHYSICAL_MIN = 3;
const PHYSICAL_MAX = 4;
const DIGITAL_MIN = 5;
const DIGITAL_MAX = 6;
const PREFILTER = 7;
const SAMPLES = 8;

export function isAnnotationSignal(signal: EdfSignalSpec): boolean {
  return signal.label === 'EDF Annotations' || signal.label === 'BDF Annotations';
}

export function headerBytes(signals: number): number {
  return FIXED_BYTES * (1 + signals);
}

export function recordBytes(header: Pick<EdfHeader, 'signals' | 'sample_bytes'>): number {
  return header.signals.reduce((sum, signal) => sum + signal.samples_per_record * header.sample_bytes, 0);
}

function text(bytes: Uint8Array, at: number, width: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + width)).trim();
}

function numberOf(field: string): number {
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(field) ? Number(field) : Number.NaN;
}

/**
 * Reads the header of a file of `fileBytes`; `bytes` contains at least its beginning. If the number of records is −1
 * (the recording was cut short), it is computed from the length. Refuses with edf/too-short, edf/version,
 * edf/header-field (field), edf/signals and edf/file-length.
 */
export function parseEdfHeader(bytes: Uint8Array, fileBytes = bytes.length): Parsed<EdfHeader> {
  if (bytes.length < FIXED_BYTES)
    return refuse('edf/too-short', { found: bytes.length, expected: FIXED_BYTES });
  const isBdf = bytes[0] === 0xff && text(bytes, 1, 7) === 'BIOSEMI';
  if (!isBdf && text(bytes, 0, 8) !== '0') return refuse('edf/version');
  const count = numberOf(text(bytes, 252, 4));
  if (!Number.isInteger(count) || count < 1 || count > MAX_SIGNALS)
    return refuse('edf/signals', { found: String(count) });
  if (bytes.length < headerBytes(count)) {
    return refuse('edf/too-short', { found: bytes.length, expected: headerBytes(count) });
  }
  if (numberOf(text(bytes, 184, 8)) !== headerBytes(count))
    return refuse('edf/header-field', { field: 'header bytes' });
  const signals = parseSignals(bytes, count);
  if (!signals.ok) return signals;
  const recordS = numberOf(text(bytes, 244, 8));
  if (!(recordS >= 0)) return refuse('edf/header-field', { field: 'record duration' });
  const kind = text(bytes, 192, 5);
  const header: EdfHeader = {
    sample_bytes: isBdf ? 3 : 2,
    discontinuous: /^[EB]DF\+D$/.test(kind),
    plus: /^[EB]DF\+/.test(kind),
    start_ms: parseStart(text(bytes, 168, 8), text(bytes, 176, 8)),
    records: numberOf(text(bytes, 236, 8)),
    record_s: recordS,
    signals: signals.value,
  };
  return withRecords(header, fileBytes - headerBytes(count));
}

function withRecords(header: EdfHeader, bodyBytes: number): Parsed<EdfHeader> {
  const size = recordBytes(header);
  if (size === 0) return refuse('edf/header-field', { field: 'samples per record' });
  if (header.records === -1) return parsed({ ...header, records: Math.floor(bodyBytes / size) });
  if (!Number.isInteger(header.records) || header.records < 0)
    return refuse('edf/header-field', { field: 'records' });
  if (bodyBytes !== header.records * size) {
    return refuse('edf/file-length', { found: bodyBytes, expected: header.records * size });
  }
  return parsed(header);
}

function parseSignals(bytes: Uint8Array, count: number): Parsed<EdfSignalSpec[]> {
  const starts = widths.map(
    (_width, i) => FIXED_BYTES + count * widths.slice(0, i).reduce((sum, w) => sum + w, 0),
  );
  const signals: EdfSignalSpec[] = [];
  for (let s = 0; s < count; s++) {
    const field = (i: number) => text(bytes, (starts[i] ?? 0) + s * (widths[i] ?? 0), widths[i] ?? 0);
    const signal: EdfSignalSpec = {
      label: field(LABEL),
      units: field(UNITS),
      physical_min: numberOf(field(PHYSICAL_MIN)),
      physical_max: numberOf(field(PHYSICAL_MAX)),
      digital_min: numberOf(field(DIGITAL_MIN)),
      digital_max: numberOf(field(DIGITAL_MAX)),
      prefilter: field(PREFILTER),
      samples_per_record: numberOf(field(SAMPLES)),
    };
    const samples = signal.samples_per_record;
    const wrong = !Number.isSafeInteger(samples) || samples < 0 || samples > 2 ** 26;
    if (wrong) return refuse('edf/header-field', { signal: s + 1, field: 'samples per record' });
    signals.push(signal);
  }
  return parsed(signals);
}

function parseStart(date: string, time: string): number | null {
  const [day, month, year] = (/^(\d\d)\.(\d\d)\.(\d\d)$/.exec(date) ?? []).slice(1).map(Number);
  const [hour, minute, second] = (/^(\d\d)[.:](\d\d)[.:](\d\d)$/.exec(time) ?? []).slice(1).map(Number);
  if (day === undefined || month === undefined || year === undefined) return null;
  if (hour === undefined || minute === undefined || second === undefined) return null;
  return Date.UTC(year < 85 ? 2000 + year : 1900 + year, month - 1, day, hour, minute, second);
}

/** Returns the header's bytes. Throws a RangeError if a field does not fit its column. */
export function encodeEdfHeader(
  header: EdfHeader,
  identity: EdfIdentity = anonymous,
): Uint8Array<ArrayBuffer> {
  const { signals, sample_bytes: sampleBytes, start_ms: startMs } = header;
  const bdf = sampleBytes === 3;
  const iso = new Date(startMs ?? 0).toISOString();
  const kind = `${bdf ? 'BDF' : 'EDF'}+${header.discontinuous ? 'D' : 'C'}`;
  const fixed = [
    [bdf ? '\xffBIOSEMI' : '0', 8],
    [edfPatientField(identity.patient), 80],
    [edfRecordingField(startMs, identity.code), 80],
    [`${iso.slice(8, 10)}.${iso.slice(5, 7)}.${iso.slice(2, 4)}`, 8],
    [iso.slice(11, 19).replaceAll(':', '.'), 8],
    [String(headerBytes(signals.length)), 8],
    [header.plus ? kind : bdf ? '24BIT' : '', 44],
    [String(header.records), 8],
    [String(header.record_s), 8],
    [String(signals.length), 4],
  ] as const;
  const column = (width: number, field: (signal: EdfSignalSpec) => string) =>
    signals.map((signal) => [field(signal), width] as const);
  const columns = [
    column(16, ({ label }) => label),
    column(80, () => ''),
    column(8, ({ units }) => units),
    column(8, (signal) => String(signal.physical_min)),
    column(8, (signal) => String(signal.physical_max)),
    column(8, (signal) => String(signal.digital_min)),
    column(8, (signal) => String(signal.digital_max)),
    column(80, ({ prefilter }) => prefilter),
    column(8, (signal) => String(signal.samples_per_record)),
    column(32, () => ''),
  ];
  const all = [...fixed, ...columns.flat()];
  const wide = all.find(([field, width]) => field.length > width);
  if (wide !== undefined) throw new RangeError(`"${wide[0]}" does not fit ${wide[1]} columns`);
  const joined = all.map(([field, width]) => field.padEnd(width)).join('');
  return Uint8Array.from(joined, (letter) => letter.charCodeAt(0));
}
