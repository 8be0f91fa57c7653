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
    const { order, put, ...columns } = this.merged.columns;
    return { ...this.base, ...columns, classes: this.classesIn(order, put) };
  }

  private standing(): { readonly sample: number; readonly index: number; readonly origin: number }[] {
    return Array.from(this.putAt, ([sample, index]) => ({
      sample,
      index,
      origin: this.placed[index]?.origin ?? -1,
    })).sort((a, b) => a.sample - b.sample);
  }

  private classesIn(order: Int32Array, put: Int32Array): Uint8Array {
    const classes = new Uint8Array(order.length);
    for (let i = 0; i < order.length; i++) classes[i] = this.classes[order[i] ?? 0] ?? byteQ;
    for (const place of put) classes[place] = this.classOf(order[place] ?? 0);
    return classes;
  }
}

type Columns = Pick<
  BeatTable,
  'samples' | 'templates' | 'confidence' | 'leads' | 'onsets' | 'offsets' | 'af'
>;
/** `order` has each beat's ref, `put` the places of those that were put. */
type Merged = Columns & { readonly order: Int32Array; readonly put: Int32Array };

/** The beats that stand, in time; one that a person added has the surroundings of the beat before it. */
function merge(
  base: BeatTable,
  gone: Uint8Array,
  added: readonly { readonly sample: number; readonly index: number; readonly origin: number }[],
): Merged {
  const order = new Int32Array(base.samples.length + added.length);
  const put = new Int32Array(added.length);
  let length = 0;
  let next = 0;
  for (let i = 0; i <= gone.length; i++) {
    const until = i < gone.length ? (base.samples[i] ?? 0) : Infinity;
    for (let one = added[next]; one !== undefined && one.sample < until; one = added[next]) {
      put[next++] = length;
      order[length++] = -1 - one.index;
    }
    if (i < gone.length && gone[i] === 0) order[length++] = i;
  }
  const column = (from: Uint8Array, fresh?: number): Uint8Array => {
    const values = new Uint8Array(length);
    for (let i = 0; i < length; i++) values[i] = from[order[i] ?? 0] ?? 0;
    added.forEach(({ origin }, n) => {
      const place = put[n] ?? 0;
      values[place] = origin >= 0 ? (from[origin] ?? 0) : (fresh ?? values[place - 1] ?? 0);
    });
    return values;
  };
  const samples = new Uint32Array(length);
  for (let i = 0; i < length; i++) samples[i] = base.samples[order[i] ?? 0] ?? 0;
  added.forEach(({ sample }, n) => (samples[put[n] ?? 0] = sample));
  return {
    samples,
    templates: column(base.templates, noTemplate),
    confidence: column(base.confidence, 100),
    leads: column(base.leads),
    onsets: column(base.onsets),
    offsets: column(base.offsets),
    af: column(base.af),
    order: order.subarray(0, length),
    put,
  };
}
