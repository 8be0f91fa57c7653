// Reads and writes WFDB signal files in formats 8, 16, 24, 32, 80, 212, 310 and 311. Source: WFDB manual, signal(5).
//
// Signals of one file are interleaved frame by frame, each with its own samples per frame. The header's checksum (sum
// of a signal's samples, 16 bits) is compared, and a difference is reported but not refused: many published records are
// excerpts whose headers kept the whole record's sum.

import { distinctLabels } from './lead-names.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import type { LeftOut, RecordingLead } from './recording.ts';
import { NO_SAMPLE } from './recording.ts';
import { microvoltsPerUnit, whyNoVoltage } from './voltage-units.ts';
import type { WfdbHeader, WfdbSignalSpec } from './wfdb-header.ts';
import type { SampleCode } from './wfdb-sample-codes.ts';
import { sampleCode } from './wfdb-sample-codes.ts';

export interface WfdbSignals {
  /** Steps of each signal in the header's order; NO_SAMPLE for "invalid" in the file. */
  readonly samples: readonly Int32Array[];
  /** Whether the header's checksum matches; null if it has none. */
  readonly checksum_ok: readonly (boolean | null)[];
}

/**
 * Reads all signals. `files` contains the bytes of each file that the header names. A file that is shorter
 * than the header states gives fewer samples. Refuses with wfdb/file-missing and wfdb/signal-format.
 */
export function readWfdbSignals(
  header: WfdbHeader,
  files: ReadonlyMap<string, Uint8Array>,
): Parsed<WfdbSignals> {
  const samples: Int32Array[] = [];
  let at = 0;
  while (at < header.signals.length) {
    const file = header.signals[at]?.file ?? '';
    let end = at;
    while (header.signals[end]?.file === file) end++;
    const bytes = files.get(file);
    if (bytes === undefined) return refuse('wfdb/file-missing', { file });
    const group = readGroup(header.signals.slice(at, end), bytes, header.samples);
    if (!group.ok) return group;
    samples.push(...group.value);
    at = end;
  }
  const checked = header.signals.map((signal, i) => {
    const sum = checksumOf(samples[i] ?? new Int32Array(), sampleCode(signal.format)?.bits ?? 16);
    return signal.checksum === null ? null : sum === (signal.checksum << 16) >> 16;
  });
  return parsed({
    samples: samples.map((values, i) => withoutSkew(values, header.signals[i])),
    checksum_ok: checked,
  });
}

function readGroup(
  signals: readonly WfdbSignalSpec[],
  bytes: Uint8Array,
  frames: number | null,
): Parsed<Int32Array[]> {
  const first = signals[0];
  const code = sampleCode(first?.format ?? 0);
  if (first === undefined || code === undefined || signals.some(({ format }) => format !== first.format)) {
    return refuse('wfdb/signal-format', { found: first?.format ?? 0 });
  }
  const body = bytes.subarray(Math.min(first.byte_offset, bytes.length));
  const perFrame = signals.reduce((sum, signal) => sum + signal.samples_per_frame, 0);
  const held = Math.floor(samplesHeld(code, body.length) / perFrame);
  const read = Math.min(frames ?? held, held);
  return parsed(
    first.format === 8 ? unpackDifferences(signals, body, read) : unpack(signals, code, body, read),
  );
}

/** Returns how many whole samples so many bytes contain. */
export function samplesHeld(code: SampleCode, bytes: number): number {
  const groups = Math.floor(bytes / code.bytes);
  const rest = Math.floor(((bytes - groups * code.bytes) * 8) / (code.spaced_bits ?? code.bits));
  return groups * code.samples + Math.min(rest, code.samples - 1);
}

function unpack(
  signals: readonly WfdbSignalSpec[],
  code: SampleCode,
  body: Uint8Array,
  frames: number,
): Int32Array[] {
  const invalid = -(2 ** (code.bits - 1));
  const out = signals.map(({ samples_per_frame: spf }) => ({ spf, values: new Int32Array(frames * spf) }));
  let at = 0;
  let inGroup = 0;
  for (let frame = 0; frame < frames; frame++) {
    for (const { spf, values } of out) {
      for (let k = 0; k < spf; k++) {
        const value = code.get(body, at, inGroup);
        values[frame * spf + k] = value === invalid ? NO_SAMPLE : value;
        inGroup++;
        if (inGroup < code.samples) continue;
        inGroup = 0;
        at += code.bytes;
      }
    }
  }
  return out.map(({ values }) => values);
}

function unpackDifferences(
  signals: readonly WfdbSignalSpec[],
  body: Uint8Array,
  frames: number,
): Int32Array[] {
  const out = signals.map((signal) => new Int32Array(frames * signal.samples_per_frame));
  const level = signals.map((signal) => signal.initial_value);
  let n = 0;
  for (let frame = 0; frame < frames; frame++) {
    signals.forEach((signal, s) => {
      const values = out[s] ?? new Int32Array();
      const spf = signal.samples_per_frame;
      for (let k = 0; k < spf; k++, n++) {
        const value = (level[s] ?? 0) + (((body[n] ?? 0) << 24) >> 24);
        level[s] = value;
        values[frame * spf + k] = value;
      }
    });
  }
  return out;
}

function checksumOf(samples: Int32Array, bits: number): number {
  const invalid = -(2 ** (bits - 1));
  let sum = 0;
  // Uses an index: an iterator takes nine times as long.
  for (let i = 0; i < samples.length; i++) {
    const value = samples[i] ?? NO_SAMPLE;
    sum = (sum + (value === NO_SAMPLE ? invalid : value)) | 0;
  }
  return (sum << 16) >> 16;
}

function withoutSkew(samples: Int32Array, signal: WfdbSignalSpec | undefined): Int32Array {
  const skew = (signal?.skew ?? 0) * (signal?.samples_per_frame ?? 1);
  if (skew === 0) return samples;
  const moved = new Int32Array(samples.length).fill(NO_SAMPLE);
  moved.set(samples.subarray(skew));
  return moved;
}

interface WfdbPacked {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Values for the header line of each signal. */
  readonly initial_values: readonly number[];
  readonly checksums: readonly number[];
}

/**
 * Packs signals of equal length, one sample per frame, into one file. A step outside the format's range is stored at
 * its edge; format 8 stores at most the largest possible difference and catches up. Throws a RangeError for an unknown
 * format or unequal lengths.
 */
export function packWfdbSignals(format: number, signals: readonly Int32Array[]): WfdbPacked {
  const code = sampleCode(format);
  const frames = signals[0]?.length ?? 0;
  if (code === undefined || signals.some((signal) => signal.length !== frames)) {
    throw new RangeError(`signals do not fit WFDB format ${format}`);
  }
  const total = frames * signals.length;
  const bytes = new Uint8Array(Math.ceil(total / code.samples) * code.bytes);
  const edge = 2 ** (code.bits - 1);
  const stored = signals.map((signal) => (format === 8 ? reachable(signal) : signal));
  const held = stored.map((signal) => new Int32Array(signal.length));
  for (let n = 0; n < total; n++) {
    const s = n % signals.length;
    const frame = (n - s) / signals.length;
    const value = stored[s]?.[frame] ?? 0;
    const before = format === 8 ? (stored[s]?.[Math.max(0, frame - 1)] ?? 0) : 0;
    const step = value === NO_SAMPLE ? -edge : Math.max(1 - edge, Math.min(edge - 1, value - before));
    const inGroup = n % code.samples;
    code.put(bytes, ((n - inGroup) / code.samples) * code.bytes, inGroup, step);
    const out = held[s];
    if (out !== undefined) out[frame] = step + before;
  }
  return {
    bytes,
    initial_values: held.map((signal) => signal[0] ?? 0),
    checksums: held.map((signal) => checksumOf(signal, code.bits)),
  };
}

/** Returns a signal as 8-bit differences can represent it: it follows as fast as they allow. */
function reachable(signal: Int32Array): Int32Array {
  const out = new Int32Array(signal.length);
  let level = signal.find((value) => value !== NO_SAMPLE) ?? 0;
  signal.forEach((value, i) => {
    const wanted = value === NO_SAMPLE ? level : value;
    level += Math.max(-127, Math.min(127, wanted - level));
    out[i] = level;
  });
  return out;
}

/** Returns the voltage signals as leads without their samples, and the others. */
export function wfdbSignals(header: Pick<WfdbHeader, 'sampling_hz' | 'signals'>) {
  const labels = distinctLabels(header.signals.map(({ description }, i) => description || `signal ${i}`));
  const left_out: LeftOut[] = [];
  const signals = header.signals.flatMap((signal, i): Omit<RecordingLead, 'samples'>[] => {
    const label = labels[i] ?? '';
    const unit = microvoltsPerUnit(signal.units);
    if (unit === null) {
      left_out.push({ label, why: whyNoVoltage(signal.units) });
      return [];
    }
    const sampling_hz = header.sampling_hz * signal.samples_per_frame;
    return [{ label, sampling_hz, gain_uv_per_lsb: unit / signal.gain, zero_lsb: signal.baseline }];
  });
  return { signals, left_out };
}

/** Returns the voltage signals as leads of a recording. */
export function wfdbLeads(header: WfdbHeader, { samples }: WfdbSignals): RecordingLead[] {
  const voltages = samples.filter((_all, i) => microvoltsPerUnit(header.signals[i]?.units ?? '') !== null);
  return wfdbSignals(header).signals.map((facts, i) => ({
    ...facts,
    samples: voltages[i] ?? new Int32Array(),
  }));
}
