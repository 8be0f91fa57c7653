// Reads and writes WFDB header files (.hea). Source: WFDB manual, header(5).
//
//   102 2 360 650000
//   102.dat 212 200 11 1024 984 -28574 0 V5
//
// Absent fields have the manual's defaults. Headers of several segments are read by wfdb-segments.ts.

import { lettersOfBytes } from './byte-text.ts';
import type { Parsed } from './parsed.ts';
import { clockMs, parseDate } from './clock-time.ts';
import { parsed, refuse } from './parsed.ts';
import type { SourceFlaw } from './recording.ts';

export interface WfdbSignalSpec {
  readonly file: string;
  readonly format: number;
  readonly samples_per_frame: number;
  /** Number of frames by which the signal lags the others in the file. */
  readonly skew: number;
  /** Bytes before the first sample. */
  readonly byte_offset: number;
  /** Steps per physical unit. */
  readonly gain: number;
  /** The step that is 0 physical units. */
  readonly baseline: number;
  readonly units: string;
  readonly adc_resolution: number;
  readonly adc_zero: number;
  readonly initial_value: number;
  /** Sum of all samples as a signed 16-bit number; null if the header does not contain it. */
  readonly checksum: number | null;
  readonly block_size: number;
  readonly description: string;
}

export interface WfdbHeader {
  readonly record: string;
  /** Frames per second. */
  readonly sampling_hz: number;
  /** Number of frames; null if the header does not contain it. */
  readonly samples: number | null;
  /** Unix milliseconds, with the header's clock read as UTC; null without a date. */
  readonly start_ms: number | null;
  readonly signals: readonly WfdbSignalSpec[];
  readonly comments: readonly string[];
}

/** A header as read, with what is wrong in it. */
export interface ReadWfdbHeader extends WfdbHeader {
  readonly flaws: readonly SourceFlaw[];
}

const MAX_SIGNALS = 64;
/** A header's own text may be megabytes long. */
const LONGEST_CLOCK = 80;
const number = '[-+]?\\d+(?:[.,]\\d*)?(?:[eE][-+]?\\d+)?';
const numberOf = (text: string): number => Number(text.replace(',', '.'));
const recordLine = new RegExp(
  `^(?<record>[\\w-]+)(?<segments>/\\d+)?\\s+(?<signals>\\d+)(?:\\s+(?<hz>${number})(?:/${number}(?:\\(${number}\\))?)?` +
    '(?:\\s+(?<samples>\\d+)(?:\\s+(?<clock>\\S.*))?)?)?\\s*$',
);
const signalLine = new RegExp(
  '^(?<file>[^\\s/\\\\]+)\\s+(?<format>\\d+)(?:x(?<spf>\\d+))?(?::(?<skew>\\d+))?(?:\\+(?<offset>\\d+))?' +
    `(?:\\s+(?<gain>${number})(?:\\((?<baseline>[-+]?\\d+)\\))?(?:/(?<units>\\S*))?` +
    '(?:\\s+(?<res>\\d+)(?:\\s+(?<zero>[-+]?\\d+)(?:\\s+(?<initial>[-+]?\\d+)(?:\\s+(?<checksum>[-+]?\\d+)' +
    '(?:\\s+(?<block>\\d+)(?:\\s+(?<description>.*))?)?)?)?)?)?)?\\s*$',
);

interface HeaderLine {
  readonly text: string;
  /** Its number in the file, from 1. */
  readonly line: number;
}

/** The first line of a header, and the lines behind it. */
export interface WfdbRecordLine {
  readonly record: string;
  readonly sampling_hz: number;
  /** Number of frames; null if the header does not contain it. */
  readonly samples: number | null;
  readonly start_ms: number | null;
  readonly signals: number;
  /** Number of segments; null for a single record. */
  readonly segments: number | null;
  readonly rest: readonly HeaderLine[];
  readonly comments: readonly string[];
  readonly flaws: readonly SourceFlaw[];
}

/** Reads the first line of a header. Refuses with wfdb/header-line (line number). */
export function parseRecordLine(bytes: Uint8Array): Parsed<WfdbRecordLine> {
  const lines = lettersOfBytes(bytes.subarray(0, 2 ** 20)).split(/\r?\n/);
  const comments = lines.filter((line) => line.startsWith('#')).map((line) => line.slice(1).trim());
  const rows = lines.map((text, i) => ({ text, line: i + 1 })).filter(({ text }) => /^[^#\s]/.test(text));
  const [first, ...rest] = rows;
  const fields = first === undefined ? undefined : recordLine.exec(first.text)?.groups;
  const samplingHz = numberOf(fields?.['hz'] ?? '250');
  const samples = Number(fields?.['samples'] ?? 0);
  if (fields === undefined || !(samplingHz > 0) || !Number.isSafeInteger(samples))
    return refuse('wfdb/header-line', { line: first?.line ?? 1 });
  const start = startOf((fields['clock'] ?? '').slice(0, LONGEST_CLOCK).trim());
  return parsed({
    record: fields['record'] ?? '',
    sampling_hz: samplingHz,
    samples: samples || null,
    start_ms: start.at_ms,
    signals: Number(fields['signals']),
    segments: fields['segments'] === undefined ? null : Number(fields['segments'].slice(1)),
    ...{ rest, comments, flaws: start.flaws },
  });
}

/** Reads a header. Refuses with wfdb/header-line (line number) and wfdb/segments (it lists segments, not signals). */
export function parseWfdbHeader(bytes: Uint8Array): Parsed<ReadWfdbHeader> {
  const line = parseRecordLine(bytes);
  if (!line.ok) return line;
  const { signals: count, segments, rest, ...facts } = line.value;
  if (segments !== null) return refuse('wfdb/segments');
  if (count > MAX_SIGNALS || rest.length < count) return refuse('wfdb/header-line', { line: 1 });
  const signals: WfdbSignalSpec[] = [];
  for (const { text, line: at } of rest.slice(0, count)) {
    const signal = parseSignal(text);
    if (signal === null) return refuse('wfdb/header-line', { line: at });
    signals.push(signal);
  }
  return parsed({ ...facts, signals });
}

function parseSignal(text: string): WfdbSignalSpec | null {
  const found = signalLine.exec(text)?.groups;
  if (found === undefined) return null;
  const whole = (name: string, absent: number) => Number(found[name] ?? absent);
  const gain = numberOf(found['gain'] ?? '0') || 200;
  const adcZero = whole('zero', 0);
  const signal: WfdbSignalSpec = {
    file: found['file'] ?? '',
    format: whole('format', 0),
    samples_per_frame: Math.max(1, whole('spf', 1)),
    skew: whole('skew', 0),
    byte_offset: whole('offset', 0),
    gain,
    baseline: whole('baseline', adcZero),
    units: found['units'] || 'mV',
    adc_resolution: whole('res', 12),
    adc_zero: adcZero,
    initial_value: whole('initial', adcZero),
    checksum: found['checksum'] === undefined ? null : Number(found['checksum']),
    block_size: whole('block', 0),
    description: (found['description'] ?? '').trim(),
  };
  const numbers = [signal.skew, signal.byte_offset, signal.samples_per_frame, signal.baseline];
  return Number.isFinite(gain) && numbers.every((n) => Number.isSafeInteger(n)) ? signal : null;
}

/** Reads the base time and date; a header with a time alone states no start. Two-digit years are no years here. */
function startOf(clock: string): { at_ms: number | null; flaws: SourceFlaw[] } {
  const words = clock.split(/\s+|(?<=\d)T(?=\d)/).filter((word) => word !== '');
  const date = words.map((word) => parseDate(word, false)).find((day) => day !== null);
  const time = words.map((word) => timeOf(word)).find((parts) => parts !== null);
  const at_ms = date === undefined || time === undefined ? null : clockMs(date, ...time);
  const isTimeAlone = words.length === 1 && time !== undefined;
  if (at_ms !== null || words.length === 0 || isTimeAlone) return { at_ms, flaws: [] };
  return { at_ms, flaws: [{ code: 'start-unreadable', detail: { found: clock } }] };
}

/** A base time may leave out its hours, and its minutes: `5:30`, `30.5`. */
function timeOf(text: string): [hour: number, minute: number, second: number] | null {
  const parts = /^(?:(?:(\d+):)?(\d+):)?(\d+(?:[.,]\d+)?)$/.exec(text);
  return parts === null ? null : [Number(parts[1] ?? 0), Number(parts[2] ?? 0), numberOf(parts[3] ?? '')];
}

/** Returns the header's text as bytes. */
export function encodeWfdbHeader(header: WfdbHeader): Uint8Array<ArrayBuffer> {
  const { record, signals, sampling_hz: hz, samples, start_ms: startMs, comments } = header;
  const start = startMs === null ? '' : ` ${clockText(startMs)}`;
  const first = `${record} ${signals.length} ${hz} ${samples ?? 0}${start}`;
  const lines = signals.map((signal) => {
    const spf = signal.samples_per_frame === 1 ? '' : `x${signal.samples_per_frame}`;
    const skew = signal.skew === 0 ? '' : `:${signal.skew}`;
    const offset = signal.byte_offset === 0 ? '' : `+${signal.byte_offset}`;
    const scale = `${signal.gain}(${signal.baseline})/${signal.units}`;
    const adc = `${signal.adc_resolution} ${signal.adc_zero} ${signal.initial_value}`;
    const form = `${signal.format}${spf}${skew}${offset}`;
    return `${signal.file} ${form} ${scale} ${adc} ${signal.checksum ?? 0} ${signal.block_size} ${signal.description}`;
  });
  const notes = comments.map((comment) => `# ${comment}`);
  return new TextEncoder().encode([first, ...lines, ...notes].map((line) => `${line.trimEnd()}\n`).join(''));
}

function clockText(startMs: number): string {
  const iso = new Date(startMs).toISOString();
  const date = iso.slice(0, 10).split('-').reverse().join('/');
  return `${iso.slice(11, 23)} ${date}`;
}
