// Finds missing samples in EDF files that this product wrote: "No signal" notes give the stretches. Their samples are
// all at the step of 0 µV. In stretches with pieces of signal, and in files of earlier versions, missing samples are at
// the lowest step of the format.
//
// Files of others may contain such notes too. So only a stretch that is completely at 0 µV and samples at the lowest step
// become missing, and only the last record is ever cut at "Recording ends".

import { brokenSignalNote, noSignalNote, recordingEndsNote } from './edf-writer.ts';
import type { SignalRun } from './piecewise.ts';
import { NO_SAMPLE, type RecordingLead, type RecordingNote } from './recording.ts';

const at = (ms: number, hz: number) => Math.round((ms * hz) / 1000);

/** Returns whether all samples from `from` to before `until` have one value. */
function isFlat(samples: Int32Array, from: number, until: number): boolean {
  for (let i = from + 1; i < until; i++) if (samples[i] !== samples[from]) return false;
  return true;
}

/** A signal's own steps for missing samples. The header gives the zero to eight digits, so it may be one step off. */
interface Fill {
  readonly lowest: number;
  readonly zero: number;
}

function isZero(step: number, { lowest, zero }: Fill): boolean {
  const nearest = Math.max(lowest, Math.min(-lowest - 1, zero));
  return Math.abs(step - nearest) <= 1;
}

function isFilled(samples: Int32Array, from: number, until: number, fill: Fill): boolean {
  const first = samples[from];
  return (
    first !== undefined && (first === fill.lowest || isZero(first, fill)) && isFlat(samples, from, until)
  );
}

type Signal = Pick<RecordingLead, 'label' | 'sampling_hz' | 'zero_lsb'>;

/**
 * Returns where the recording ends, in milliseconds, if a note in the last record gives the end and nothing follows it.
 */
function endOf(
  leads: readonly (Pick<RecordingLead, 'samples'> & Signal)[],
  notes: readonly RecordingNote[],
  lowest: number,
  recordMs: number,
) {
  const end = notes.findLast(({ text }) => text === recordingEndsNote);
  if (end === undefined || leads.length === 0) return null;
  const isPadding = leads.every(({ samples, sampling_hz: hz, zero_lsb: zero }) => {
    const from = at(end.at_ms, hz);
    const padding = samples.length - from;
    const isShort = from > 0 && padding > 0 && padding < at(recordMs, hz);
    return isShort && isFilled(samples, from, samples.length, { lowest, zero });
  });
  return isPadding ? end.at_ms : null;
}

/**
 * Marks the samples that notes of this text cover; the first sample is at `fromMs`. Each sample is examined once,
 * however many notes cover it.
 */
function mark(
  samples: Int32Array,
  hz: number,
  notes: readonly RecordingNote[],
  fill: Fill,
  fromMs: number,
): void {
  let done = 0;
  for (const note of notes) {
    const last = Math.min(samples.length, at(note.at_ms + note.duration_ms - fromMs, hz));
    const first = Math.max(done, at(note.at_ms - fromMs, hz));
    const isWhole = !note.text.startsWith(brokenSignalNote);
    if (isWhole && first < last && isFilled(samples, first, last, fill)) samples.fill(NO_SAMPLE, first, last);
    for (let i = first; i < last; i++) if (samples[i] === fill.lowest) samples[i] = NO_SAMPLE;
    done = Math.max(done, last);
  }
}

const isOf = ({ text }: RecordingNote, label: string): boolean =>
  [noSignalNote, brokenSignalNote].some((note) => text === note || text === `${note} ${label}`);

const endOfNote = ({ at_ms, duration_ms }: RecordingNote): number => at_ms + duration_ms;

/** Returns the notes in order of time, those of one text that meet or overlap as one: no run is under many of them. */
function united(notes: readonly RecordingNote[]): RecordingNote[] {
  const all: RecordingNote[] = [];
  const last = new Map<string, number>();
  for (const note of notes.toSorted((a, b) => a.at_ms - b.at_ms)) {
    const at = last.get(note.text) ?? -1;
    const before = all[at];
    if (before !== undefined && note.at_ms <= endOfNote(before)) {
      const end = Math.max(endOfNote(before), endOfNote(note));
      all[at] = { ...before, duration_ms: end - before.at_ms };
    } else last.set(note.text, all.push(note) - 1);
  }
  return all;
}

/** The parts of a piece that marking its gaps may change. */
type Piece = { readonly runs: readonly SignalRun[]; readonly notes: readonly RecordingNote[] };

/** Marks the missing samples of pieces that are read in order; a gap may extend beyond the piece with its note. */
export class GapsByPiece {
  readonly #signals: readonly Signal[];
  readonly #lowest: number;
  readonly #recordMs: number;
  #open: readonly RecordingNote[] = [];

  constructor(signals: readonly Signal[], lowest: number, recordMs: number) {
    this.#signals = signals;
    this.#lowest = lowest;
    this.#recordMs = recordMs;
  }

  /** Returns the piece with its gaps; its samples are changed in place. Only the last piece may end within a record. */
  next({ runs, notes }: Piece, place: { readonly first: boolean; readonly last: boolean }): Piece {
    const isGap = (note: RecordingNote): boolean => this.#signals.some(({ label }) => isOf(note, label));
    const gaps = united([...(place.first ? [] : this.#open), ...notes.filter(isGap)]);
    const others = notes.filter((note) => !isGap(note));
    const ended = place.last ? this.#cut(runs, others) : null;
    const kept = ended ?? { runs, notes: others };
    let reached = 0;
    let over: readonly RecordingNote[] = [];
    for (const run of kept.runs) {
      const first = reached;
      while ((gaps[reached]?.at_ms ?? Infinity) < this.#endMs(run)) reached++;
      over = [...over.filter((note) => endOfNote(note) > 1000 * run.at_s), ...gaps.slice(first, reached)];
      this.#mark(run, over);
    }
    const last = runs.at(-1);
    const until = last === undefined ? 0 : this.#endMs(last);
    this.#open = gaps.filter((note) => endOfNote(note) > until);
    return kept;
  }

  #endMs({ at_s, samples }: SignalRun): number {
    const hz = this.#signals[0]?.sampling_hz ?? 1;
    return 1000 * (at_s + (samples[0]?.length ?? 0) / hz);
  }

  #mark({ at_s, samples }: SignalRun, gaps: readonly RecordingNote[]): void {
    this.#signals.forEach(({ label, sampling_hz: hz, zero_lsb: zero }, i) => {
      const own = gaps.filter((note) => isOf(note, label));
      const fill = { lowest: this.#lowest, zero };
      if (own.length > 0) mark(samples[i] ?? new Int32Array(), hz, own, fill, 1000 * at_s);
    });
  }

  /** Returns the piece without the padding of the last record; null if there is none. */
  #cut(runs: readonly SignalRun[], notes: readonly RecordingNote[]): Piece | null {
    const last = runs.at(-1);
    if (last === undefined) return null;
    const fromMs = 1000 * last.at_s;
    const leads = this.#signals.map((signal, i) => ({
      ...signal,
      samples: last.samples[i] ?? new Int32Array(),
    }));
    const moved = notes.map((note) => ({ ...note, at_ms: note.at_ms - fromMs }));
    const endMs = endOf(leads, moved, this.#lowest, this.#recordMs);
    if (endMs === null) return null;
    const samples = leads.map((lead) => lead.samples.subarray(0, at(endMs, lead.sampling_hz)));
    return {
      runs: [...runs.slice(0, -1), { ...last, samples }],
      notes: notes.filter(({ text }) => text !== recordingEndsNote),
    };
  }
}
