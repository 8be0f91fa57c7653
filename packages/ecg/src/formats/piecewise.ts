// Describes a foreign file that is read piece by piece, so that a recording of weeks is never in memory as a whole.
//
// Invariants: the pieces, read in order from the first, contain what the format's whole-file reader returns, in the
// same steps; no piece needs bytes outside of its ranges; runs never overlap and follow each other in time.

import type { Parsed } from './parsed.ts';
import { parsed } from './parsed.ts';
import type { Recording, RecordingLead, RecordingNote } from './recording.ts';

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
}

export interface PiecewiseFile {
  /** As in a Recording. */
  readonly start_has_zone: boolean;
  /** The signals that are voltages. */
  readonly signals: readonly Omit<RecordingLead, 'samples'>[];
  /** The names of the other signals. */
  readonly no_voltages: readonly string[];
  readonly pieces: number;
  readonly ranges: (piece: number) => readonly ByteRange[];
  /** Reads a piece; `bytes` are those of its ranges, in their order. */
  readonly read: (piece: number, bytes: readonly Uint8Array[]) => Parsed<SignalPiece>;
}

/** Approximate bytes read for one piece; tests pass another value. */
export const pieceBytes = 4 * 2 ** 20;

/** Wraps a recording that is already in memory: one piece that reads no bytes. */
export function inOnePiece({ start_ms, start_has_zone, leads, notes }: Recording): PiecewiseFile {
  return {
    start_has_zone,
    signals: leads.map(({ samples: _samples, ...facts }) => facts),
    no_voltages: [],
    pieces: 1,
    ranges: () => [],
    read: () =>
      parsed({ start_ms, runs: [{ at_s: 0, samples: leads.map(({ samples }) => samples) }], notes }),
  };
}
