/** Reads files as whole recordings, for tests: all pieces joined, gaps as missing samples. */
import { edfHeaderMaxBytes, edfPieces } from './edf-pieces.ts';
import { ishnePieces } from './ishne.ts';
import { decodeNotes } from './note-texts.ts';
import { parsed, type Parsed } from './parsed.ts';
import { addFlaws, readPiece, type PiecewiseFile, type SignalPiece } from './piecewise.ts';
import { NO_SAMPLE, type Recording } from './recording.ts';

function joined(pieces: readonly SignalPiece[], signal: number, hz: number): Int32Array {
  const runs = pieces.flatMap(({ runs: own }) => own);
  const last = runs.at(-1);
  const length = last === undefined ? 0 : Math.round(last.at_s * hz) + (last.samples[signal]?.length ?? 0);
  const samples = new Int32Array(length).fill(NO_SAMPLE);
  for (const run of runs) samples.set(run.samples[signal] ?? [], Math.round(run.at_s * hz));
  return samples;
}

export function readWhole(opened: Parsed<PiecewiseFile>, bytes: Uint8Array): Parsed<Recording> {
  if (!opened.ok) return opened;
  const file = opened.value;
  const pieces: SignalPiece[] = [];
  const flaws = [...file.flaws];
  for (let at = 0; at < file.pieces; at++) {
    const piece = readPiece(file, at, () => bytes);
    if (!piece.ok) return piece;
    pieces.push(piece.value);
    addFlaws(flaws, piece.value.flaws);
  }
  const { notes, flaws: ofNotes } = decodeNotes(pieces.flatMap((piece) => piece.notes));
  return parsed({
    start_ms: pieces[0]?.start_ms ?? null,
    start_has_zone: file.start_has_zone,
    leads: file.signals.map((facts, i) => ({ ...facts, samples: joined(pieces, i, facts.sampling_hz) })),
    notes,
    left_out: file.left_out,
    flaws: [...flaws, ...ofNotes],
  });
}

export const readEdf = (bytes: Uint8Array): Parsed<Recording> =>
  readWhole(edfPieces(bytes.subarray(0, edfHeaderMaxBytes), bytes.length), bytes);

export const readIshne = (bytes: Uint8Array): Parsed<Recording> =>
  readWhole(ishnePieces(bytes, bytes.length), bytes);
