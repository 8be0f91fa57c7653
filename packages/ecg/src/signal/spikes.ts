/**
 * Removes isolated spikes from the raw samples of one lead before anything else reads them. A spike is one to five
 * samples that are farther than a limit from the sample before them and from the one after them, while those two are
 * near each other. A line replaces the spike. No heart causes such a shape: a QRS bends over more samples, or less far.
 *
 * A spike next to a gap has only one neighbour and becomes part of the gap.
 *
 * The filter holds back up to seven samples where the signal jumps, until the following ones are known. All other
 * samples pass through unchanged. The sizes of the pieces do not matter.
 */
import { NO_SIGNAL } from '../labels/stored-samples.ts';
import { blockRaw, rawBefore } from '../kernel/kernel-sizes.ts';
import type { Kernel } from '../kernel/kernel.ts';

const longest = 5;
/** Samples from the first one of a spike on that must be known: those after the spike show whether it stands out. */
const ahead = longest + 3;
/** The limit in microvolts per second, and its bounds from one sample to the next. */
const perSecondUv = 800_000;
const [leastUv, mostUv] = [1000, 3000];
/** How many times as far a spike must jump as the samples beside it; the peak of a large QRS at a low rate does not. */
const standsOut = 4;
/** Part of a spike's height that all its samples must have: a large QRS at a low rate rises in steps. */
const steep = 0.6;
/** Room for two samples that were already returned and for those held back. */
const front = 16;
/** The kernel's `steepest` returns this value for every larger difference too. */
const mostSteep = 32_767;
/** Number of newest spikes whose positions are stored: far more than a pacemaker gives before a beat is measured. */
const kept = 512;

const distance = (one: number | undefined, other: number | undefined): number =>
  Math.abs((one ?? 0) - (other ?? 0));
const isGap = (one: number | undefined): boolean => one === NO_SIGNAL;

export class SpikeFilter {
  private readonly kernel: Kernel;
  /** In raw steps. */
  private readonly limit: number;
  /** New samples start at `front`; the samples held back, and two before them, end there. */
  private readonly samples = new Int16Array(front + blockRaw + ahead).fill(NO_SIGNAL);
  private settled = front;
  private until = front;
  /** Index in the recording of the sample at `front`. */
  private received = 0;
  private removed = 0;
  private readonly places = new Float64Array(kept).fill(-1);

  constructor(hz: number, gain_uv: number, kernel: Kernel) {
    this.kernel = kernel;
    this.limit = Math.min(mostUv, Math.max(leastUv, perSecondUv / hz)) / gain_uv;
  }

  /** Returns how many spikes were removed so far. */
  count(): number {
    return this.removed;
  }

  /** Tells whether one of the newest removed spikes started from sample `from` to `until` of the recording. */
  hasSpike(from: number, until: number): boolean {
    for (let k = this.removed - 1; k >= 0 && k >= this.removed - kept; k--) {
      const at = this.places[k % kept] ?? -1;
      if (at < from) return false;
      if (at <= until) return true;
    }
    return false;
  }

  /** Returns how many samples are held back. */
  waiting(): number {
    return this.until - this.settled;
  }

  /**
   * Takes `count` samples (at most `blockRaw`): every `step`-th of `chunk` from `start` on. Returns those that are
   * settled; the array is valid until the next call.
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

  /** Returns the samples held back at the end of the recording. */
  finish(): Int16Array {
    const from = this.moveToFront();
    // The line continues, so that a step at the end is not a spike.
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

  /** Tells whether `scan` may stop in these samples: one is far from the sample before it or follows a gap. */
  private jumps(count: number): boolean {
    const seen = this.samples.subarray(front - 1, front + count);
    this.kernel.raw.set(seen, rawBefore);
    const isSteep = this.kernel.steepest(count) > Math.min(this.limit, mostSteep - 1);
    // The lowest step is near the value of a gap.
    return isSteep || seen.includes(NO_SIGNAL);
  }

  /**
   * Returns the first sample that is not settled: one that jumps at `known` or later, since the samples after it are
   * not known.
   */
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

  /** Returns the sample after the spike that starts at sample `i`, or `i` if there is none. */
  private endOfSpike(i: number): number {
    const { samples, limit } = this;
    for (let k = i + 1; k <= i + longest; k++) {
      if (isGap(samples[k])) return k;
      if (distance(samples[k], samples[i - 1]) <= limit) return this.isSpike(i, k) ? k : i;
    }
    return i;
  }

  /** Does the same for the first sample after a gap. */
  private endBehindGap(i: number): number {
    const { samples, limit } = this;
    for (let k = i + 1; k <= i + longest && !isGap(samples[k]); k++)
      if (distance(samples[k], samples[k - 1]) > limit) return k;
    return i;
  }

  /** Tells whether all samples from `i` to `k` stand out from those beside them, none much less than another. */
  private isSpike(i: number, k: number): boolean {
    const { samples, limit } = this;
    const step = (from: number, to: number): number =>
      isGap(samples[from]) || isGap(samples[to]) ? 0 : distance(samples[from], samples[to]);
    // The smaller of two steps, since the next sample may be a spike of its own.
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
