/**
 * Merges the beats of an analysis, without removed ones, with placed beats, in order of time. Runs of successive beats
 * are copied as blocks.
 */
import type { BeatTable } from '../beats/beat-table.ts';
import { lowerBound } from '../beats/lower-bound.ts';

type Columns = Pick<BeatTable, 'samples' | 'confidence' | 'leads' | 'onsets' | 'offsets' | 'af'>;
/** A run of successive beats of the analysis, and its index in the merged table. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}
export interface RunBeat {
  readonly sample: number;
  readonly index: number;
  readonly origin: number;
}
interface PutPlace extends RunBeat {
  readonly place: number;
}
export type Merged = Columns & { readonly runs: readonly Run[]; readonly put: readonly PutPlace[] };

function copyRuns<T extends Uint8Array | Uint32Array>(from: T, into: T, runs: readonly Run[]): void {
  for (const run of runs) into.set(from.subarray(run.from, run.to), run.at);
}

/** Returns the layout of the merged table: runs of the analysis between removed and placed beats. */
function layOut(
  samples: Uint32Array,
  gone: Uint8Array,
  added: readonly RunBeat[],
): { readonly runs: Run[]; readonly put: PutPlace[]; readonly length: number } {
  const runs: Run[] = [];
  const put: PutPlace[] = [];
  let length = 0;
  let from = 0;
  const close = (to: number): void => {
    if (to > from) runs.push({ from, to, at: length });
    length += Math.max(0, to - from);
  };
  /** The next removed beat; searched once, since the search may go through millions of beats. */
  let hole = gone.indexOf(1);
  const openUntil = (to: number): void => {
    for (; hole >= 0 && hole < to; hole = gone.indexOf(1, from)) {
      close(hole);
      from = hole + 1;
    }
    close(to);
    from = to;
  };
  for (const one of added) {
    openUntil(lowerBound(samples, one.sample + 1));
    put.push({ ...one, place: length++ });
  }
  openUntil(samples.length);
  return { runs, put, length };
}

/** Merges the beats in order of time; an added beat takes the context values of the beat before it. */
export function merge(base: BeatTable, gone: Uint8Array, added: readonly RunBeat[]): Merged {
  const { runs, put, length } = layOut(base.samples, gone, added);
  const column = (from: Uint8Array, fresh?: number): Uint8Array => {
    const values = new Uint8Array(length);
    copyRuns(from, values, runs);
    for (const { place, origin } of put)
      values[place] = origin >= 0 ? (from[origin] ?? 0) : (fresh ?? values[place - 1] ?? 0);
    return values;
  };
  const samples = new Uint32Array(length);
  copyRuns(base.samples, samples, runs);
  for (const { place, sample } of put) samples[place] = sample;
  return {
    samples,
    confidence: column(base.confidence, 100),
    leads: column(base.leads),
    onsets: column(base.onsets),
    offsets: column(base.offsets),
    af: column(base.af),
    runs,
    put,
  };
}

/** Returns an editable column over the merged beats; `of` returns the value of a placed beat, by its index. */
export function columnIn(
  from: Uint8Array,
  of: (index: number) => number,
  { runs, put, samples }: Merged,
): Uint8Array {
  const column = new Uint8Array(samples.length);
  copyRuns(from, column, runs);
  for (const { place, index } of put) column[place] = of(index);
  return column;
}
