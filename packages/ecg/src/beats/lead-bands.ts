/**
 * Stores one lead at the working rate (250 Hz, microvolts) in a ring of 65 s, with its half rate and the QRS envelope
 * at half rate. The envelope is the mean absolute Haar wavelets at 64 and 32 ms (about 5 to 30 Hz; Li et al. 1995 use
 * this family) over 96 ms. The kernel computes it with sums only, a block at a time and without allocation.
 *
 * Invariants: a constant added to the signal changes nothing; a factor scales every envelope; its sign does not matter;
 * each value depends only on 144 ms of signal, so nothing drifts. Index h of an envelope is working-rate sample 2h + ½;
 * the group delay is already compensated.
 */
import { envelopeDelay, halfHistory, workHistory } from '../kernel/kernel-sizes.ts';
import { kernelOfThread } from '../kernel/kernel-of-thread.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { copyFromRing, copyToRing } from './ring.ts';

export const workHz = 250;
export const halfHz = 125;
const workRing = 16384;
export const halfRing = workRing / 2;

/** Half-rate samples beyond an index that its values depend on. */
const completeDelay = 22;

export interface LeadBands {
  readonly work: Float32Array;
  readonly half: Float32Array;
  readonly mid: Float32Array;
  /** Returns the number of working-rate samples received. */
  received(): number;
  /** Returns the first half-rate index whose values are not complete yet. */
  complete(): number;
  append(samples: Float32Array, from: number, count: number): void;
}

export function createLeadBands(kernel: Kernel = kernelOfThread()): LeadBands {
  return new Bands(kernel);
}

class Bands implements LeadBands {
  readonly work = new Float32Array(workRing);
  readonly half = new Float32Array(halfRing);
  readonly mid = new Float32Array(halfRing);
  private readonly kernel: Kernel;
  private count = 0;
  private halves = 0;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  received(): number {
    return this.count;
  }

  complete(): number {
    return Math.max(0, this.halves - completeDelay);
  }

  append(samples: Float32Array, from: number, count: number): void {
    if (this.count === 0 && count > 0) this.start(samples[from] ?? 0);
    copyToRing(samples, from, count, this.work, this.count);
    this.count += count;
    this.envelope((this.count >> 1) - this.halves);
  }

  private start(value: number): void {
    this.work.fill(value);
    this.half.fill(2 * value);
  }

  private envelope(fresh: number): void {
    const { kernel, halves } = this;
    copyFromRing(this.work, 2 * halves - workHistory, workHistory + 2 * fresh, kernel.work);
    kernel.envelope(fresh);
    copyToRing(kernel.half, halfHistory, fresh, this.half, halves);
    copyToRing(kernel.mid, halfHistory - envelopeDelay, fresh, this.mid, halves - envelopeDelay);
    this.halves += fresh;
  }
}
