/**
 * The beats of a reading: a layer over the columns of the analysis, which stay as they are. Classes are copied; a beat
 * that was removed or moved away is masked; beats that a person put are kept beside, each with the beat it was. Every
 * change answers how to take it back, so an undo costs what the edit did.
 *
 * Laws: `table` is the analysis again once all was taken back; a beat is missing only where it was removed.
 */
import { byteQ } from '../beats/beat-class.ts';
import { noTemplate } from '../beats/beat-table.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { lowerBound } from '../beats/lower-bound.ts';
import { beatAt } from './anchors.ts';

export type Revert = () => void;

/** A beat at a place that a person chose. */
interface PutBeat {
  sample: number;
  class_byte: number;
  /** The beat of the analysis that it was, −1 where it was none. */
  readonly origin: number;
}

/** How a beat is called inside: a beat of the analysis by its index, one that was put by −1 − its index. */
export type BeatRef = number;

export interface BeatLayer {
  /** The beat that stands at exactly this sample. */
  at(sample: number): BeatRef | undefined;
  relabel(refs: Iterable<BeatRef>, classByte: number): Revert;
  remove(refs: Iterable<BeatRef>): Revert;
  put(sample: number, classByte: number, origin: number): Revert;
  move(ref: BeatRef, sample: number): Revert;
  stands(ref: BeatRef): boolean;
  between(start: number, end: number): BeatRef[];
  /** Beats of the analysis that stand where they were, of one template. */
  ofTemplate(template: number): BeatRef[];
  sampleOf(ref: BeatRef): number;
  classOf(ref: BeatRef): number;
  table(): BeatTable;
  /** Grows with every change of where a beat is, and of any. */
  readonly moved: number;
}

export function createBeatLayer(base: BeatTable): BeatLayer {
  return new Layer(base);
}

class Layer implements BeatLayer {
  moved = 0;
  private readonly base: BeatTable;
  private readonly classes: Uint8Array;
  private readonly gone: Uint8Array;
  private goneCount = 0;
  /** In the order of time; few beside those of the analysis. */
  private readonly placed: (PutBeat | undefined)[] = [];
  private readonly putAt = new Map<number, number>();
  private merged: { readonly moved: number; readonly columns: Merged } | undefined;

  constructor(base: BeatTable) {
    this.base = base;
    this.classes = base.classes.slice();
    this.gone = new Uint8Array(base.samples.length);
  }

  at(sample: number): BeatRef | undefined {
    const put = this.putAt.get(sample);
    if (put !== undefined) return -1 - put;
    const index = beatAt(this.base.samples, sample);
    return index >= 0 && this.gone[index] === 0 ? index : undefined;
  }

  stands(ref: BeatRef): boolean {
    return ref >= 0 ? this.gone[ref] === 0 : this.placed[-1 - ref] !== undefined;
  }

  sampleOf(ref: BeatRef): number {
    return ref >= 0 ? (this.base.samples[ref] ?? 0) : (this.placed[-1 - ref]?.sample ?? 0);
  }

  classOf(ref: BeatRef): number {
    return ref >= 0 ? (this.classes[ref] ?? byteQ) : (this.placed[-1 - ref]?.class_byte ?? byteQ);
  }

  between(start: number, end: number): BeatRef[] {
    const refs: BeatRef[] = [];
    const { samples } = this.base;
    for (let i = lowerBound(samples, start); i < samples.length && (samples[i] ?? 0) <= end; i++) {
      if (this.gone[i] === 0) refs.push(i);
    }
    for (const [sample, put] of this.putAt) if (sample >= start && sample <= end) refs.push(-1 - put);
    return refs;
  }

  ofTemplate(template: number): BeatRef[] {
    const { templates } = this.base;
    const refs: BeatRef[] = [];
    for (let i = templates.indexOf(template); i >= 0; i = templates.indexOf(template, i + 1)) {
      if (this.gone[i] === 0) refs.push(i);
    }
    for (const put of this.putAt.values()) {
      const origin = this.placed[put]?.origin ?? -1;
      if (origin >= 0 && templates[origin] === template) refs.push(-1 - put);
    }
    return refs;
  }

  private setClass(ref: BeatRef, classByte: number): void {
    if (ref >= 0) this.classes[ref] = classByte;
    const put = this.placed[-1 - ref];
    if (put !== undefined) put.class_byte = classByte;
  }

  relabel(refs: Iterable<BeatRef>, classByte: number): Revert {
    const changed = Int32Array.from(refs);
    const before = Uint8Array.from(changed, (ref) => this.classOf(ref));
    for (const ref of changed) this.setClass(ref, classByte);
    return () => changed.forEach((ref, i) => this.setClass(ref, before[i] ?? byteQ));
  }

  remove(refs: Iterable<BeatRef>): Revert {
    const taken = Array.from(refs, (ref) => this.take(ref));
    return () => {
      for (const back of taken.reverse()) back();
    };
  }

  private take(ref: BeatRef): Revert {
    this.moved++;
    if (ref >= 0) {
      this.gone[ref] = 1;
      this.goneCount++;
      return () => {
        this.moved++;
        this.gone[ref] = 0;
        this.goneCount--;
      };
    }
    const put = this.placed[-1 - ref];
    if (put === undefined) return () => undefined;
    this.placed[-1 - ref] = undefined;
    this.putAt.delete(put.sample);
    return () => {
      this.moved++;
      this.placed[-1 - ref] = put;
      this.putAt.set(put.sample, -1 - ref);
    };
  }

  put(sample: number, classByte: number, origin: number): Revert {
    this.moved++;
    const index = this.placed.push({ sample, class_byte: classByte, origin }) - 1;
    this.putAt.set(sample, index);
    return () => {
      this.moved++;
      this.putAt.delete(sample);
      this.placed.pop();
    };
  }

  move(ref: BeatRef, sample: number): Revert {
    const origin = ref >= 0 ? ref : (this.placed[-1 - ref]?.origin ?? -1);
    const classByte = this.classOf(ref);
    const back = this.take(ref);
    const away = this.put(sample, classByte, origin);
    return () => {
      away();
      back();
    };
  }

  table(): BeatTable {
    if (this.goneCount === 0 && this.putAt.size === 0) return { ...this.base, classes: this.classes.slice() };
    if (this.merged?.moved !== this.moved)
      this.merged = { moved: this.moved, columns: merge(this.base, this.gone, this.standing()) };
    const { runs, put, ...columns } = this.merged.columns;
    return { ...this.base, ...columns, classes: this.classesIn(runs, put, columns.samples.length) };
  }

  private standing(): Standing[] {
    return Array.from(this.putAt, ([sample, index]) => ({
      sample,
      index,
      origin: this.placed[index]?.origin ?? -1,
    })).sort((a, b) => a.sample - b.sample);
  }

  private classesIn(runs: readonly Run[], put: readonly PutPlace[], length: number): Uint8Array {
    const classes = new Uint8Array(length);
    copyRuns(this.classes, classes, runs);
    for (const { place, index } of put) classes[place] = this.classOf(-1 - index);
    return classes;
  }
}

type Columns = Pick<
  BeatTable,
  'samples' | 'templates' | 'confidence' | 'leads' | 'onsets' | 'offsets' | 'af'
>;
/** Beats of the analysis that stand one after the other, and where they stand now. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}
interface Standing {
  readonly sample: number;
  readonly index: number;
  readonly origin: number;
}
interface PutPlace extends Standing {
  readonly place: number;
}
type Merged = Columns & { readonly runs: readonly Run[]; readonly put: readonly PutPlace[] };

function copyRuns<T extends Uint8Array | Uint32Array>(from: T, into: T, runs: readonly Run[]): void {
  for (const run of runs) into.set(from.subarray(run.from, run.to), run.at);
}

/** Where the beats that stand fall, in time: whole runs between those that went or came. */
function layOut(
  samples: Uint32Array,
  gone: Uint8Array,
  added: readonly Standing[],
): { readonly runs: Run[]; readonly put: PutPlace[]; readonly length: number } {
  const runs: Run[] = [];
  const put: PutPlace[] = [];
  let length = 0;
  let from = 0;
  const close = (to: number): void => {
    if (to > from) runs.push({ from, to, at: length });
    length += Math.max(0, to - from);
  };
  const openUntil = (to: number): void => {
    for (let hole = gone.indexOf(1, from); hole >= 0 && hole < to; hole = gone.indexOf(1, from)) {
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

/** The beats that stand, in time; one that a person added has the surroundings of the beat before it. */
function merge(base: BeatTable, gone: Uint8Array, added: readonly Standing[]): Merged {
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
    templates: column(base.templates, noTemplate),
    confidence: column(base.confidence, 100),
    leads: column(base.leads),
    onsets: column(base.onsets),
    offsets: column(base.offsets),
    af: column(base.af),
    runs,
    put,
  };
}
