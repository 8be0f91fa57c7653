// EDF+ annotations: "time-stamped annotation lists" (TALs) within a signal of bytes. Source: EDF+ 2.2.
//
//   +180.5<21>12.3<20>AF<20><0>   180.5 s after the start, for 12.3 s: "AF"
//
// The first list of each record keeps the record's own time and may have an empty text.

import type { RecordingNote } from './recording.ts';

const ONSET_END = '\x14';
const DURATION = '\x15';

export interface RecordNotes {
  /** Seconds from the file's start to this record; null where the record does not say. */
  readonly record_at_s: number | null;
  readonly notes: readonly RecordingNote[];
}

/** The annotations of one record's bytes. What is not a list is passed over: it carries no signal. */
export function parseRecordNotes(bytes: Uint8Array): RecordNotes {
  const notes: RecordingNote[] = [];
  let recordAtS: number | null = null;
  const lists = new TextDecoder('utf-8').decode(bytes).split('\0');
  for (const list of lists) {
    const [stamp = '', ...texts] = list.split(ONSET_END);
    const match = /^([-+]\d+(?:\.\d*)?)(?:\x15(\d+(?:\.\d*)?))?$/.exec(stamp);
    if (match === null) continue;
    const atS = Number(match[1]);
    recordAtS ??= atS;
    const durationS = Number(match[2] ?? 0);
    for (const text of texts) {
      if (text !== '') notes.push({ at_ms: toMs(atS), duration_ms: toMs(durationS), text });
    }
  }
  return { record_at_s: recordAtS, notes };
}

/** Milliseconds to the microsecond, which is as fine as lists are written here. */
function toMs(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e3;
}

function seconds(ms: number): string {
  const text = (ms / 1000).toFixed(6).replace(/\.?0+$/, '');
  return ms < 0 ? text : `+${text}`;
}

/** One note as a list. Control characters of the text become spaces. */
export function encodeNote(note: RecordingNote): Uint8Array<ArrayBuffer> {
  const duration = note.duration_ms > 0 ? DURATION + seconds(note.duration_ms).slice(1) : '';
  const text = note.text.replace(/[\x00-\x1f]/g, ' ');
  return new TextEncoder().encode(`${seconds(note.at_ms)}${duration}${ONSET_END}${text}${ONSET_END}\0`);
}

/** A record's time-keeping list. */
export function encodeRecordTime(atMs: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${seconds(atMs)}${ONSET_END}${ONSET_END}\0`);
}

export interface SpreadNotes {
  /** Bytes that every record's lists fit. */
  readonly bytes: number;
  /** Each record's lists, its own time first. */
  readonly lists: readonly (readonly Uint8Array[])[];
}

/**
 * Spreads notes over records in order of time: each in the first record that ends after it and has room. Times are
 * milliseconds from the file's start; the first record begins at `firstMs`.
 */
export function spreadNotes(
  notes: readonly RecordingNote[],
  records: number,
  recordMs: number,
  firstMs: number,
): SpreadNotes {
  const items = [...notes]
    .sort((a, b) => a.at_ms - b.at_ms)
    .map((note) => ({ note, list: encodeNote(note) }));
  const times = Array.from({ length: records }, (_unused, i) => encodeRecordTime(firstMs + i * recordMs));
  const longest = items.reduce((most, { list }) => Math.max(most, list.length), 0);
  const longestTime = times.reduce((most, time) => Math.max(most, time.length), 0);
  for (let bytes = Math.max(64, longest + longestTime); ; bytes *= 2) {
    let next = 0;
    const lists = times.map((time, record) => {
      const isLast = record === records - 1;
      const own: Uint8Array[] = [time];
      let free = bytes - time.length;
      for (let item = items[next]; item !== undefined; item = items[next]) {
        const later = item.note.at_ms >= firstMs + (record + 1) * recordMs && !isLast;
        if (later || item.list.length > free) break;
        own.push(item.list);
        free -= item.list.length;
        next++;
      }
      return own;
    });
    if (next === items.length) return { bytes, lists };
  }
}
