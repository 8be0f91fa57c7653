// Finds the frames of an MFER file: their places, attributes and times, and the notes beside them. The waveforms are
// passed over, so that a recording of weeks is scanned without being in memory.
//
//   const scan = new MferScan(file.size);
//   for (let range = scan.next(); range !== null; range = scan.next()) scan.add(bytes of range);
//   const found = scan.finish();
//
// A frame follows the one before unless its pointer or its time says that it is later. A file that ends early, or whose
// elements cannot be followed, gives the frames before.

import { clockMs } from './clock-time.ts';
import { MferAttributes, type MferLayout } from './mfer-layout.ts';
import { mferElement, mferHeadBytes, mferNumber, mferTag, type MferElement } from './mfer-tags.ts';
import type { FormatRefusal, Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import { addFlaws } from './piecewise.ts';
import type { RecordingNote, SourceFlaw } from './recording.ts';
import { traceLimits } from '../labels/stored-samples.ts';

/** Frames of one layout that follow each other in the file, in three columns. */
export interface MferStretch {
  readonly layout: MferLayout;
  /** Places of the first bytes of the frames. */
  readonly from: number[];
  readonly bytes: number[];
  /** Seconds from the first frame of the file. */
  readonly at_s: number[];
}

export interface MferFrames {
  readonly start_ms: number | null;
  readonly stretches: readonly MferStretch[];
  readonly notes: readonly RecordingNote[];
  readonly flaws: readonly SourceFlaw[];
}

/** Bytes that are read at once. */
const WINDOW = 65_536;
/** Values of elements that are longer are not read: the standard's longest is a text of 256 bytes. */
const MAX_VALUE = 4096;
const MAX_FRAMES = 4_000_000;
const MAX_NOTES = 200_000;
const MAX_STRETCHES = 10_000;
/** A time without milliseconds may differ by a second from the samples before it. */
const CLOCK_TOLERANCE_MS = 1000;

export class MferScan {
  readonly #size: number;
  readonly #attributes = new MferAttributes();
  readonly #stretches: MferStretch[] = [];
  readonly #notes: RecordingNote[] = [];
  readonly #flaws: SourceFlaw[] = [];
  #at = 0;
  #frames = 0;
  #fault: FormatRefusal | null = null;
  /** Seconds from the first frame to the end of the last. */
  #endS = 0;
  #startMs: number | null = null;
  #clock: { readonly at_ms: number; readonly exact: boolean } | null = null;
  #firstPointer: number | null = null;
  #pointer: number | null = null;
  #characters = '';

  constructor(size: number) {
    this.#size = size;
  }

  /** Returns the next bytes that are needed; null if the scan is at its end. */
  next(): { readonly from: number; readonly to: number } | null {
    if (this.#fault !== null || this.#at >= this.#size) return null;
    return { from: this.#at, to: Math.min(this.#size, this.#at + WINDOW) };
  }

  add(bytes: Uint8Array): void {
    const start = this.#at;
    const isLast = start + bytes.length >= this.#size;
    while (this.#fault === null && this.#at < start + bytes.length) {
      const at = this.#at - start;
      if (!isLast && this.#at > start && at + mferHeadBytes > bytes.length) return;
      if (bytes[at] === mferTag.zero) {
        this.#at++;
        continue;
      }
      const element = mferElement(bytes, at, this.#size - start, this.#attributes.little);
      const end = element === null ? Number.POSITIVE_INFINITY : start + element.to;
      if (element?.tag === mferTag.wave)
        this.#addFrame(start + element.from, Number.isFinite(end) ? end : this.#size);
      else if (element === null || end > this.#size) return this.#stop();
      else if (element.tag === mferTag.end) return this.#endAt(end);
      else if (element.to - element.from <= MAX_VALUE) {
        if (element.to > bytes.length) return;
        this.#read(element, bytes);
      }
      this.#at = end;
    }
  }

  /** Ends the scan where elements cannot be followed. */
  #stop(): void {
    addFlaws(this.#flaws, [{ code: 'file-damaged', detail: {} }]);
    this.#at = this.#size;
  }

  #endAt(end: number): void {
    if (end < this.#size)
      addFlaws(this.#flaws, [{ code: 'bytes-after', detail: { bytes: this.#size - end } }]);
    this.#at = this.#size;
  }

  #read({ tag, channel, from, to }: MferElement, bytes: Uint8Array): void {
    const value = bytes.subarray(from, to);
    const little = this.#attributes.little;
    if (tag === mferTag.channel) this.#readChannel(channel, value);
    else if (tag === mferTag.characters) this.#characters = new TextDecoder('latin1').decode(value);
    else if (tag === mferTag.pointer && value.length <= 4) this.#pointer = mferNumber(value, little);
    else if (tag === mferTag.time) this.#clock = this.#clockOf(value);
    else if (tag === mferTag.comment) this.#addNote(this.#endS * 1000, 0, value, '');
    else if (tag === mferTag.event) this.#readEvent(value);
    else this.#attributes.set(tag, -1, value);
  }

  #readChannel(channel: number, value: Uint8Array): void {
    for (let at = 0; at < value.length;) {
      const element = mferElement(value, at, value.length, this.#attributes.little);
      if (element === null || element.to > value.length) {
        addFlaws(this.#flaws, [{ code: 'file-damaged', detail: {} }]);
        return;
      }
      this.#attributes.set(element.tag, channel, value.subarray(element.from, element.to));
      at = element.to;
    }
  }

  #readEvent(value: Uint8Array): void {
    const little = this.#attributes.little;
    const number = (at: number, bytes: number): number =>
      value.length < at + bytes ? 0 : mferNumber(value.subarray(at, at + bytes), little);
    const hz = this.#attributes.hz();
    const ms = (samples: number): number => Math.round((samples * 1000) / hz);
    this.#addNote(ms(number(2, 4)), ms(number(6, 4)), value.subarray(10), `event ${number(0, 2)}`);
  }

  /** Adds a note; a text in an encoding that the file does not name stays as bytes. */
  #addNote(at_ms: number, duration_ms: number, value: Uint8Array, otherwise: string): void {
    const raw = value.subarray(0, value.findLastIndex((byte) => byte > 32) + 1);
    if (raw.length === 0 && otherwise === '') return;
    const text = textOf(raw, this.#characters);
    const note = { at_ms, duration_ms, text: raw.length === 0 ? otherwise : (text ?? '') };
    if (this.#notes.length >= MAX_NOTES) this.#fault = refuse('edf/too-many-notes', { expected: MAX_NOTES });
    else this.#notes.push(text === null ? { ...note, raw: raw.slice() } : note);
  }

  #clockOf(value: Uint8Array) {
    const little = this.#attributes.little;
    const byte = (at: number): number => value[at] ?? 0;
    const pair = (at: number): number => mferNumber(value.subarray(at, at + 2), little);
    const date = { year: pair(0), month: byte(2), day: byte(3) };
    const second = byte(6) + pair(7) / 1000;
    const at_ms = value.length < 4 ? null : clockMs(date, byte(4), byte(5), second);
    if (at_ms !== null) return { at_ms, exact: value.length > 7 };
    const found = [date.year, date.month, date.day, byte(4), byte(5), byte(6)].join('-');
    addFlaws(this.#flaws, [{ code: 'start-unreadable', detail: { found } }]);
    return null;
  }

  /** Returns when the next frame begins, by its pointer, its time, or the end of the one before. */
  #beginS(): number {
    const pointer = this.#pointer;
    const clock = this.#clock;
    this.#pointer = null;
    this.#clock = null;
    if (this.#frames === 0) {
      this.#startMs = clock?.at_ms ?? null;
      this.#firstPointer = pointer;
      return 0;
    }
    let atS = this.#endS;
    if (pointer !== null) atS = (pointer - (this.#firstPointer ?? 0)) / this.#attributes.hz();
    else if (clock !== null && this.#startMs !== null) {
      const clockS = (clock.at_ms - this.#startMs) / 1000;
      const tolerance = clock.exact ? 0.002 : CLOCK_TOLERANCE_MS / 1000;
      if (Math.abs(clockS - this.#endS) > tolerance) atS = clockS;
    }
    const isPossible = atS >= this.#endS - 0.002 && atS - this.#endS < traceLimits.duration_s;
    if (isPossible) return Math.max(atS, this.#endS);
    addFlaws(this.#flaws, [{ code: 'record-clock', detail: { count: 1 } }]);
    return this.#endS;
  }

  #addFrame(from: number, to: number): void {
    const read = this.#attributes.layout();
    if (!read.ok) {
      this.#fault = read;
      return;
    }
    const layout = read.value;
    const atS = this.#beginS();
    const { bytes, seconds, flaws } = extentOf(layout, Math.min(to, this.#size) - from, to - from);
    addFlaws(this.#flaws, flaws);
    if (this.#stretches.length >= MAX_STRETCHES || this.#frames >= MAX_FRAMES) {
      this.#fault = refuse('mfer/too-many-frames', { expected: MAX_FRAMES });
      return;
    }
    let stretch = this.#stretches.at(-1);
    if (stretch?.layout !== layout) {
      stretch = { layout, from: [], bytes: [], at_s: [] };
      this.#stretches.push(stretch);
    }
    stretch.from.push(from);
    stretch.bytes.push(bytes);
    stretch.at_s.push(atS);
    this.#frames++;
    this.#endS = atS + seconds;
  }

  /** Refuses with the `mfer/` faults. */
  finish(): Parsed<MferFrames> {
    if (this.#fault !== null) return this.#fault;
    if (this.#frames === 0) return refuse('mfer/no-waveform');
    return parsed({
      ...{ start_ms: this.#startMs, stretches: this.#stretches },
      ...{ notes: this.#notes, flaws: this.#flaws },
    });
  }
}

/** Returns how many bytes of a frame are samples and how long they last, with what is missing or too much. */
function extentOf({ group_bytes, block_s, sequences }: MferLayout, bytes: number, stated: number) {
  const flaws: SourceFlaw[] = [];
  const most = sequences === null ? Math.ceil(bytes / group_bytes) : sequences;
  const groups = Math.min(most, Math.ceil(bytes / group_bytes));
  const used = Math.min(bytes, groups * group_bytes);
  if (bytes < stated || used < (sequences ?? groups) * group_bytes)
    flaws.push({ code: 'file-damaged', detail: {} });
  if (bytes > used) flaws.push({ code: 'bytes-after', detail: { bytes: bytes - used } });
  return { bytes: used, seconds: groups * block_s, flaws };
}

/** Names of encodings that the standard's writers use, beside those of the Encoding Standard. */
const encodings = new Map([
  ['ascii', 'utf-8'],
  ['jis', 'iso-2022-jp'],
  ['s-jis', 'shift_jis'],
  ['euc', 'euc-jp'],
]);

/** Decodes a text in the stated encoding; null if it is not in that encoding. */
function textOf(raw: Uint8Array, characters: string): string | null {
  const name = characters.replace(/[\0\s]+/g, '').toLowerCase();
  try {
    const decoder = new TextDecoder(encodings.get(name) ?? (name || 'utf-8'), { fatal: true });
    return decoder
      .decode(raw)
      .replace(/[\0-\x1f]+/g, ' ')
      .trim();
  } catch {
    return null;
  }
}
