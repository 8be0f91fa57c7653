// Reads EDF, EDF+ and BDF files piece by piece, some whole records at a time. Sources: see edf-header.ts.

import { allZero } from './byte-text.ts';
import { GapsByPiece } from './edf-gaps.ts';
import type { EdfNote, EdfVoltage } from './edf.ts';
import { edfSignals, lowestStep, readEdfNotes, readEdfSamples } from './edf.ts';
import type { EdfHeader } from './edf-header.ts';
import { headerBytes, parseEdfHeader, recordBytes } from './edf-header.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import type { PiecewiseFile, SignalPiece, SignalRun } from './piecewise.ts';
import { pieceBytes } from './piecewise.ts';
import type { RecordingNote, SourceFlaw } from './recording.ts';
import { traceLimits } from '../labels/stored-samples.ts';

/** A piece with more notes than this is refused. */
const MAX_PIECE_NOTES = 200_000;

/** Every header fits: reading this many bytes from a file's start is always enough. */
export const edfHeaderMaxBytes = headerBytes(512);

/** A first record that is later than a year after the file's start has a wrong time. */
const LONGEST_ORIGIN_S = 366 * 86_400;
/** Times of records that differ by less are alike. */
const ALIKE_S = 1e-3;

/**
 * Gives each record of an EDF+D its start. A clock that was set back (by a millisecond of drift or by an hour) gives no
 * overlap: from there on all records are later by that much. A leap beyond any recording's length is no gap. Small delays
 * add up until they are a gap, so that no record is far from its time.
 */
class RecordClock {
  #originS = 0;
  #laterS = 0;
  #endS = 0;
  readonly #recordS: number;

  constructor(recordS: number) {
    this.#recordS = recordS;
  }

  get origin_s(): number {
    return this.#originS;
  }

  /** Returns the starts of a piece's records in seconds from the first, and how many times were wrong. */
  next(times: readonly number[], records: number, isFirst: boolean): { starts: number[]; corrected: number } {
    const first = times[0] || 0;
    if (isFirst)
      [this.#originS, this.#laterS, this.#endS] = [Math.abs(first) > LONGEST_ORIGIN_S ? 0 : first, 0, 0];
    let corrected = 0;
    const starts = Array.from({ length: records }, (_none, record) => {
      const time = times[record] ?? Number.NaN;
      const atS = Number.isNaN(time) ? this.#endS : time - this.#originS + this.#laterS;
      const isWrong = atS < this.#endS - ALIKE_S || atS > this.#endS + traceLimits.duration_s;
      if (isWrong) corrected++;
      const isAlike = atS < this.#endS + ALIKE_S;
      const startS = isWrong || isAlike ? this.#endS : atS;
      if (isWrong && atS < startS) this.#laterS += startS - atS;
      this.#endS = startS + this.#recordS;
      return startS;
    });
    return { starts, corrected };
  }
}

/**
 * Opens a file of `fileBytes` by its first `edfHeaderMaxBytes`; its pieces must be read in order. Refuses with the
 * faults of parseEdfHeader. Reading a piece refuses with edf/too-many-notes.
 */
export function edfPieces(head: Uint8Array, fileBytes: number, most = pieceBytes): Parsed<PiecewiseFile> {
  const header = parseEdfHeader(head, fileBytes);
  if (!header.ok) return header;
  const { signals, records, record_s: recordS, padded_from, flaws } = header.value;
  const { voltages, left_out } = edfSignals(header.value);
  const size = recordBytes(header.value);
  const perPiece = Math.max(1, Math.floor(most / size));
  const first = headerBytes(signals.length);
  const facts = voltages.map((voltage) => voltage.facts);
  // Notes of gaps name leads as the header does.
  const named = voltages.map((each) => ({ ...each.facts, label: signals[each.signal]?.label ?? '' }));
  const gaps = new GapsByPiece(named, lowestStep(header.value), recordS * 1000);
  const clock = new RecordClock(recordS);
  const pieces = Math.ceil(records / perPiece);
  return parsed({
    start_has_zone: false,
    signals: facts,
    left_out,
    flaws,
    pieces,
    ranges: (piece) => {
      const to = Math.min(records, (piece + 1) * perPiece);
      return [{ file: '', from: first + piece * perPiece * size, to: first + to * size }];
    },
    read: (piece, [bytes = new Uint8Array()]) => {
      const part = { ...header.value, records: Math.floor(bytes.length / size) };
      const padding = paddingOf(bytes, size, padded_from - piece * perPiece);
      const place = { first: piece === 0, last: piece === pieces - 1 };
      const { times, notes } = readEdfNotes(part, bytes, MAX_PIECE_NOTES);
      if (notes.length > MAX_PIECE_NOTES) return refuse('edf/too-many-notes', { expected: MAX_PIECE_NOTES });
      const { starts, corrected } = clock.next(times, part.records, place.first);
      const originS = clock.origin_s;
      const startOf = (record: number): number =>
        part.discontinuous ? (starts[record] ?? 0) : (piece * perPiece + record) * recordS;
      const runs = readRuns(part, voltages, bytes, { startOf, isPadding: (record) => padding.has(record) });
      const startMs = part.start_ms === null ? null : part.start_ms + originS * 1000;
      const setS = part.discontinuous ? starts : [];
      const moved = placedNotes(notes, { times, starts: setS, origin_s: originS, record_s: recordS });
      const found = part.discontinuous ? clockFlaws(corrected) : [];
      if (padding.size > 0) found.push({ code: 'bytes-after', detail: { bytes: padding.size * size } });
      return parsed<SignalPiece>({
        start_ms: startMs,
        ...gaps.next({ runs, notes: moved }, place),
        flaws: found,
      });
    },
  });
}

/**
 * Returns the notes in order of time, in milliseconds from the first sample. Where the time of a record is wrong, so is that
 * of the notes that state a time within the record: they move with it.
 */
function placedNotes(
  notes: readonly EdfNote[],
  { times, starts, origin_s, record_s }: RecordTimes,
): RecordingNote[] {
  return notes
    .map(({ record, note }) => {
      const stated = times[record] ?? Number.NaN;
      const laterS = (starts[record] ?? Number.NaN) - (stated - origin_s);
      const withinS = note.at_ms / 1000 - stated;
      const isMoved = Math.abs(laterS) > ALIKE_S && withinS > -ALIKE_S && withinS < record_s;
      return { ...note, at_ms: note.at_ms - origin_s * 1000 + (isMoved ? laterS * 1000 : 0) };
    })
    .sort((a, b) => a.at_ms - b.at_ms);
}

interface RecordTimes {
  /** The times that the records of a piece state, and the times at which they are placed in the recording. */
  readonly times: readonly number[];
  readonly starts: readonly number[];
  readonly origin_s: number;
  readonly record_s: number;
}

/** Returns the records of a piece that are nothing but zeros, from its record `first` on. */
function paddingOf(bytes: Uint8Array, size: number, first: number): ReadonlySet<number> {
  const found = new Set<number>();
  const records = Math.floor(bytes.length / size);
  for (let record = Math.max(0, first); record < records; record++)
    if (allZero(bytes, record * size, (record + 1) * size)) found.add(record);
  return found;
}

const clockFlaws = (count: number): SourceFlaw[] =>
  count === 0 ? [] : [{ code: 'record-clock', detail: { count } }];

function readRuns(
  header: EdfHeader,
  voltages: readonly EdfVoltage[],
  body: Uint8Array,
  { startOf, isPadding }: { startOf: (record: number) => number; isPadding: (record: number) => boolean },
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
    if (isPadding(from)) {
      from = to;
      continue;
    }
    while (
      to < header.records &&
      !isPadding(to) &&
      Math.abs(startOf(to) - startOf(to - 1) - header.record_s) < ALIKE_S
    )
      to++;
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
