/**
 * Stores the beats of a reading as a layer over the columns of the analysis, which do not change. Classes are copied; a
 * removed or moved beat is masked; beats that a user placed are stored separately, each with its original beat. Every
 * change returns a function that reverts it, so an undo costs as much as the edit did. The layer also stores which edit
 * last changed a beat.
 *
 * Invariants: `table` equals the analysis again once every change is reverted; a beat is missing only if it was
 * removed.
 */
import { byteQ } from '../beats/beat-class.ts';
import { noTemplate } from '../beats/beat-table.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { lowerBound } from '../beats/lower-bound.ts';
import { nextOf } from '../beats/next-of.ts';
import { beatAt } from './anchors.ts';
import { columnIn, merge } from './beat-runs.ts';
import type { Merged, RunBeat } from './beat-runs.ts';

export type Revert = () => void;

/** A beat at a position that a user chose. */
interface PutBeat {
  sample: number;
  class_byte: number;
  template: number;
  hand: number;
  /** The beat of the analysis that was moved here, −1 if the beat was added. */
  readonly origin: number;
}

/** Internal reference to a beat: a beat of the analysis by its index, a placed one by −1 − its index. */
export type BeatRef = number;

export interface BeatLayer {
  /** Returns the beat at exactly this sample. */
  at(sample: number): BeatRef | undefined;
  relabel(refs: readonly BeatRef[], classByte: number): Revert;
  /** Puts beats into a group of similar beats. */
  regroup(refs: readonly BeatRef[], template: number): Revert;
  remove(refs: readonly BeatRef[]): Revert;
  put(sample: number, classByte: number, origin: number): Revert;
  move(ref: BeatRef, sample: number): Revert;
  stands(ref: BeatRef): boolean;
  between(start: number, end: number): BeatRef[];
  /** Returns the beats of a template in the current grouping. */
  ofTemplate(template: number): BeatRef[];
  sampleOf(ref: BeatRef): number;
  classOf(ref: BeatRef): number;
  table(): BeatTable;
  /** Increases with every change of a beat position. */
  readonly moved: number;
  /** The sequence number of the current edit. */
  hand: number;
  /** Returns the edit that last classified, placed or removed the beat at a sample; 0 if none did. */
  handAt(sample: number): number;
}

export function createBeatLayer(base: BeatTable): BeatLayer {
  return new Layer(base);
}

class Layer implements BeatLayer {
  moved = 0;
  hand = 0;
  private readonly base: BeatTable;
  private readonly classes: Uint8Array;
  private readonly templates: Uint8Array;
  private readonly gone: Uint8Array;
  private goneCount = 0;
  /** The last edit of each beat of the analysis; undefined until the first change. */
  private hands: Uint32Array | undefined;
  /** In order of time; few compared with those of the analysis. */
  private readonly placed: (PutBeat | undefined)[] = [];
  private readonly putAt = new Map<number, number>();
  private merged: { readonly moved: number; readonly columns: Merged } | undefined;

  constructor(base: BeatTable) {
    this.base = base;
    this.classes = base.classes.slice();
    this.templates = base.templates.slice();
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
    const { templates } = this;
    const refs: BeatRef[] = [];
    for (let i = nextOf(templates, template, 0); i >= 0; i = nextOf(templates, template, i + 1)) {
      if (this.gone[i] === 0) refs.push(i);
    }
    for (const put of this.putAt.values()) {
      if (this.placed[put]?.template === template) refs.push(-1 - put);
    }
    return refs;
  }

  private templateOf(ref: BeatRef): number {
    return ref >= 0 ? (this.templates[ref] ?? noTemplate) : (this.placed[-1 - ref]?.template ?? noTemplate);
  }

  private setTemplate(ref: BeatRef, template: number): void {
    if (ref >= 0) {
      this.templates[ref] = template;
      return;
    }
    const put = this.placed[-1 - ref];
    if (put !== undefined) put.template = template;
  }

  regroup(refs: readonly BeatRef[], template: number): Revert {
    const changed = new Int32Array(refs);
    const before = Uint8Array.from(changed, (ref) => this.templateOf(ref));
    for (const ref of changed) this.setTemplate(ref, template);
    return () => changed.forEach((ref, i) => this.setTemplate(ref, before[i] ?? noTemplate));
  }

  private setClass(ref: BeatRef, classByte: number): void {
    if (ref >= 0) {
      this.classes[ref] = classByte;
      return;
    }
    const put = this.placed[-1 - ref];
    if (put !== undefined) put.class_byte = classByte;
  }

  handAt(sample: number): number {
    const put = this.putAt.get(sample);
    return this.handOf(put === undefined ? beatAt(this.base.samples, sample) : -1 - put);
  }

  private handOf(ref: BeatRef): number {
    return (ref >= 0 ? this.hands?.[ref] : this.placed[-1 - ref]?.hand) ?? 0;
  }

  private setHand(ref: BeatRef, hand: number): void {
    const put = ref >= 0 ? undefined : this.placed[-1 - ref];
    if (put !== undefined) put.hand = hand;
    else if (ref >= 0) (this.hands ??= new Uint32Array(this.gone.length))[ref] = hand;
  }

  private takeInHand(changed: Int32Array): Revert {
    const before = Uint32Array.from(changed, (ref) => this.handOf(ref));
    for (const ref of changed) this.setHand(ref, this.hand);
    return () => changed.forEach((ref, i) => this.setHand(ref, before[i] ?? 0));
  }

  relabel(refs: readonly BeatRef[], classByte: number): Revert {
    const changed = new Int32Array(refs);
    const before = Uint8Array.from(changed, (ref) => this.classOf(ref));
    const letGo = this.takeInHand(changed);
    for (const ref of changed) this.setClass(ref, classByte);
    return () => {
      changed.forEach((ref, i) => this.setClass(ref, before[i] ?? byteQ));
      letGo();
    };
  }

  remove(refs: readonly BeatRef[]): Revert {
    const taken = Array.from(refs, (ref) => this.take(ref));
    return () => {
      for (const back of taken.reverse()) back();
    };
  }

  private take(ref: BeatRef): Revert {
    this.moved++;
    if (ref >= 0) {
      const hand = this.handOf(ref);
      this.gone[ref] = 1;
      this.goneCount++;
      this.setHand(ref, this.hand);
      return () => {
        this.moved++;
        this.setHand(ref, hand);
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

  put(sample: number, classByte: number, origin: number, template = noTemplate): Revert {
    this.moved++;
    const { hand } = this;
    const index = this.placed.push({ sample, class_byte: classByte, template, hand, origin }) - 1;
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
    const template = this.templateOf(ref);
    const back = this.take(ref);
    const away = this.put(sample, classByte, origin, template);
    return () => {
      away();
      back();
    };
  }

  table(): BeatTable {
    if (this.goneCount === 0 && this.putAt.size === 0)
      return { ...this.base, classes: this.classes.slice(), templates: this.templates.slice() };
    if (this.merged?.moved !== this.moved)
      this.merged = { moved: this.moved, columns: merge(this.base, this.gone, this.standing()) };
    const { columns } = this.merged;
    const { runs: _, put: __, ...standing } = columns;
    return {
      ...this.base,
      ...standing,
      classes: columnIn(this.classes, (put) => this.classOf(-1 - put), columns),
      templates: columnIn(this.templates, (put) => this.templateOf(-1 - put), columns),
    };
  }

  private standing(): RunBeat[] {
    return Array.from(this.putAt, ([sample, index]) => ({
      sample,
      index,
      origin: this.placed[index]?.origin ?? -1,
    })).sort((a, b) => a.sample - b.sample);
  }
}
