/**
 * Takes, for each stretch of ten seconds, the beats of the lead whose detector is most certain there, and stores beside
 * them what the most certain other lead shows.
 *
 * Invariant: a beat at the border of two stretches is taken once, also if it is on one side of the border in the lead
 * before it and on the other side in the lead after it.
 */
import { noLead } from './beat-columns.ts';
import type { BeatColumns } from './beat-columns.ts';
import type { BeatQueue } from './beat-queue.ts';
import { halfHz, workHz } from './lead-bands.ts';
import { secondBit } from '../signal/lead-input.ts';
import type { LeadInput } from '../signal/lead-input.ts';
import type { ExpectedErrors } from '../signal/expected-errors.ts';

const stretchS = 10;
export const stretchHalves = stretchS * halfHz;
const refractory = 0.184 * workHz;
/** Largest distance in half-rate samples at which two leads show the same beat (96 ms). */
const sameBeat = 12;
/** Expected errors in ten seconds from which another lead's view of a beat is not used. */
const otherLimit = 3;

export interface QueuedLead {
  readonly input: LeadInput;
  readonly expected_errors: ExpectedErrors;
  readonly queue: BeatQueue;
}

export class ChosenBeats {
  /** The lead of each stretch so far. */
  readonly chosen: number[] = [];
  private readonly leads: readonly QueuedLead[];
  private readonly columns: BeatColumns;
  private lead = 0;
  private lastPeak = -1e9;

  constructor(leads: readonly QueuedLead[], columns: BeatColumns) {
    this.leads = leads;
    this.columns = columns;
  }

  /**
   * Takes the beats of the next stretch from the most certain lead; another lead must be clearly more certain to take
   * over.
   */
  choose(): void {
    const from = this.chosen.length * stretchS;
    const before = this.lead;
    let best = before;
    let least = uncertainty(this.leads[this.lead], from) * 0.6 - 0.3;
    this.leads.forEach((lead, index) => {
      const value = uncertainty(lead, from);
      if (value < least) {
        least = value;
        best = index;
      }
    });
    this.lead = best;
    this.chosen.push(best);
    this.take(best, before, from);
  }

  /** Takes the beats of the stretch from lead `best`; those of the stretch before are from lead `before`. */
  private take(best: number, before: number, from: number): void {
    const until = this.chosen.length * stretchHalves;
    const start = until - stretchHalves;
    const other = this.leads[this.surestOther(best, from)]?.queue;
    const [queue, last] = [this.leads[best]?.queue, this.leads[before]?.queue];
    /** Tells whether the lead before showed this beat too late for its own stretch. */
    const isLeft = (h: number): boolean => {
      const twin = last?.nearest(h, sameBeat) ?? -1;
      return twin >= 0 && (last?.at(twin) ?? 0) >= start;
    };
    if (queue) this.takeFrom(queue, other, until, isLeft);
    for (const lead of this.leads) lead.queue.forget(until - sameBeat);
  }

  private takeFrom(
    queue: BeatQueue,
    other: BeatQueue | undefined,
    until: number,
    isLeft: (h: number) => boolean,
  ): void {
    const start = until - stretchHalves;
    for (let i = queue.from(start - sameBeat); queue.at(i) < until; i++) {
      if (queue.peak(i) - this.lastPeak < refractory) continue;
      if (queue.at(i) < start && !isLeft(queue.at(i))) continue;
      this.lastPeak = queue.peak(i);
      const to = queue.moveTo(this.columns, i);
      const twin = other ? other.nearest(queue.at(i), sameBeat) : -1;
      if (twin >= 0) other?.showBeside(this.columns, to, twin);
      else if (this.leads.length > 1) this.columns.other_lead[to] = noLead;
    }
  }

  private surestOther(best: number, from: number): number {
    let least = otherLimit;
    let other = noLead;
    this.leads.forEach((lead, index) => {
      const value = index === best ? Infinity : uncertainty(lead, from);
      if (value >= least) return;
      least = value;
      other = index;
    });
    return other;
  }
}

/** Returns the expected errors of the ten seconds from `from`; a second without signal counts as two. */
export function uncertainty(lead: Omit<QueuedLead, 'queue'> | undefined, from: number): number {
  if (!lead) return Infinity;
  const raw = lead.input.seconds();
  let sum = 0;
  for (let s = from; s < from + stretchS; s++) {
    const bits = raw[s] ?? 0;
    sum +=
      lead.expected_errors.at(s) +
      (bits & (secondBit.gap | secondBit.still) ? 2 : 0) +
      (bits & secondBit.saturated ? 1 : 0);
  }
  return sum;
}
