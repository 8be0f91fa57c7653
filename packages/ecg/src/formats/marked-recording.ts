// Converts the marks of an export (beats, episodes, the patient's events and diary, gaps) to notes.

import { beatClassFromByte } from '../labels/beat-labels.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import { rhythmNames } from '../labels/rhythm-names.ts';
import { encodeNote, timeRecordOf, writtenCount, type NoteQueues } from './edf-notes.ts';
import { brokenSignalNote, msInFile, noSignalNote, type SampleGrid } from './edf-writer.ts';
import type { RecordingNote } from './recording.ts';

export interface MarkedEpisode {
  readonly kind: RhythmKey;
  readonly start_sample: number;
  readonly end_sample: number;
  readonly beats: number;
  readonly bpm: number | null;
}

/** The columns of the analysed beats, in order of time. */
interface MarkedBeats {
  readonly samples: Uint32Array;
  /** A class byte each (`labels/beat-labels.ts`). */
  readonly classes: Uint8Array;
  readonly confidence: Uint8Array;
}

interface MarkedEvent {
  readonly at_ms: number;
  readonly text: string;
}

export interface RecordingMarks {
  /** Null if the recording was not analysed. */
  readonly beats: MarkedBeats | null;
  /** In order of time. */
  readonly episodes: readonly MarkedEpisode[];
  readonly events: readonly MarkedEvent[];
  /** Stretches without any signal. */
  readonly gaps: readonly MarkedGap[];
  /** Stretches with short pieces of signal between missing samples. */
  readonly broken_gaps?: readonly MarkedGap[];
}

/** Lead −1 is all leads. */
export type MarkedGap = readonly [lead: number, start_sample: number, end_sample: number];

/** Returns the milliseconds of so many samples in the file. */
type MsOf = (samples: number) => number;

function stretchNotes(
  marks: RecordingMarks,
  hz: number,
  labels: readonly string[],
  ms: MsOf,
): RecordingNote[] {
  const notes = marks.episodes.map(({ kind, start_sample: start, end_sample: end }) => ({
    at_ms: ms(start),
    duration_ms: ms(end - start),
    text: rhythmNames[kind],
  }));
  const events = marks.events.map(({ at_ms, text }) => ({
    at_ms: ms((at_ms * hz) / 1000),
    ...{ duration_ms: 0, text },
  }));
  const gapNote =
    (text: string) =>
    ([lead, start, end]: MarkedGap): RecordingNote => ({
      at_ms: ms(start),
      duration_ms: ms(end - start),
      text: lead < 0 || labels.length === 1 ? text : `${text} ${labels[lead] ?? ''}`,
    });
  const gaps = marks.gaps.map(gapNote(noSignalNote));
  const broken = (marks.broken_gaps ?? []).map(gapNote(brokenSignalNote));
  return [...notes, ...events, ...gaps, ...broken].sort((a, b) => a.at_ms - b.at_ms);
}

interface PlacedNotes extends NoteQueues {
  /** The bytes that fit the notes of any record, by counting instead of encoding them. */
  readonly note_bytes: number;
}

/** Gives the notes of a file with these records. */
export type MarkNotes = (grid: SampleGrid) => PlacedNotes;

/** Bytes of `+1209599.999999` and a beat's letter. */
const beatNoteBytes = 20;
/** Bytes that a fraction of a second in the start adds to a note's time. */
const fractionBytes = 8;

export type Stretch = readonly [from: number, until: number];

/** Returns the stretches in order, those that meet or overlap as one. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const [from, until] of stretches.toSorted(([a], [b]) => a - b)) {
    const [last, end] = all.at(-1) ?? [0, -1];
    if (from <= end) all[all.length - 1] = [last, Math.max(end, until)];
    else all.push([from, until]);
  }
  return all;
}

/** Returns where both are; each is in order and without overlaps. */
function common(a: readonly Stretch[], b: readonly Stretch[]): Stretch[] {
  const both: Stretch[] = [];
  for (let i = 0, k = 0; i < a.length && k < b.length;) {
    const [[fromA, untilA], [fromB, untilB]] = [a[i] ?? [0, 0], b[k] ?? [0, 0]];
    const [from, until] = [Math.max(fromA, fromB), Math.min(untilA, untilB)];
    if (from < until) both.push([from, until]);
    if (untilA <= untilB) i++;
    else k++;
  }
  return both;
}

/** Returns the stretches in which each of so many leads has no signal, in order. */
export function gapsByLead(gaps: readonly MarkedGap[], leads: number): Stretch[][] {
  return Array.from({ length: leads }, (_none, lead) =>
    joined(gaps.filter(([of]) => of < 0 || of === lead).map(([_lead, from, until]) => [from, until])),
  );
}

/** Returns the stretches in which no lead has a signal, in order. */
export const gapsOfAll = (byLead: readonly (readonly Stretch[])[]): readonly Stretch[] =>
  byLead.reduce(common);

/**
 * Returns all marks as notes in order of time: a beat as its class (`N`, `V` …), an episode as its name with its
 * duration.
 */
export function markNotes(marks: RecordingMarks, hz: number, labels: readonly string[]): MarkNotes {
  return (grid) => {
    const ms: MsOf = (samples) => msInFile(samples, grid);
    const all = stretchNotes(marks, hz, labels, ms);
    const isWritten = writtenTest(grid);
    const placed = all.map((note) => ({ note, isOwn: isWritten(timeRecordOf(note, grid)) }));
    const stretches = placed.flatMap(({ note, isOwn }) => (isOwn ? [note] : []));
    const apart = placed.flatMap(({ note, isOwn }) => (isOwn ? [] : [note]));
    return {
      notes: { [Symbol.iterator]: () => inOrder(marks.beats, stretches, ms) },
      apart,
      note_bytes:
        beatNoteBytes * fullest(marks.beats?.samples ?? [], grid.record_samples) +
        longest(stretches, grid) +
        shareOf(apart, writtenCount(grid)),
    };
  };
}

/** Returns a function that tells whether a record is written; calls go forward in the recording. */
function writtenTest({ records, left_out = [] }: SampleGrid): (record: number) => boolean {
  let range = 0;
  return (record) => {
    while ((left_out[range]?.[1] ?? Infinity) <= record) range++;
    return record >= 0 && record < records && record < (left_out[range]?.[0] ?? Infinity);
  };
}

const lengthOf = (note: RecordingNote): number => encodeNote(note).length + fractionBytes;

/** Returns the bytes that every record needs in addition, so that all fit in so many records. */
function shareOf(notes: readonly RecordingNote[], records: number): number {
  const lengths = notes.map(lengthOf);
  const sum = lengths.reduce((total, length) => total + length, 0);
  return Math.ceil(sum / records) + lengths.reduce((most, length) => Math.max(most, length), 0);
}

/** Returns the largest number of positions (ascending) in any stretch of a record's length. */
function fullest(samples: ArrayLike<number>, recordSamples: number): number {
  let most = 0;
  for (let first = 0, i = 0; i < samples.length; i++) {
    while ((samples[i] ?? 0) - (samples[first] ?? 0) > recordSamples) first++;
    most = Math.max(most, i - first + 1);
  }
  return most;
}

/** Returns the largest number of note bytes in any record. */
function longest(notes: readonly RecordingNote[], grid: SampleGrid): number {
  const sums = new Map<number, number>();
  for (const note of notes) {
    const record = timeRecordOf(note, grid);
    sums.set(record, (sums.get(record) ?? 0) + lengthOf(note));
  }
  // A note on the edge may fall into the next record.
  let most = 0;
  for (const [record, sum] of sums) most = Math.max(most, sum + (sums.get(record + 1) ?? 0));
  return most;
}

function* inOrder(
  beats: RecordingMarks['beats'],
  stretches: readonly RecordingNote[],
  ms: MsOf,
): Generator<RecordingNote, undefined> {
  let next = 0;
  for (let i = 0; i < (beats?.samples.length ?? 0); i++) {
    const atMs = ms(beats?.samples[i] ?? 0);
    for (let note = stretches[next]; note !== undefined && note.at_ms <= atMs; note = stretches[next]) {
      yield note;
      next++;
    }
    yield { at_ms: atMs, duration_ms: 0, text: beatClassFromByte(beats?.classes[i] ?? 0) ?? 'Q' };
  }
  yield* stretches.slice(next);
}
