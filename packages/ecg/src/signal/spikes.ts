/**
 * Removes isolated spikes from the raw samples of one lead, before anything else reads them: one to five samples that
 * are farther than a limit from the sample before them and from the one behind them, which are near each other. A line
 * takes their place. No heart draws so: a QRS bends over more samples than that, or less far.
 *
 * A spike beside a gap has one neighbour only, and becomes part of the gap.
 *
 * The filter holds back up to seven samples where the signal jumps, until it knows those that follow. All other samples
 * pass through unchanged. The sizes of the pieces do not matter.
 */
import { NO_SIGNAL } from '../formats/trace-data.ts';
import { blockRaw, rawBefore } from '../kernel/kernel-sizes.ts';
import type { Kernel } from '../kernel/kernel.ts';

const longest = 5;
/** How many samples from the first of a spike on must be known: those behind it show whether it stands out. */
const ahead = longest + 3;
/** The limit in microvolts: of a second, and the bounds of what that is from one sample to the next. */
const perSecondUv = 800_000;
const [leastUv, mostUv] = [1000, 3000];
/** How many times as far a spike jumps as the samples beside it: the peak of a large QRS at a low rate does not. */
const standsOut = 4;
/** Part of a spike's height that all its samples have: a large QRS at a low rate rises in steps. */
const steep = 0.6;
/** Room for two samples that were given and for what is held back. */
const front = 16;
/** Spikes whose places are kept, the newest: far more than a pacemaker gives until a beat is measured. */
const kept = 512;

const distance = (one: number | undefined, other: number | undefined): number =>
  Math.abs((one ?? 0) - (other ?? 0));
const isGap = (one: number | undefined): boolean => one === NO_SIGNAL;

export class SpikeFilter {
  private readonly kernel: Kernel;
  /** In raw steps. */
  private readonly limit: number;
  /** New samples begin at `front`; what is held back, and two samples before that, end there. */
  private readonly samples = new Int16Array(front + blockRaw + ahead).fill(NO_SIGNAL);
  private settled = front;
  private until = front;
  /** The recording's sample at `front`. */
  private received = 0;
  private removed = 0;
  private readonly places = new Float64Array(kept).fill(-1);

  constructor(hz: number, gain_uv: number, kernel: Kernel) {
    this.kernel = kernel;
    this.limit = Math.min(mostUv, Math.max(leastUv, perSecondUv / hz)) / gain_uv;
  }

  /** How many spikes were removed so far. */
  count(): number {
    return this.removed;
  }

  /** Whether one of the newest spikes that were removed began from sample `from` to `until` of the recording. */
  hasSpike(from: number, until: number): boolean {
    for (let k = this.removed - 1; k >= 0 && k >= this.removed - kept; k--) {
      const at = this.places[k % kept] ?? -1;
      if (at < from) return false;
      if (at <= until) return true;
    }
    return false;
  }

  /** How many samples are held back. */
  waiting(): number {
    return this.until - this.settled;
  }

  /**
   * Takes `count` samples, `blockRaw` at most: every `step`-th of `chunk` from `start` on. Returns those that are settled,
   * which stay as they are until the next call.
   */
  push(chunk: Int16Array, start: number, step: number, count: number): Int16Array {
    const { samples } = this;
    const from = this.moveToFront();
    if (step === 1) samples.set(chunk.subarray(start, start + count), front);
    else for (let i = 0; i < count; i++) samples[front + i] = chunk[start + i * step] ?? NO_SIGNAL;
    this.until = front + count;
    const isPlain = from === front && !this.jumps(count);
    this.settled = isPlain ? this.until : this.scan(from);
    return samples.subarray(from, this.settled);
  }

  /** Returns what is held back at the end of the recording. */
  finish(): Int16Array {
    const from = this.moveToFront();
    // The line goes on, so that a step at the end is no spike.
    this.samples.fill(this.samples[front - 1] ?? NO_SIGNAL, front, front + ahead);
    this.settled = this.scan(from, front);
    return this.samples.subarray(from, front);
  }

  private moveToFront(): number {
    const from = front - this.waiting();
    this.received += this.until - front;
    this.samples.copyWithin(from - 2, this.settled - 2, this.until);
    this.until = front;
    return from;
  }

  private jumps(count: number): boolean {
    this.kernel.raw.set(this.samples.subarray(front - 1, front + count), rawBefore);
    return this.kernel.steepest(count) > this.limit;
  }

  /** Returns the first sample that is not settled: one that jumps at `known` or later, since what follows it is not known. */
  private scan(from: number, known = this.until - ahead + 1): number {
    const { samples, limit, until } = this;
    for (let i = from; i < until;) {
      const before = samples[i - 1];
      const isSteep = isGap(before) || distance(samples[i], before) > limit;
      if (!isSteep || isGap(samples[i])) i++;
      else if (i >= known) return i;
      else {
        const end = isGap(before) ? this.endBehindGap(i) : this.endOfSpike(i);
        if (end > i) this.remove(i, end);
        i = Math.max(end, i + 1);
      }
    }
    return until;
  }

  /** Returns the sample behind the spike that begins at sample `i`, or `i` where none does. */
  private endOfSpike(i: number): number {
    const { samples, limit } = this;
    for (let k = i + 1; k <= i + longest; k++) {
      if (isGap(samples[k])) return k;
      if (distance(samples[k], samples[i - 1]) <= limit) return this.isSpike(i, k) ? k : i;
    }
    return i;
  }

  /** The same for the first sample behind a gap. */
  private endBehindGap(i: number): number {
    const { samples, limit } = this;
    for (let k = i + 1; k <= i + longest && !isGap(samples[k]); k++)
      if (distance(samples[k], samples[k - 1]) > limit) return k;
    return i;
  }

  /** Whether all samples from `i` to `k` stand out from those beside them, none much less than another. */
  private isSpike(i: number, k: number): boolean {
    const { samples, limit } = this;
    const step = (from: number, to: number): number =>
      isGap(samples[from]) || isGap(samples[to]) ? 0 : distance(samples[from], samples[to]);
    // Of two, since the next sample may be a spike of its own.
    const fall = Math.min(step(k, k + 1), step(k, k + 2));
    const least = Math.max(limit, standsOut * Math.max(step(i - 2, i - 1), fall));
    let [lowest, highest] = [Infinity, 0];
    for (let at = i; at < k; at++) {
      const height = Math.min(distance(samples[at], samples[i - 1]), distance(samples[at], samples[k]));
      lowest = Math.min(lowest, height);
      highest = Math.max(highest, height);
    }
    return lowest > least && lowest >= steep * highest;
  }

  private remove(i: number, k: number): void {
    const { samples } = this;
    const before = samples[i - 1] ?? NO_SIGNAL;
    const after = samples[k] ?? NO_SIGNAL;
    const slope = (after - before) / (k - i + 1);
    if (isGap(before) || isGap(after)) samples.fill(NO_SIGNAL, i, k);
    else for (let at = i; at < k; at++) samples[at] = Math.round(before + slope * (at - i + 1));
    this.places[this.removed++ % kept] = this.received + i - front;
  }
}
