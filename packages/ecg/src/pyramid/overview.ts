// Computes the pairs of TraceViewData.dat (minimum and maximum per bucket and lead) from the signal, and compares them
// with those that the device wrote.
//
// A bucket there may have any number of samples. If that is a multiple of 16, the pyramid's own level 1 buckets are
// folded and the samples need not be read again; otherwise the samples are read.

import { NO_SIGNAL } from '../labels/stored-samples.ts';
import type { Buckets } from './bucket-kernel.ts';
import { bucketsOfSamples, newBuckets } from './bucket-kernel.ts';
import { bucketSamplesOfLevel1 } from './layout.ts';

/**
 * Receives the next pairs, bucket after bucket, all leads of a bucket together. The array is only valid during the
 * call.
 */
export type PairSink = (pairs: Int16Array) => void;

/** Converts the signal to overview pairs, from frames or, for multiples of 16, from level 1 buckets. */
export class OverviewMaker {
  private readonly leadCount: number;
  private readonly bucketSamples: number;
  private readonly sink: PairSink;
  /** The pair of each lead's unfinished bucket. */
  private readonly open: Int16Array;
  /** Samples (or level 1 buckets) in the unfinished bucket, the same for all leads. */
  private inOpen = 0;
  private readonly openSize: number;
  private scratch: Buckets = newBuckets(1);
  private pairs = new Int16Array(0);

  /**
   * `source` is the kind of input: frames by addFrames, or level 1 buckets (bucketSamples a multiple of 16) by
   * addBuckets.
   */
  constructor(leadCount: number, bucketSamples: number, source: 'frames' | 'buckets', sink: PairSink) {
    this.leadCount = leadCount;
    this.bucketSamples = bucketSamples;
    this.openSize = source === 'frames' ? bucketSamples : bucketSamples / bucketSamplesOfLevel1;
    if (!Number.isInteger(this.openSize))
      throw new RangeError('level 1 buckets do not make up this overview');
    this.sink = sink;
    this.open = new Int16Array(2 * leadCount).fill(NO_SIGNAL);
  }

  /** Takes `samples` frames from index `from` of interleaved `frames`. */
  addFrames(frames: Int16Array, from: number, samples: number): void {
    const head = Math.min(samples, (this.bucketSamples - this.inOpen) % this.bucketSamples);
    const full = Math.floor((samples - head) / this.bucketSamples);
    const tail = samples - head - full * this.bucketSamples;
    if (this.scratch.min.length < full) this.scratch = newBuckets(full);
    this.prepare(samples);
    const stride = this.leadCount;
    for (let lead = 0; lead < stride; lead++) {
      let place = from + lead;
      let written = 0;
      bucketsOfSamples(frames, place, stride, head, 1, this.scratch, 0);
      if (head > 0) this.widen(lead, this.scratch, 0);
      if (head > 0 && this.inOpen + head === this.bucketSamples) this.close(lead, written++);
      place += head * stride;
      bucketsOfSamples(frames, place, stride, this.bucketSamples, full, this.scratch, 0);
      for (let i = 0; i < full; i++) {
        this.widen(lead, this.scratch, i);
        this.close(lead, written++);
      }
      place += full * this.bucketSamples * stride;
      bucketsOfSamples(frames, place, stride, tail, 1, this.scratch, 0);
      if (tail > 0) this.widen(lead, this.scratch, 0);
    }
    this.handOut(samples);
  }

  /** Takes `count` level 1 buckets of every lead from index `at`. */
  addBuckets(tiles: readonly Buckets[], at: number, count: number): void {
    this.prepare(count);
    tiles.forEach((tile, lead) => {
      let inOpen = this.inOpen;
      let written = 0;
      for (let i = at; i < at + count; i++) {
        this.widen(lead, tile, i);
        if (++inOpen < this.openSize) continue;
        this.close(lead, written++);
        inOpen = 0;
      }
    });
    this.handOut(count);
  }

  /** Sends the recording's last, partial bucket. */
  finish(): void {
    if (this.inOpen > 0) this.sink(this.open);
    this.inOpen = 0;
  }

  private prepare(count: number): void {
    const most = 2 * this.leadCount * Math.floor((this.inOpen + count) / this.openSize);
    if (this.pairs.length < most) this.pairs = new Int16Array(most);
  }

  private widen(lead: number, buckets: Buckets, at: number): void {
    const high = buckets.max[at] ?? NO_SIGNAL;
    if (high === NO_SIGNAL) return;
    const low = buckets.min[at] ?? high;
    const openHigh = this.open[2 * lead + 1] ?? NO_SIGNAL;
    if (openHigh === NO_SIGNAL || low < (this.open[2 * lead] ?? low)) this.open[2 * lead] = low;
    if (high > openHigh) this.open[2 * lead + 1] = high;
  }

  private close(lead: number, written: number): void {
    const place = 2 * (written * this.leadCount + lead);
    this.pairs[place] = this.open[2 * lead] ?? NO_SIGNAL;
    this.pairs[place + 1] = this.open[2 * lead + 1] ?? NO_SIGNAL;
    this.open[2 * lead] = NO_SIGNAL;
    this.open[2 * lead + 1] = NO_SIGNAL;
  }

  private handOut(count: number): void {
    const buckets = Math.floor((this.inOpen + count) / this.openSize);
    this.inOpen = (this.inOpen + count) % this.openSize;
    if (buckets > 0) this.sink(this.pairs.subarray(0, 2 * buckets * this.leadCount));
  }
}

/** Compares two streams of pairs, whichever comes first; pairs without a partner wait. */
export class PairComparison {
  /** Number of buckets (of any lead) whose minimum or maximum differs. */
  mismatches = 0;
  private readonly ours: Int16Array[] = [];
  private readonly theirs: Int16Array[] = [];
  private secondOfPair = false;
  private pairDiffers = false;

  addOurs(pairs: Int16Array): void {
    this.ours.push(pairs.slice());
    this.compare();
  }

  addTheirs(words: Int16Array): void {
    this.theirs.push(words.slice());
    this.compare();
  }

  /** Number of words computed from the signal that wait for the device's; negative if the device's wait. */
  get ahead(): number {
    const length = (parts: readonly Int16Array[]) => parts.reduce((sum, part) => sum + part.length, 0);
    return length(this.ours) - length(this.theirs);
  }

  private compare(): void {
    for (;;) {
      const mine = this.ours[0];
      const other = this.theirs[0];
      if (mine === undefined || other === undefined) return;
      const count = Math.min(mine.length, other.length);
      this.compareWords(mine, other, count);
      consume(this.ours, mine, count);
      consume(this.theirs, other, count);
    }
  }

  private compareWords(mine: Int16Array, other: Int16Array, count: number): void {
    for (let i = 0; i < count; i++) {
      if (mine[i] !== other[i]) this.pairDiffers = true;
      if (this.secondOfPair) {
        if (this.pairDiffers) this.mismatches++;
        this.pairDiffers = false;
      }
      this.secondOfPair = !this.secondOfPair;
    }
  }
}

function consume(parts: Int16Array[], first: Int16Array, count: number): void {
  if (count === first.length) parts.shift();
  else parts[0] = first.subarray(count);
}
