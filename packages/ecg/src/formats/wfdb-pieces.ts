// Reads WFDB records piece by piece: some whole frames of every signal file at a time.
//
// Formats with running sums (8) and signals that lag others (skew) need the whole file: those records are read at once.

import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import type { ByteRange, PiecewiseFile } from './piecewise.ts';
import { pieceBytes } from './piecewise.ts';
import type { SourceFlaw } from './recording.ts';
import type { ReadWfdbHeader, WfdbHeader, WfdbSignalSpec } from './wfdb-header.ts';
import { sampleCode, type SampleCode } from './wfdb-sample-codes.ts';
import { readWfdbSignals, samplesHeld, wfdbLeads, wfdbSignals } from './wfdb-signal.ts';

/** Pieces are a multiple of so many frames, so that every format's groups of samples (of 1, 2 or 3) are whole. */
const FRAME_STEP = 6;

interface SignalFile {
  readonly file: string;
  readonly signals: readonly WfdbSignalSpec[];
  readonly code: SampleCode;
  /** Samples of all its signals in a frame. */
  readonly frame_samples: number;
  readonly bytes: number;
  /** Number of frames in the file. */
  readonly frames: number;
}

/** Returns the files of a record, in the header's order. Refuses with wfdb/file-missing and wfdb/signal-format. */
function signalFiles(header: WfdbHeader, sizes: ReadonlyMap<string, number>): Parsed<SignalFile[]> {
  const files: SignalFile[] = [];
  for (let at = 0; at < header.signals.length;) {
    const { file = '', format = 0, byte_offset: offset = 0 } = header.signals[at] ?? {};
    let end = at;
    while (header.signals[end]?.file === file) end++;
    const signals = header.signals.slice(at, end);
    const size = sizes.get(file);
    if (size === undefined) return refuse('wfdb/file-missing', { file });
    const code = sampleCode(format);
    if (code === undefined || signals.some((signal) => signal.format !== format)) {
      return refuse('wfdb/signal-format', { found: format });
    }
    const frame_samples = signals.reduce((sum, signal) => sum + signal.samples_per_frame, 0);
    const frames = Math.floor(samplesHeld(code, Math.max(0, size - offset)) / frame_samples);
    files.push({ file, signals, code, frame_samples, bytes: size, frames });
    at = end;
  }
  return parsed(files);
}

/** Opens a record; null if it must be read as a whole. `sizes` are the bytes of the files that the header names. */
export function wfdbPieces(
  header: ReadWfdbHeader,
  sizes: ReadonlyMap<string, number>,
  most = pieceBytes,
): Parsed<PiecewiseFile | null> {
  const files = signalFiles(header, sizes);
  if (!files.ok) return files;
  if (header.signals.some(({ format, skew }) => format === 8 || skew > 0)) return parsed(null);
  const { frames, flaws } = framesOf(header, files.value);
  const frameBytes = files.value.reduce(
    (sum, { code, frame_samples }) => sum + (frame_samples * code.bytes) / code.samples,
    0,
  );
  const perPiece = Math.max(1, Math.floor(most / frameBytes / FRAME_STEP)) * FRAME_STEP;
  const { signals, left_out } = wfdbSignals(header);
  return parsed({
    ...{ start_has_zone: false, signals, left_out },
    flaws: [...header.flaws, ...flaws],
    pieces: Math.ceil(frames / perPiece),
    ranges: (piece) => files.value.map((file) => rangeOf(file, piece * perPiece, perPiece, frames)),
    read: (piece, bytes) => {
      const part = {
        ...header,
        samples: Math.min(perPiece, frames - piece * perPiece),
        signals: header.signals.map((signal) => ({ ...signal, byte_offset: 0 })),
      };
      const read = readWfdbSignals(
        part,
        new Map(files.value.map(({ file }, i) => [file, bytes[i] ?? new Uint8Array()])),
      );
      if (!read.ok) return read;
      const at_s = (piece * perPiece) / header.sampling_hz;
      const samples = wfdbLeads(part, read.value).map((lead) => lead.samples);
      return parsed({ start_ms: header.start_ms, runs: [{ at_s, samples }], notes: [], flaws: [] });
    },
  });
}

/** A file that is shorter than the others has no signal at its end; bytes behind the stated frames are not read. */
function framesOf(header: WfdbHeader, files: readonly SignalFile[]) {
  const held = files.map(({ frames }) => frames);
  const stored = Math.max(0, ...held);
  const frames = Math.min(header.samples ?? stored, stored);
  const shortest = Math.min(frames, ...held);
  const flaws: SourceFlaw[] = [];
  const expected = header.samples ?? frames;
  if (shortest < expected) flaws.push({ code: 'samples-missing', detail: { found: shortest, expected } });
  if (stored > frames + header.sampling_hz)
    flaws.push({ code: 'samples-more', detail: { found: stored, expected } });
  return { frames, flaws };
}

/** Returns the bytes of whole groups of samples: a group that is not full takes as many bytes as a full one. */
function rangeOf(
  { file, signals, code, frame_samples, bytes, frames }: SignalFile,
  from: number,
  most: number,
  all: number,
): ByteRange {
  const offset = signals[0]?.byte_offset ?? 0;
  const to = Math.min(all, from + most);
  const byteOf = (frame: number): number =>
    Math.min(
      bytes,
      offset + Math.ceil((Math.min(frame, frames) * frame_samples) / code.samples) * code.bytes,
    );
  return { file, from: byteOf(from), to: byteOf(to) };
}
