/**
 * Splits the beats of a recording where another patient begins or the electrode is attached elsewhere: from there on the
 * usual QRS shape of before does not come again. Each section is classified as a recording of its own, since intervals
 * and shapes of before are not those of its patient.
 *
 * Invariants: a shape that comes again later begins no section, however long it lasts, so that a ventricular rhythm that
 * ends begins none; neither does a change to or from a fast rhythm, which may be a tachycardia.
 */
import type { BeatColumns } from './beat-columns.ts';
import { shapeWidth } from './beat-columns.ts';
import { workHz } from './lead-bands.ts';

/** Beats that are compared on each side, and the fewest of a section. */
const reach = 120;
/** Share of these beats that may have a shape of the other side. */
const mostShared = 0.1;
/** A shape with this many of them is usual; the smallest share of the beats of usual shapes. */
const usualBeats = 5;
const leastUsual = 0.6;
/** Share of all beats of the usual shapes of a side that may be on the other side. */
const mostReturning = 0.02;
/** A side that is above 100 a minute and faster than the other one by more than this may be a tachycardia. */
const fastS = 0.6;
const fasterAllowed = 0.9;

/** Returns the first beat of each section; the first is 0. */
export function sectionsOf(columns: BeatColumns): number[] {
  const { count } = columns;
  const starts = [0];
  if (count < 2 * reach) return starts;
  const shapes = new ShapeCounts(columns);
  let best = -1;
  let least = Infinity;
  for (let i = reach; i <= count - reach; i++) {
    const shared = shapes.moveTo(i);
    if (shared < Math.min(least, mostShared * reach)) [best, least] = [i, shared];
    const isOver = best >= 0 && (shared > mostShared * reach || i === count - reach);
    if (!isOver) continue;
    if (best - (starts.at(-1) ?? 0) >= reach && shapes.beginsAt(best)) starts.push(best);
    [best, least] = [-1, Infinity];
  }
  return starts;
}

function raise(counts: Int32Array, shape: number, by: number): void {
  counts[shape] = (counts[shape] ?? 0) + by;
}

/** Counts the beats of each shape before and after a beat, near it and in the whole recording. */
class ShapeCounts {
  private readonly columns: BeatColumns;
  private readonly stride: number;
  private readonly before: Int32Array;
  private readonly after: Int32Array;
  /** Counts in the whole recording, and before `at`. */
  private readonly all: Int32Array;
  private readonly passed: Int32Array;
  private at = 0;
  private shared = 0;

  constructor(columns: BeatColumns) {
    this.columns = columns;
    let [leads, templates] = [0, 0];
    for (let i = 0; i < columns.count; i++) {
      leads = Math.max(leads, columns.lead[i] ?? 0);
      templates = Math.max(templates, columns.template[i] ?? 0);
    }
    this.stride = templates + 1;
    this.before = new Int32Array((leads + 1) * this.stride);
    this.after = new Int32Array(this.before.length);
    this.all = new Int32Array(this.before.length);
    this.passed = new Int32Array(this.before.length);
    for (let i = 0; i < columns.count; i++) raise(this.all, this.shapeOf(i), 1);
    for (let i = 0; i < reach; i++) this.count(this.after, i, 1);
  }

  /** Moves to beat `i` and returns how many beats within `reach` on each side have a shape of the other side. */
  moveTo(i: number): number {
    for (; this.at < i; this.at++) {
      this.count(this.after, this.at, -1);
      this.count(this.before, this.at, 1);
      raise(this.passed, this.shapeOf(this.at), 1);
      if (this.at >= reach) this.count(this.before, this.at - reach, -1);
      if (this.at + reach < this.columns.count) this.count(this.after, this.at + reach, 1);
    }
    return this.shared;
  }

  private shapeOf(i: number): number {
    return (this.columns.lead[i] ?? 0) * this.stride + (this.columns.template[i] ?? 0);
  }

  private count(counts: Int32Array, i: number, by: 1 | -1): void {
    const shape = this.shapeOf(i);
    const least = (): number => Math.min(this.before[shape] ?? 0, this.after[shape] ?? 0);
    this.shared -= least();
    raise(counts, shape, by);
    this.shared += least();
  }

  /** Tells whether the usual shapes and rates of the beats before and from beat `first` on are those of a new section. */
  beginsAt(first: number): boolean {
    // Another lead has other shapes, but the same patient.
    if (this.columns.lead[first] !== this.columns.lead[first - 1]) return false;
    const [old, own] = [this.intervalIn(first - reach, first), this.intervalIn(first, first + reach)];
    if (Math.min(old, own) < fastS && Math.min(old, own) < fasterAllowed * Math.max(old, own)) return false;
    return this.ends(first - reach, first, first) && this.ends(first, first + reach, first);
  }

  /** Tells whether nearly all beats of the usual shapes of some beats are on their side of beat `first`. */
  private ends(from: number, until: number, first: number): boolean {
    const near = new Map<number, number>();
    for (let i = from; i < until; i++) near.set(this.shapeOf(i), (near.get(this.shapeOf(i)) ?? 0) + 1);
    const usual = new Set([...near].filter(([, count]) => count >= usualBeats).map(([shape]) => shape));
    let ofUsual = 0;
    for (let i = from; i < until; i++) ofUsual += Number(usual.has(this.shapeOf(i)));
    if (ofUsual < leastUsual * reach) return false;
    let [before, all] = [0, 0];
    for (const shape of usual) {
      before += this.passed[shape] ?? 0;
      all += this.all[shape] ?? 0;
    }
    for (let i = first; i < this.at; i++) before -= Number(usual.has(this.shapeOf(i)));
    return Math.min(before, all - before) <= mostReturning * all;
  }

  /** Returns the median interval of some beats in seconds. */
  private intervalIn(from: number, until: number): number {
    const { peak } = this.columns;
    const all = Float64Array.from(
      { length: until - from - 1 },
      (_, k) => (peak[from + k + 1] ?? 0) - (peak[from + k] ?? 0),
    );
    return (all.sort()[all.length >> 1] ?? 0) / workHz;
  }
}

/** Returns the columns of some of the beats, without copying them. */
export function partOfColumns(columns: BeatColumns, from: number, until: number): BeatColumns {
  const hasOthers = columns.other_lead.length > 0;
  const [otherFrom, otherUntil] = hasOthers ? [from, until] : [0, 0];
  return {
    count: until - from,
    peak: columns.peak.subarray(from, until),
    lead: columns.lead.subarray(from, until),
    odds: columns.odds.subarray(from, until),
    template: columns.template.subarray(from, until),
    onset: columns.onset.subarray(from, until),
    offset: columns.offset.subarray(from, until),
    spike: columns.spike.subarray(from, until),
    shape: columns.shape.subarray(from * shapeWidth, until * shapeWidth),
    other_lead: columns.other_lead.subarray(otherFrom, otherUntil),
    other_width: columns.other_width.subarray(otherFrom, otherUntil),
    other_shape: columns.other_shape.subarray(otherFrom * shapeWidth, otherUntil * shapeWidth),
  };
}
