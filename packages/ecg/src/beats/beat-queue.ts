/**
 * Queues the measured beats of one lead, in packed form, until the beats of their stretch of time are taken from the
 * most certain lead.
 */
import { addRow, addRowOf, copyShape, createBeatColumns, shapeWidth, toByte } from './beat-columns.ts';
import type { BeatColumns } from './beat-columns.ts';
import type { LeadBeat } from './lead-beats.ts';

const capacity = 2048;
/** Number of consumed beats from which the remaining ones are moved to the front. */
const mostBehind = 1024;

export class BeatQueue {
  private readonly lead: number;
  private readonly columns = createBeatColumns(capacity, false);
  private h = new Float64Array(capacity);
  private first = 0;

  constructor(lead: number) {
    this.lead = lead;
  }

  add(beat: LeadBeat): void {
    const { columns } = this;
    const { measure } = beat;
    const i = addRow(columns);
    if (i >= this.h.length) {
      const more = new Float64Array(columns.peak.length);
      more.set(this.h);
      this.h = more;
    }
    this.h[i] = beat.h;
    columns.peak[i] = measure.peak;
    columns.lead[i] = this.lead;
    columns.odds[i] = toByte(beat.odds, 16);
    columns.template[i] = beat.template;
    columns.spike[i] = beat.spike ? 1 : 0;
    columns.onset[i] = measure.onset;
    columns.offset[i] = measure.offset;
    storeShape(columns.shape, i, beat);
  }

  /** Returns the index of the first beat at or after half-rate index `h`. */
  from(h: number): number {
    let i = this.first;
    while (i < this.columns.count && (this.h[i] ?? 0) < h) i++;
    return i;
  }

  /** Returns the half-rate index of a beat, or infinity after the last one. */
  at(i: number): number {
    return i < this.columns.count ? (this.h[i] ?? 0) : Infinity;
  }

  peak(i: number): number {
    return this.columns.peak[i] ?? 0;
  }

  /** Returns the beat nearest to `h` at most `reach` away (the earlier of two), or −1. */
  nearest(h: number, reach: number): number {
    let found = -1;
    let least = reach + 1;
    for (let i = this.first; this.at(i) <= h + reach; i++) {
      const distance = Math.abs(this.at(i) - h);
      if (distance >= least) continue;
      least = distance;
      found = i;
    }
    return found;
  }

  /** Appends beat `i` to the beats of the recording. */
  moveTo(columns: BeatColumns, i: number): number {
    return addRowOf(columns, this.columns, i);
  }

  /** Stores what this lead shows in its beat `i` as the other lead's view of beat `to` of the recording. */
  showBeside(columns: BeatColumns, to: number, i: number): void {
    columns.other_lead[to] = this.lead;
    columns.other_width[to] = (this.columns.onset[i] ?? 0) + (this.columns.offset[i] ?? 0);
    copyShape(this.columns.shape, i, columns.other_shape, to);
  }

  /** Drops the beats before half-rate index `h`. */
  forget(h: number): void {
    this.first = this.from(h);
    if (this.first < mostBehind) return;
    const { columns, first } = this;
    const count = columns.count;
    columns.count = 0;
    for (let i = first; i < count; i++) this.h[addRowOf(columns, columns, i)] = this.h[i] ?? 0;
    this.first = 0;
  }
}

function storeShape(shape: Int8Array, i: number, beat: LeadBeat): void {
  const base = i * shapeWidth;
  const { measure } = beat;
  shape[base] = toByte(measure.qrs_like, 100);
  shape[base + 1] = toByte(measure.p_like, 100);
  shape[base + 2] = toByte(measure.t_like, 100);
  shape[base + 3] = toByte(measure.before_like, 100);
  shape[base + 4] = toByte(measure.size, 32);
  shape[base + 5] = toByte(measure.area, 32);
  shape[base + 6] = toByte(measure.p_size, 32);
  shape[base + 7] = toByte(beat.fast, 32);
  shape[base + 8] = toByte(beat.slow, 32);
  shape[base + 9] = toByte(beat.own_like, 100);
  shape[base + 10] = toByte(measure.p_bend_like, 100);
  shape[base + 11] = toByte(measure.p_bend_size, 32);
}
