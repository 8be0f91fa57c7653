/**
 * Encodes beats and quality as an immutable file of a few bytes per beat, and decodes it. The file is little-endian and
 * stored column by column, so that it compresses well and a reader may stop early.
 *
 * - Header: `HNBEATS` and a zero, u16 version 1, u16 leads, u32 beats, f64 sampling Hz, f64 length, u32 seconds,
 *   u16 shapes, u16 flags of the optional parts (1 lone P waves, 2 spikes, 4 atrial findings).
 * - Beats: position differences as LEB128, then a column of one byte per beat each: class, template, confidence, lead,
 *   onset, offset, af.
 * - Quality: the codes of each lead and of the recording as runs of (code u8, seconds LEB128) until `seconds` are full.
 * - Optional parts: lone P waves, as runs that are 1 in seconds with P waves that no QRS follows; the number of spikes
 *   removed from each lead as LEB128; the AV blocks and flutter: their number as LEB128, then for each the label's byte, the start
 *   after the previous start and the length as LEB128, and the certainty u8.
 * - Shapes: lead u8, class u8, u32 beats, f32 peak µV, u8 samples, then int8 samples.
 *
 * Invariants: decode(encode(x)) = x; equal input gives equal bytes; a damaged file gives an error code, never a crash.
 */
import { ByteReader, ByteWriter } from './byte-stream.ts';
import type { BeatShape, BeatTable } from './beat-table.ts';
import { isAtrialKind, rhythmFromByte, rhythmLabels } from '../labels/rhythm-labels.ts';
import type { AtrialFinding, Quality } from '../signal/quality.ts';

export interface AnalysedBeats {
  readonly beats: BeatTable;
  readonly quality: Quality;
}
export type BeatFileAnswer =
  | { readonly ok: true; readonly value: AnalysedBeats }
  | { readonly ok: false; readonly code: 'beats/not-a-beat-file' | 'beats/version' | 'beats/damaged' };

const magic = [0x48, 0x4e, 0x42, 0x45, 0x41, 0x54, 0x53, 0];
const version = 1;
const headerBytes = 40;
const partBit = { lone_p_waves: 1, spikes: 2, atrial_findings: 4 } as const;
/** Largest size of an atrial finding in bytes. */
const findingBytes = 14;

export function encodeBeats(value: AnalysedBeats): Uint8Array {
  const { beats, quality } = value;
  const shapeBytes = beats.shapes.reduce((sum, shape) => sum + 11 + shape.samples.length, 0);
  const out = new ByteWriter(
    headerBytes +
      beats.samples.length * 12 +
      quality.seconds * 2 * (quality.leads.length + 2) +
      5 * quality.leads.length +
      5 +
      findingBytes * (quality.atrial_findings?.length ?? 0) +
      shapeBytes +
      64,
  );
  for (const byte of magic) out.u8(byte);
  out.u16(version);
  out.u16(quality.leads.length);
  out.u32(beats.samples.length);
  out.f64(beats.sampling_hz);
  out.f64(beats.length);
  out.u32(quality.seconds);
  out.u16(beats.shapes.length);
  const { lone_p_waves: lone, spikes, atrial_findings: atrial } = quality;
  out.u16(
    (lone ? partBit.lone_p_waves : 0) |
      (spikes ? partBit.spikes : 0) |
      (atrial ? partBit.atrial_findings : 0),
  );
  let last = 0;
  for (const sample of beats.samples) {
    out.leb(sample - last);
    last = sample;
  }
  for (const column of columnsOf(beats)) out.bytes(column);
  for (const codes of [...quality.leads, quality.used, ...(lone ? [lone] : [])]) writeRuns(out, codes);
  for (const count of spikes ?? []) out.leb(count);
  if (atrial) writeFindings(out, atrial);
  for (const shape of beats.shapes) writeShape(out, shape);
  return out.done();
}

const columnsOf = (beats: BeatTable): readonly Uint8Array[] => [
  beats.classes,
  beats.templates,
  beats.confidence,
  beats.leads,
  beats.onsets,
  beats.offsets,
  beats.af,
];

function writeRuns(out: ByteWriter, codes: Uint8Array): void {
  for (let from = 0; from < codes.length;) {
    let to = from + 1;
    while (to < codes.length && codes[to] === codes[from]) to++;
    out.u8(codes[from] ?? 0);
    out.leb(to - from);
    from = to;
  }
}

function writeFindings(out: ByteWriter, findings: readonly AtrialFinding[]): void {
  out.leb(findings.length);
  let last = 0;
  for (const { kind, start_sample, end_sample, certainty } of findings) {
    out.u8(rhythmLabels[kind].byte);
    out.leb(start_sample - last);
    out.leb(end_sample - start_sample);
    out.u8(certainty);
    last = start_sample;
  }
}

function writeShape(out: ByteWriter, shape: BeatShape): void {
  out.u8(shape.lead);
  out.u8(shape.class_byte);
  out.u32(shape.beats);
  out.f32(shape.peak_uv);
  out.u8(shape.samples.length);
  for (const value of shape.samples) out.u8(value & 255);
}

export function decodeBeats(bytes: Uint8Array): BeatFileAnswer {
  const input = new ByteReader(bytes);
  if (bytes.length < headerBytes || magic.some((byte, i) => bytes[i] !== byte))
    return { ok: false, code: 'beats/not-a-beat-file' };
  input.at = magic.length;
  if (input.u16() !== version) return { ok: false, code: 'beats/version' };
  const leads = input.u16();
  const count = input.u32();
  const samplingHz = input.f64();
  const length = input.f64();
  const seconds = input.u32();
  const shapes = input.u16();
  const parts = input.u16();
  const isPossible = samplingHz > 0 && samplingHz < Infinity && Number.isSafeInteger(length) && length >= 0;
  if (count * 8 > bytes.length || seconds > 40 * 86400 || leads > 64 || !isPossible)
    return { ok: false, code: 'beats/damaged' };
  const samples = readPositions(input, count);
  const [classes, templates, confidence, leadOf, onsets, offsets, af] = readColumns(input, count);
  const codes = Array.from({ length: leads + 1 }, () => readRuns(input, seconds));
  const optional = readOptional(input, parts, { seconds, leads });
  const read = Array.from({ length: shapes }, () => readShape(input));
  if (input.failed || input.at !== bytes.length) return { ok: false, code: 'beats/damaged' };
  const used = codes.pop() ?? new Uint8Array();
  return {
    ok: true,
    value: {
      beats: {
        sampling_hz: samplingHz,
        length,
        samples,
        classes,
        templates,
        confidence,
        leads: leadOf,
        onsets,
        offsets,
        af,
        shapes: read,
      },
      quality: {
        seconds,
        leads: codes,
        used,
        ...optional,
      },
    },
  };
}

/** Reads the optional parts of a file, in their order in the file. */
function readOptional(
  input: ByteReader,
  parts: number,
  { seconds, leads }: { readonly seconds: number; readonly leads: number },
): Pick<Quality, 'lone_p_waves' | 'spikes' | 'atrial_findings'> {
  const has = (bit: number): boolean => (parts & bit) !== 0;
  return {
    ...(has(partBit.lone_p_waves) && { lone_p_waves: readRuns(input, seconds) }),
    ...(has(partBit.spikes) && { spikes: Array.from({ length: leads }, () => input.leb()) }),
    ...(has(partBit.atrial_findings) && { atrial_findings: readFindings(input) }),
  };
}

type Columns = [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];

function readColumns(input: ByteReader, count: number): Columns {
  const column = (): Uint8Array => input.bytes(count);
  return [column(), column(), column(), column(), column(), column(), column()];
}

function readPositions(input: ByteReader, count: number): Uint32Array {
  const samples = new Uint32Array(count);
  let last = 0;
  for (let i = 0; i < count && !input.failed; i++) {
    last += input.leb();
    if (last > 0xffffffff) input.failed = true;
    samples[i] = last;
  }
  return samples;
}

function readRuns(input: ByteReader, seconds: number): Uint8Array {
  const codes = new Uint8Array(seconds);
  for (let from = 0; from < seconds && !input.failed;) {
    const code = input.u8();
    const run = input.leb();
    if (run === 0 || from + run > seconds) input.failed = true;
    else codes.fill(code, from, from + run);
    from += run;
  }
  return codes;
}

function readFindings(input: ByteReader): AtrialFinding[] {
  const findings: AtrialFinding[] = [];
  let last = 0;
  for (let left = input.leb(); left > 0 && !input.failed; left--) {
    const kind = rhythmFromByte(input.u8());
    const start_sample = last + input.leb();
    const end_sample = start_sample + input.leb();
    const certainty = input.u8();
    if (kind === undefined || !isAtrialKind(kind)) input.failed = true;
    else findings.push({ kind, start_sample, end_sample, certainty });
    last = start_sample;
  }
  return findings;
}

function readShape(input: ByteReader): BeatShape {
  const lead = input.u8();
  const classByte = input.u8();
  const beats = input.u32();
  const peakUv = input.f32();
  const samples = Int8Array.from(input.bytes(input.u8()));
  return { lead, class_byte: classByte, beats, peak_uv: peakUv, samples };
}
