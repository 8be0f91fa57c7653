/**
 * Combines the tiles that have arrived into signal in millivolts.
 *
 * Raw tiles that touch become one run, so that the line is joined across tiles. Where a tile has not arrived, the
 * finest coarser level that has arrived replaces it. Nothing is fetched here.
 */
import { bucketSamples, tileSpan, topLevel } from '@rhythmdesk/ecg/pyramid/layout';
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import type { LeadScale } from '../time/measure.ts';
import type { TraceTile } from './trace-tile.ts';
import type { RangeRun, RawRun, Signal } from './signal.ts';
import type { TileAddress } from '@rhythmdesk/contract/recordings';
import { cutSpan } from '../time/time-scale.ts';
import type { RecordingClock, SampleSpan } from '../time/time-scale.ts';

export type TileSource = { readonly get: (address: TileAddress) => TraceTile | undefined };

export type SignalSource = {
  readonly tiles: TileSource;
  readonly clock: RecordingClock;
  readonly leads: readonly LeadScale[];
};

function toMillivolts(values: Int16Array, lead: LeadScale, out: Float32Array, at: number): void {
  const gain = lead.gain_uv_per_lsb / 1000;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? NO_SIGNAL;
    out[at + i] = value === NO_SIGNAL ? NaN : (value - lead.zero_lsb) * gain;
  }
}

/** One piece of a row: a tile's part of the span. */
type Piece = { readonly start: number; readonly end: number; readonly tile: TraceTile | undefined };

function piecesOf(source: SignalSource, lead: number, level: number, span: SampleSpan): Piece[] {
  const perTile = bucketSamples(level) * tileSpan(level);
  const pieces: Piece[] = [];
  let start = span.start;
  while (start < span.end) {
    const index = Math.floor(start / perTile);
    const end = Math.min(span.end, (index + 1) * perTile);
    pieces.push({ start, end, tile: source.tiles.get({ lead, level, index }) });
    start = end;
  }
  return pieces;
}

function bucketRun(lead: LeadScale, level: number, piece: Piece): RangeRun | null {
  if (piece.tile?.kind !== 'buckets') return null;
  const bucket = bucketSamples(level);
  const tileStart = Math.floor(piece.start / (bucket * tileSpan(level))) * bucket * tileSpan(level);
  const from = Math.floor((piece.start - tileStart) / bucket);
  const to = Math.ceil((piece.end - tileStart) / bucket);
  const min = piece.tile.min.subarray(from, to);
  const max = piece.tile.max.subarray(from, to);
  const run = { min: new Float32Array(min.length), max: new Float32Array(max.length) };
  toMillivolts(min, lead, run.min, 0);
  toMillivolts(max, lead, run.max, 0);
  return { start: tileStart + from * bucket, bucket, ...run };
}

/** Returns the replacement for a missing stretch: the finest coarser level that has arrived. */
function standIn(source: SignalSource, leadIndex: number, level: number, span: SampleSpan): RangeRun[] {
  const lead = source.leads[leadIndex];
  if (lead === undefined || level > topLevel(source.clock.samples)) return [];
  return piecesOf(source, leadIndex, level, span).flatMap((piece) => {
    const run = bucketRun(lead, level, piece);
    return run === null ? standIn(source, leadIndex, level + 1, piece) : [run];
  });
}

function rawRuns(lead: LeadScale, pieces: readonly Piece[]): RawRun[] {
  const runs: RawRun[] = [];
  let group: Piece[] = [];
  const close = (): void => {
    const first = group[0];
    const last = group.at(-1);
    if (first === undefined || last === undefined) return;
    const values = new Float32Array(last.end - first.start);
    for (const piece of group) {
      if (piece.tile?.kind !== 'samples') continue;
      const perTile = tileSpan(0);
      const from = piece.start % perTile;
      const part = piece.tile.samples.subarray(from, from + piece.end - piece.start);
      toMillivolts(part, lead, values, piece.start - first.start);
    }
    runs.push({ start: first.start, values });
    group = [];
  };
  for (const piece of pieces) {
    if (piece.tile?.kind === 'samples') group.push(piece);
    else close();
  }
  close();
  return runs;
}

/** Returns the samples of a lead over a span, as far as they have arrived. */
export function readSamples(source: SignalSource, leadIndex: number, wanted: SampleSpan): RawRun[] {
  const lead = source.leads[leadIndex];
  return lead === undefined
    ? []
    : rawRuns(lead, piecesOf(source, leadIndex, 0, cutSpan(source.clock, wanted)));
}

/** Returns the signal of a lead over a span at a level, as far as it has arrived. */
export function readSignal(
  source: SignalSource,
  leadIndex: number,
  level: number,
  wanted: SampleSpan,
): Signal {
  const span = cutSpan(source.clock, wanted);
  const lead = source.leads[leadIndex];
  if (lead === undefined) return { raw: [], ranges: [] };
  if (level > 0) return { raw: [], ranges: standIn(source, leadIndex, level, span) };
  const pieces = piecesOf(source, leadIndex, 0, span);
  const missing = pieces.filter(({ tile }) => tile === undefined);
  return {
    raw: rawRuns(lead, pieces),
    ranges: missing.flatMap((piece) => standIn(source, leadIndex, 1, piece)),
  };
}

/** Returns whether every raw tile of a span has arrived. */
export function isComplete(source: SignalSource, lead: number, level: number, wanted: SampleSpan): boolean {
  const span = cutSpan(source.clock, wanted);
  return piecesOf(source, lead, level, span).every(({ tile }) => tile !== undefined);
}

/** Returns the stored value of one sample, or null while its tile has not arrived. */
export function rawAt(source: SignalSource, lead: number, sample: number): number | null {
  const index = Math.floor(sample / tileSpan(0));
  const tile = source.tiles.get({ lead, level: 0, index });
  return tile?.kind === 'samples' ? (tile.samples[sample - index * tileSpan(0)] ?? null) : null;
}
