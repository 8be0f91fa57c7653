// Reads and writes WFDB annotation files in MIT format (.atr, .qrs, .ecg). Source: WFDB manual, annot(5).
//
// A file consists of 16-bit words: 6 bits of code, 10 bits of time since the previous annotation. SKIP contains a
// longer time (32 bits, high word first); SUB, CHN, NUM and AUX follow their annotation. NUM and CHN apply until
// changed, SUB and AUX to one annotation. A zero word ends the file.
//
// A file with another clock than the signal's starts with a note "## time resolution: <ticks per second>".

import { wfdbMark } from '../labels/beat-labels.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';

export interface WfdbAnnotation {
  /** Position in samples (in ticks if the file has its own time resolution). */
  readonly sample: number;
  readonly code: number;
  readonly subtype: number;
  readonly channel: number;
  readonly number: number;
  readonly aux: string;
}

export interface WfdbAnnotations {
  readonly annotations: readonly WfdbAnnotation[];
  /** Ticks per second; null if the file does not contain it. */
  readonly ticks_hz: number | null;
}

const SKIP = 59;
const NUM = 60;
const SUB = 61;
const CHN = 62;
const AUX = 63;

type Open = { -readonly [key in keyof WfdbAnnotation]: WfdbAnnotation[key] };

/** Reads a file. Refuses with wfdb/annotation and the byte offset if a time is negative or the file ends early. */
export function parseWfdbAnnotations(bytes: Uint8Array): Parsed<WfdbAnnotations> {
  const annotations: Open[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let time = 0;
  while (at + 2 <= bytes.length) {
    const word = view.getUint16(at, true);
    const code = word >> 10;
    const low = word & 0x3ff;
    at += 2;
    if (word === 0) break;
    const last = annotations.at(-1);
    if (code === SKIP) {
      if (at + 4 > bytes.length) return refuse('wfdb/annotation', { offset: at });
      time += view.getInt16(at, true) * 65_536 + view.getUint16(at + 2, true);
      at += 4;
    } else if (code === AUX) {
      if (at + low > bytes.length) return refuse('wfdb/annotation', { offset: at });
      if (last !== undefined) last.aux = auxText(bytes.subarray(at, at + low));
      at += low + (low & 1);
    } else if (code > SKIP) {
      if (last !== undefined) setField(last, code, low);
    } else {
      time += low;
      if (time < 0) return refuse('wfdb/annotation', { offset: at - 2 });
      const { channel = 0, number = 0 } = last ?? {};
      annotations.push({ sample: time, code, subtype: 0, channel, number, aux: '' });
    }
  }
  return parsed(withResolution(annotations));
}

function setField(annotation: Open, code: number, low: number): void {
  if (code === SUB) annotation.subtype = (low << 24) >> 24;
  if (code === CHN) annotation.channel = low & 0xff;
  if (code === NUM) annotation.number = (low << 24) >> 24;
}

function auxText(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes).replace(/\0+$/, '');
}

function withResolution(annotations: readonly WfdbAnnotation[]): WfdbAnnotations {
  const [first] = annotations;
  const ticks = /^## time resolution: ([\d.]+)$/.exec(first?.aux ?? '');
  if (first?.code !== wfdbMark.note || ticks === null) return { annotations, ticks_hz: null };
  const hz = Number(ticks[1]);
  return { annotations: annotations.slice(1), ticks_hz: hz > 0 ? hz : null };
}

/**
 * Encodes annotations, sorted by sample. AUX gets the closing zero byte that MIT's own files have. Throws a RangeError
 * if a code, a field or the order cannot be written.
 */
export function encodeWfdbAnnotations(annotations: Iterable<WfdbAnnotation>): Uint8Array<ArrayBuffer> {
  const parts = [...wfdbAnnotationParts(annotations)];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const PART_BYTES = 65_536;

/** Yields the same file in parts of about 64 kB, for annotations that do not fit in memory. */
export function* wfdbAnnotationParts(
  annotations: Iterable<WfdbAnnotation>,
): Generator<Uint8Array<ArrayBuffer>, undefined> {
  let bytes: number[] = [];
  let before: Before = { sample: 0, channel: 0, number: 0 };
  for (const annotation of annotations) {
    check(annotation, before.sample);
    pushAnnotation(bytes, annotation, before);
    before = annotation;
    if (bytes.length < PART_BYTES) continue;
    yield Uint8Array.from(bytes);
    bytes = [];
  }
  yield Uint8Array.from([...bytes, 0, 0]);
}

type Before = Pick<WfdbAnnotation, 'sample' | 'channel' | 'number'>;

function pushAnnotation(bytes: number[], annotation: WfdbAnnotation, before: Before): void {
  const word = (value: number) => bytes.push(value & 0xff, (value >> 8) & 0xff);
  let step = annotation.sample - before.sample;
  while (step > 0x3ff) {
    const skip = Math.min(step, 0x7fff_ffff);
    word(SKIP << 10);
    word(skip >>> 16);
    word(skip & 0xffff);
    step -= skip;
  }
  word((annotation.code << 10) | step);
  if (annotation.subtype !== 0) word((SUB << 10) | (annotation.subtype & 0x3ff));
  if (annotation.channel !== before.channel) word((CHN << 10) | annotation.channel);
  if (annotation.number !== before.number) word((NUM << 10) | (annotation.number & 0x3ff));
  if (annotation.aux !== '') pushAux(bytes, annotation.aux);
}

function check(annotation: WfdbAnnotation, before: number): void {
  const { sample, code, subtype, channel, number } = annotation;
  const small = (value: number) => Number.isInteger(value) && value >= -128 && value <= 127;
  const fits = code >= 1 && code < SKIP && small(subtype) && small(number) && channel >= 0 && channel <= 255;
  if (
    !Number.isSafeInteger(sample) ||
    sample < before ||
    !fits ||
    !Number.isInteger(code) ||
    !Number.isInteger(channel)
  ) {
    throw new RangeError(`an annotation at ${sample} cannot be written`);
  }
}

function pushAux(bytes: number[], text: string): void {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  if (codes.length > 254 || codes.some((code) => code > 255 || code === 0))
    throw new RangeError('an aux text cannot be written');
  const length = codes.length + 1;
  bytes.push(length & 0xff, AUX << 2, ...codes, 0);
  if (length % 2 === 1) bytes.push(0);
}
