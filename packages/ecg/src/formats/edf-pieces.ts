// Reads EDF, EDF+ and BDF files piece by piece, some whole records at a time. Sources: see edf-header.ts.

import { GapsByPiece } from './edf-gaps.ts';
import type { EdfVoltage } from './edf.ts';
import { edfVoltages, lowestStep, readEdfNotes, readEdfSamples } from './edf.ts';
import type { EdfHeader } from './edf-header.ts';
import { headerBytes, isAnnotationSignal, parseEdfHeader, recordBytes } from './edf-header.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import type { PiecewiseFile, SignalPiece, SignalRun } from './piecewise.ts';
import { pieceBytes } from './piecewise.ts';

/** A piece with more notes than this is refused. */
const MAX_PIECE_NOTES = 200_000;

/** Every header fits: reading this many bytes from a file's start is always enough. */
export const edfHeaderMaxBytes = headerBytes(512);

/**
 * Opens a file of `fileBytes` by its first `edfHeaderMaxBytes`. Refuses with the faults of parseEdfHeader and
 * edfVoltages.
 */
export function edfPieces(head: Uint8Array, fileBytes: number, most = pieceBytes): Parsed<PiecewiseFile> {
  const header = parseEdfHeader(head, fileBytes);
  if (!header.ok) return header;
  const voltages = edfVoltages(header.value);
  if (!voltages.ok) return voltages;
  const { signals, records } = header.value;
  const size = recordBytes(header.value);
  const perPiece = Math.max(1, Math.floor(most / size));
  const first = headerBytes(signals.length);
  const taken = new Set(voltages.value.map(({ signal }) => signal));
  const facts = voltages.value.map((voltage) => voltage.facts);
  const gaps = new GapsByPiece(facts, lowestStep(header.value), header.value.record_s * 1000);
  const pieces = Math.ceil(records / perPiece);
  let originS = 0;
  return parsed({
    start_has_zone: false,
    signals: facts,
    no_voltages: signals
      .filter((signal, i) => !taken.has(i) && !isAnnotationSignal(signal))
      .map(({ label }) => label),
    pieces,
    ranges: (piece) => {
      const from = first + piece * perPiece * size;
      return [{ file: '', from, to: Math.min(fileBytes, from + perPiece * size) }];
    },
    read: (piece, [bytes = new Uint8Array()]) => {
      const part = { ...header.value, records: Math.floor(bytes.length / size) };
      const { times, notes } = readEdfNotes(part, bytes, MAX_PIECE_NOTES);
      if (notes.length > MAX_PIECE_NOTES) return refuse('edf/too-many-notes', { expected: MAX_PIECE_NOTES });
      if (piece === 0) originS = times[0] ?? 0;
      const runs = readRuns(part, voltages.value, bytes, (record) =>
        part.discontinuous ? (times[record] ?? 0) - originS : (piece * perPiece + record) * part.record_s,
      );
      const startMs = part.start_ms === null ? null : part.start_ms + originS * 1000;
      const moved = notes.map((note) => ({ ...note, at_ms: note.at_ms - originS * 1000 }));
      const place = { first: piece === 0, last: piece === pieces - 1 };
      return parsed<SignalPiece>({ start_ms: startMs, ...gaps.next({ runs, notes: moved }, place) });
    },
  });
}

function readRuns(
  header: EdfHeader,
  voltages: readonly EdfVoltage[],
  body: Uint8Array,
  startOf: (record: number) => number,
): SignalRun[] {
  const size = recordBytes(header);
  const samples = voltages.map(({ count, record_at: at }) => {
    const all = new Int32Array(count * header.records);
    for (let record = 0; record < header.records; record++) {
      const out = all.subarray(record * count, (record + 1) * count);
      readEdfSamples(body, at + record * size, header.sample_bytes, out);
    }
    return all;
  });
  const runs: SignalRun[] = [];
  for (let from = 0; from < header.records;) {
    let to = from + 1;
    while (to < header.records && Math.abs(startOf(to) - startOf(to - 1) - header.record_s) < 1e-3) to++;
    runs.push({
      at_s: startOf(from),
      samples: samples.map((all, i) => {
        const count = voltages[i]?.count ?? 0;
        return all.subarray(from * count, to * count);
      }),
    });
    from = to;
  }
  return runs;
}
