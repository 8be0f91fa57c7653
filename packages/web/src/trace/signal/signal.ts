/**
 * Defines the signal as the renderers receive it: runs of what has arrived, in millivolts.
 *
 * Invariants: a sample that has not arrived is in no run; a sample without signal is NaN in its run; until raw samples
 * arrive, the finest level that has arrived replaces them, as minimum and maximum.
 */
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { columnSpan } from '../time/time-scale.ts';
import type { SampleSpan } from '../time/time-scale.ts';

export type RawRun = { readonly start: number; readonly values: Float32Array };

export type RangeRun = {
  /** First sample of the first bucket. */
  readonly start: number;
  readonly bucket: number;
  /** NaN where the whole bucket has no signal. */
  readonly min: Float32Array;
  readonly max: Float32Array;
};

export type Signal = { readonly raw: readonly RawRun[]; readonly ranges: readonly RangeRun[] };

/** Returns the stretches without signal that a manifest lists for a lead. Lead −1 of the list means all leads. */
export function listedGaps(gaps: RecordingManifest['gaps'], lead: number): SampleSpan[] {
  return gaps.filter(([of]) => of === lead || of === -1).map(([, start, end]) => ({ start, end }));
}

/** Returns the stretches of runs without signal, in samples; adjacent ones are joined. */
export function gapsOf(runs: readonly RawRun[], span: SampleSpan): SampleSpan[] {
  const found: SampleSpan[] = [];
  for (const run of runs) {
    const end = Math.min(span.end, run.start + run.values.length);
    let i = Math.max(span.start, run.start);
    while (i < end) {
      while (i < end && !Number.isNaN(run.values[i - run.start])) i += 1;
      const from = i;
      while (i < end && Number.isNaN(run.values[i - run.start])) i += 1;
      if (i === from) continue;
      const before = found.at(-1);
      if (before?.end === from) found[found.length - 1] = { start: before.start, end: i };
      else found.push({ start: from, end: i });
    }
  }
  return found;
}

/** Minimum and maximum of each column of a row. NaN if nothing has arrived or there is no signal. */
export type Columns = {
  readonly min: Float32Array;
  readonly max: Float32Array;
  /** 1 where a replacing coarser level is too coarse to look like the trace; absent if there is none. */
  readonly coarse?: Uint8Array;
};

/** Up to `traceLike` columns per bucket still look like the trace; from `shapeless` on the shape is lost. */
const traceLike = 2;
const shapeless = 8;

function widen(columns: Columns, column: number, low: number, high: number): void {
  if (Number.isNaN(low) || Number.isNaN(high)) return;
  const min = columns.min[column] ?? NaN;
  const max = columns.max[column] ?? NaN;
  columns.min[column] = Number.isNaN(min) ? low : Math.min(min, low);
  columns.max[column] = Number.isNaN(max) ? high : Math.max(max, high);
}

function foldRaw(run: RawRun, span: SampleSpan, columns: Columns): void {
  const count = columns.min.length;
  for (let column = 0; column < count; column += 1) {
    const part = columnSpan(span, count, column);
    const end = Math.min(part.end, run.start + run.values.length);
    let low = Infinity;
    let high = -Infinity;
    for (let i = Math.max(part.start, run.start); i < end; i += 1) {
      const value = run.values[i - run.start] ?? NaN;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (low <= high) widen(columns, column, low, high);
  }
}

/** A bucket counts for every column that it touches, so that no extreme is lost. */
function foldRange(run: RangeRun, span: SampleSpan, columns: Required<Columns>): void {
  const perColumn = (span.end - span.start) / columns.min.length;
  if (run.bucket >= shapeless * perColumn) return;
  const isCoarse = run.bucket > traceLike * perColumn;
  for (let i = 0; i < run.min.length; i += 1) {
    const from = run.start + i * run.bucket;
    const first = Math.max(0, Math.floor((from - span.start) / perColumn));
    const last = Math.min(
      columns.min.length - 1,
      Math.ceil((from + run.bucket - span.start) / perColumn) - 1,
    );
    for (let column = first; column <= last; column += 1) {
      if (isCoarse && Number.isNaN(columns.min[column] ?? NaN)) columns.coarse[column] = 1;
      widen(columns, column, run.min[i] ?? NaN, run.max[i] ?? NaN);
    }
  }
}

export function foldColumns(signal: Signal, span: SampleSpan, count: number): Columns {
  const columns = {
    min: new Float32Array(count).fill(NaN),
    max: new Float32Array(count).fill(NaN),
    coarse: new Uint8Array(count),
  };
  for (const run of signal.raw) foldRaw(run, span, columns);
  for (const run of signal.ranges) foldRange(run, span, columns);
  return columns;
}
