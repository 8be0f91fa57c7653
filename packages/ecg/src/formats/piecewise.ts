// Describes a foreign file that is read piece by piece, so that a recording of weeks is never in memory as a whole.
//
// Invariants: pieces are read in order from the first, which may be read again; what they contain does not depend on
// how the file is divided; no piece needs bytes outside of its ranges; runs never overlap and follow each other in time.

import type { Parsed } from './parsed.ts';
import { parsed } from './parsed.ts';
import type { LeftOut, Recording, RecordingLead, RecordingNote, SourceFlaw } from './recording.ts';

export interface ByteRange {
  /** The name of one of the record's files; empty if there is only one. */
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

/** A stretch without a gap. */
export interface SignalRun {
  /** Seconds from the file's first sample. */
  readonly at_s: number;
  /** One array per signal, in the order of `signals`; NO_SAMPLE for a missing sample. */
  readonly samples: readonly Int32Array[];
}

export interface SignalPiece {
  /** Unix milliseconds of the file's first sample, as in a Recording; the same in every piece. */
  readonly start_ms: number | null;
  readonly runs: readonly SignalRun[];
  readonly notes: readonly RecordingNote[];
  /** The faults that were found in this piece. */
  readonly flaws: readonly SourceFlaw[];
}

export interface PiecewiseFile {
  /** As in a Recording. */
  readonly start_has_zone: boolean;
  /** The signals that are voltages. */
  readonly signals: readonly Omit<RecordingLead, 'samples'>[];
  /** The other signals. */
  readonly left_out: readonly LeftOut[];
  /** The faults of the file as a whole. */
  readonly flaws: readonly SourceFlaw[];
  readonly pieces: number;
  readonly ranges: (piece: number) => readonly ByteRange[];
  /** Reads a piece; `bytes` are those of its ranges, in their order. */
  readonly read: (piece: number, bytes: readonly Uint8Array[]) => Parsed<SignalPiece>;
}

/** Approximate bytes read for one piece; tests pass another value. */
export const pieceBytes = 4 * 2 ** 20;

/** Wraps a recording that is already in memory: one piece that reads no bytes. */
export function inOnePiece(recording: Recording): PiecewiseFile {
  const { start_ms, start_has_zone, leads, notes, left_out, flaws } = recording;
  const samples = leads.map((lead) => lead.samples);
  return {
    ...{ start_has_zone, left_out, flaws, pieces: 1 },
    signals: leads.map(({ samples: _samples, ...facts }) => facts),
    ranges: () => [],
    read: () => parsed({ start_ms, runs: [{ at_s: 0, samples }], notes, flaws: [] }),
  };
}

/** Reads a piece of a file whose bytes are in memory; `bytesOf` gives those of a named file. */
export function readPiece(
  file: PiecewiseFile,
  piece: number,
  bytesOf: (name: string) => Uint8Array,
): Parsed<SignalPiece> {
  return file.read(
    piece,
    file.ranges(piece).map(({ file: name, from, to }) => bytesOf(name).subarray(from, to)),
  );
}

const isSummed = (key: string): key is 'count' | 'bytes' => key === 'count' || key === 'bytes';

/** Adds flaws to those that are known; the counts and bytes of one kind are summed. */
export function addFlaws(known: SourceFlaw[], more: readonly SourceFlaw[]): void {
  for (const flaw of more) {
    const at = known.findIndex(({ code }) => code === flaw.code);
    const before = known[at]?.detail;
    if (before === undefined) known.push(flaw);
    else {
      const sums = Object.entries(flaw.detail).flatMap(([key, value]) => {
        const other = before[key];
        const isSum = isSummed(key) && typeof value === 'number' && typeof other === 'number';
        return isSum ? [[key, value + other] as const] : [];
      });
      if (sums.length > 0) known[at] = { ...flaw, detail: { ...flaw.detail, ...Object.fromEntries(sums) } };
    }
  }
}
