// Reads and writes EDF+ annotations: "time-stamped annotation lists" (TALs) within a signal of bytes. Source: EDF+ 2.2.
//
//   +180.5<21>12.3<20>AF<20><0>   180.5 s after the start, for 12.3 s: "AF"
//
// The first list of each record contains the record's own time and may have an empty text.

import type { RecordingNote } from './recording.ts';

const ONSET_END = 0x14;
const DURATION = '\x15';

export interface RecordNotes {
  /** Seconds from the file's start to this record; null if the record does not contain it. */
  readonly record_at_s: number | null;
  readonly notes: readonly RecordingNote[];
}

const strict = new TextDecoder('utf-8', { fatal: true });
const latin = new TextDecoder('latin1');

/** Returns the text of a note, with its bytes if they are not UTF-8. */
function textOf(bytes: Uint8Array): Pick<RecordingNote, 'text' | 'raw'> {
  try {
    return { text: strict.decode(bytes) };
  } catch {
    return { text: latin.decode(bytes), raw: bytes.slice() };
  }
}

/** Returns the parts between bytes of this value that are not empty: a record is padded with hundreds of zeros. */
function partsOf(bytes: Uint8Array, value: number): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < bytes.length;) {
    const found = bytes.indexOf(value, from);
    const to = found < 0 ? bytes.length : found;
    if (to > from) parts.push(bytes.subarray(from, to));
    from = to + 1;
  }
  return parts;
}

/**
 * Returns the annotations in one record's bytes. Bytes that are not a list are skipped, since they contain no signal.
 */
export function parseRecordNotes(bytes: Uint8Array): RecordNotes {
  const notes: RecordingNote[] = [];
  let recordAtS: number | null = null;
  for (const list of partsOf(bytes, 0)) {
    if (list[0] === ONSET_END) continue;
    const [stamp = new Uint8Array(), ...texts] = partsOf(list, ONSET_END);
    const match = /^([-+]\d+(?:\.\d*)?)(?:\x15(\d+(?:\.\d*)?))?$/.exec(latin.decode(stamp));
    if (match === null) continue;
    const atS = Number(match[1]);
    recordAtS ??= atS;
    const durationS = Number(match[2] ?? 0);
    for (const text of texts) {
      notes.push({ at_ms: toMs(atS), duration_ms: toMs(durationS), ...textOf(text) });
    }
  }
  return { record_at_s: recordAtS, notes };
}

/** Converts to milliseconds, rounded to the microsecond: the precision of the lists written here. */
function toMs(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e3;
}

function seconds(ms: number): string {
  const text = (ms / 1000).toFixed(6).replace(/\.?0+$/, '');
  return ms < 0 ? text : `+${text}`;
}

/** Encodes one note as a list. Control characters of the text become spaces. */
export function encodeNote(note: RecordingNote): Uint8Array<ArrayBuffer> {
  const duration = note.duration_ms > 0 ? DURATION + seconds(note.duration_ms).slice(1) : '';
  const text = note.text.replace(/[\x00-\x1f]/g, ' ');
  return new TextEncoder().encode(`${seconds(note.at_ms)}${duration}\x14${text}\x14\0`);
}

/** Encodes a record's time-keeping list. */
function encodeRecordTime(atMs: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${seconds(atMs)}\x14\x14\0`);
}

/** The records of a file that is being written, on its own clock: the first starts at `first_ms`. */
export interface RecordGrid {
  readonly records: number;
  readonly record_ms: number;
  readonly first_ms: number;
  /** Ranges of records without any sample, which are not written; neither the first record nor the last is in one. */
  readonly left_out?: readonly RecordRange[];
}
/** From a record to before another. */
export type RecordRange = readonly [from: number, until: number];

/** Returns how many records are written. */
export const writtenCount = ({ records, left_out = [] }: Pick<RecordGrid, 'records' | 'left_out'>): number =>
  records - left_out.reduce((sum, [from, until]) => sum + until - from, 0);

/** Returns a function that gives the numbers of the written records, one after the other. */
export function writtenRecords({ left_out = [] }: Pick<RecordGrid, 'left_out'>): () => number {
  let record = -1;
  let range = 0;
  return () => {
    record++;
    const [from = Infinity, until = 0] = left_out[range] ?? [];
    if (record < from) return record;
    range++;
    record = until;
    return record;
  };
}

/** Returns the record in whose time a note begins; it may be before the first or behind the last one. */
export const timeRecordOf = (
  note: Pick<RecordingNote, 'at_ms'>,
  { record_ms: recordMs, first_ms: firstMs }: Pick<RecordGrid, 'record_ms' | 'first_ms'>,
): number => Math.floor((note.at_ms - firstMs) / recordMs);

const recordOf = (note: RecordingNote, grid: RecordGrid): number =>
  Math.max(0, Math.min(grid.records - 1, timeRecordOf(note, grid)));

/** Returns the bytes of the longest list for a record's own time. */
export function recordTimeBytes({ records, record_ms: recordMs, first_ms: firstMs }: RecordGrid): number {
  const whole = Number.isInteger(recordMs / 1000) && Number.isInteger(firstMs / 1000);
  return encodeRecordTime(firstMs + (records - 1) * recordMs).length + (whole ? 0 : '.123456'.length);
}

/**
 * Returns the bytes that every record needs so that each note fits in the record of its time. Notes are in order of
 * time.
 */
export function noteBytes(notes: Iterable<RecordingNote>, grid: RecordGrid): number {
  let most = 0;
  let record = -1;
  let sum = 0;
  for (const note of notes) {
    const own = recordOf(note, grid);
    if (own !== record) sum = 0;
    record = own;
    sum += encodeNote(note).length;
    most = Math.max(most, sum);
  }
  return recordTimeBytes(grid) + most;
}

/** The notes of a file that is being written, each kind in order of time. */
export interface NoteQueues {
  /** Each is in the record of its time, or in a later one if that is full. */
  readonly notes: Iterable<RecordingNote>;
  /** Each is in any record that has room: no record of their times is written. */
  readonly apart: Iterable<RecordingNote>;
}

/**
 * Returns a function that gives the lists of one written record after the other, its own time first. Throws a RangeError if
 * the rest does not fit in the last record.
 */
export function noteLists(
  { notes, apart }: NoteQueues,
  bytes: number,
  grid: RecordGrid,
): () => readonly Uint8Array[] {
  const queues = [
    {
      rest: notes[Symbol.iterator](),
      isDue: (note: RecordingNote, at: number) => recordOf(note, grid) <= at,
    },
    { rest: apart[Symbol.iterator](), isDue: () => true },
  ].map((queue) => ({ ...queue, waiting: queue.rest.next() }));
  const nextRecord = writtenRecords(grid);
  return () => {
    const record = nextRecord();
    const own: Uint8Array[] = [encodeRecordTime(grid.first_ms + record * grid.record_ms)];
    let free = bytes - (own[0]?.length ?? 0);
    for (const queue of queues)
      while (queue.waiting.done !== true && queue.isDue(queue.waiting.value, record)) {
        const list = encodeNote(queue.waiting.value);
        if (list.length > free) break;
        own.push(list);
        free -= list.length;
        queue.waiting = queue.rest.next();
      }
    const isLast = record === grid.records - 1;
    if (isLast && queues.some(({ waiting }) => waiting.done !== true))
      throw new RangeError('the notes do not fit');
    return own;
  };
}
