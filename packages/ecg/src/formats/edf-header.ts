// Reads and writes the headers of EDF, EDF+ and BDF files. Sources: Kemp et al., "A simple format for exchange of
// digitized polygraphic recordings" (Electroencephalogr Clin Neurophysiol 82:391, 1992); Kemp and Olivan, EDF+ (Clin
// Neurophysiol 114:1755, 2003); BioSemi's 24-bit variant.
//
// A header is ASCII in fixed columns: 256 bytes, then 256 bytes for each signal, column by column. The patient and
// recording texts are not read because they name people; only the recording text's date is.

import { anonymous, edfPatientField, edfRecordingField, type EdfIdentity } from './edf-identity.ts';
import { decimalOf, lettersOfBytes } from './byte-text.ts';
import { type CalendarDate, clockMs, parseDate, parseTime } from './clock-time.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import type { SourceFlaw } from './recording.ts';

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

/** A header as read, with what is wrong in it. */
export interface ReadEdfHeader extends EdfHeader {
  /** From this record on, records of zeros are padding: behind the stated ones, or without the time of an EDF+ record. */
  readonly padded_from: number;
  readonly flaws: readonly SourceFlaw[];
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

/** Some writers pad with zeros instead of spaces. */
function text(bytes: Uint8Array, at: number, width: number): string {
  return lettersOfBytes(bytes.subarray(at, at + width))
    .replaceAll('\0', ' ')
    .replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}

/**
 * Reads the header of a file of `fileBytes`; `bytes` contains at least its beginning. The number of records is that of
 * the whole records in the file, and a start that is no date and time is unknown; both are flaws where the header says
 * otherwise. Refuses with edf/too-short, edf/version, edf/header-field (field) and edf/signals.
 */
export function parseEdfHeader(bytes: Uint8Array, fileBytes = bytes.length): Parsed<ReadEdfHeader> {
  if (bytes.length < FIXED_BYTES)
    return refuse('edf/too-short', { found: bytes.length, expected: FIXED_BYTES });
  const isBdf = bytes[0] === 0xff && text(bytes, 1, 7) === 'BIOSEMI';
  if (!isBdf && text(bytes, 0, 8) !== '0') return refuse('edf/version');
  const stated = { count: decimalOf(text(bytes, 252, 4)), bytes: decimalOf(text(bytes, 184, 8)) };
  const byBytes = stated.bytes / FIXED_BYTES - 1;
  const isPossible = (count: number): boolean =>
    Number.isInteger(count) && count > 0 && count <= MAX_SIGNALS && hasSamples(bytes, count);
  const isCount = isPossible(stated.count) || !isPossible(byBytes);
  const count = isCount ? stated.count : byBytes;
  if (!Number.isInteger(count) || count < 1 || count > MAX_SIGNALS)
    return refuse('edf/signals', { found: String(stated.count) });
  if (bytes.length < headerBytes(count)) {
    return refuse('edf/too-short', { found: bytes.length, expected: headerBytes(count) });
  }
  const signals = parseSignals(bytes, count);
  if (!signals.ok) return signals;
  const recordS = decimalOf(text(bytes, 244, 8));
  const isTimed = recordS > 0 || (recordS === 0 && signals.value.every(isAnnotationSignal));
  if (!isTimed) return refuse('edf/header-field', { field: 'record duration' });
  const kind = text(bytes, 192, 5);
  const start = parseStart(bytes);
  const header: ReadEdfHeader = {
    sample_bytes: isBdf ? 3 : 2,
    discontinuous: /^[EB]DF\+D$/.test(kind),
    plus: /^[EB]DF\+/.test(kind),
    start_ms: start.at_ms,
    records: decimalOf(text(bytes, 236, 8)),
    padded_from: 0,
    record_s: recordS,
    signals: signals.value,
    flaws: [
      ...(isCount ? [] : [headerFlaw('number of signals')]),
      ...(isCount && stated.bytes !== headerBytes(count) ? [headerFlaw('header bytes')] : []),
      ...start.flaws,
    ],
  };
  return withRecords(header, fileBytes - headerBytes(count));
}

const headerFlaw = (field: string): SourceFlaw => ({ code: 'header-field', detail: { field } });

/** Counts the whole records. Bytes behind the stated records belong to no record unless they are whole records. */
function withRecords(header: ReadEdfHeader, bodyBytes: number): Parsed<ReadEdfHeader> {
  const size = recordBytes(header);
  if (size === 0) return refuse('edf/header-field', { field: 'samples per record' });
  const stated = header.records;
  const whole = Math.floor(bodyBytes / size);
  const rest = bodyBytes - whole * size;
  const isStated = Number.isInteger(stated) && stated > 0;
  const isTrailed = isStated && whole > stated && rest > 0;
  const records = isTrailed ? stated : whole;
  const flaws: SourceFlaw[] = [...header.flaws];
  const behind = bodyBytes - records * size;
  const isCut = behind > 0 && !isTrailed && !(isStated && whole === stated);
  if (isStated && records > stated)
    flaws.push({ code: 'records-more', detail: { found: records, expected: stated } });
  if (isStated && records < stated - (isCut ? 1 : 0))
    flaws.push({ code: 'records-missing', detail: { found: records, expected: stated } });
  if (!isStated && stated !== -1) flaws.push(headerFlaw('number of records'));
  if (behind > 0) flaws.push({ code: isCut ? 'record-cut' : 'bytes-after', detail: { bytes: behind } });
  const padded_from = header.plus ? 0 : isStated ? stated : records;
  return parsed({ ...header, records, padded_from, flaws });
}

/** Tells whether the last column of a header of so many signals contains their numbers of samples. */
function hasSamples(bytes: Uint8Array, count: number): boolean {
  const at = FIXED_BYTES + count * widths.slice(0, SAMPLES).reduce((sum, width) => sum + width, 0);
  const width = widths[SAMPLES];
  return Array.from({ length: count }, (_none, s) => decimalOf(text(bytes, at + s * width, width))).every(
    (samples) => Number.isSafeInteger(samples) && samples >= 0,
  );
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
      physical_min: decimalOf(field(PHYSICAL_MIN)),
      physical_max: decimalOf(field(PHYSICAL_MAX)),
      digital_min: decimalOf(field(DIGITAL_MIN)),
      digital_max: decimalOf(field(DIGITAL_MAX)),
      prefilter: field(PREFILTER),
      samples_per_record: decimalOf(field(SAMPLES)),
    };
    const samples = signal.samples_per_record;
    const wrong = !Number.isSafeInteger(samples) || samples < 0 || samples > 2 ** 26;
    if (wrong) return refuse('edf/header-field', { signal: s + 1, field: 'samples per record' });
    signals.push(signal);
  }
  return parsed(signals);
}

/**
 * Reads the start. An EDF+ states the date once more, with the full year, in its recording field, of which nothing else
 * is read; it counts if the header's date does not exist or has another century.
 */
function parseStart(bytes: Uint8Array): { at_ms: number | null; flaws: SourceFlaw[] } {
  const [date, time] = [text(bytes, 168, 8), text(bytes, 176, 8)];
  const clock = parseTime(time);
  const msOf = (day: CalendarDate | null): number | null =>
    day === null || clock === null ? null : clockMs(day, ...clock);
  const own = parseDate(date, true);
  const longDate = /^Startdate[:\s]+(\S+)/i.exec(text(bytes, 88, 80))?.[1] ?? '';
  const long = parseDate(longDate, false);
  const isCentury =
    long !== null && own?.day === long.day && own.month === long.month && (own.year - long.year) % 100 === 0;
  const ownMs = isCentury ? null : msOf(own);
  // A date of zeros is a clock that was never set, whatever was typed elsewhere.
  const at_ms = ownMs ?? (/^[0.:/-]*$/.test(date) ? null : msOf(long));
  const isRead = at_ms !== null && (ownMs !== null || isCentury);
  const flaw: SourceFlaw = { code: 'start-unreadable', detail: { found: `${date} ${time}` } };
  const isAbsent = date === '' && time === '';
  return { at_ms, flaws: isRead || isAbsent ? [] : [flaw] };
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
