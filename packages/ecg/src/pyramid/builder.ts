// Builds a recording's pyramid in one pass over its frames, and computes in the same pass the share of signal and the
// gaps of each lead, and whether the device's own overview agrees with the signal.
//
//   const builder = new PyramidBuilder({ leadCount: 1, samples, samplingHz, sink: (level, bytes) => … });
//   for each chunk of TraceData.dat after its header: builder.push(chunk);
//   const facts = builder.finish();
//
// Invariants: memory use is constant (one tile per lead and level, a block of 16 frames); the result does not depend on
// how the frames are cut into chunks, even inside a frame; every minimum, maximum and gap is that of the raw samples.

import { bucketsOfSamples } from './bucket-kernel.ts';
import type { LeadGaps } from './gap-list.ts';
import { GapList } from './gap-list.ts';
import { bucketSamplesOfLevel1 } from './layout.ts';
import type { LevelSink } from './level-writer.ts';
import { LevelWriter } from './level-writer.ts';
import { OverviewMaker, PairComparison } from './overview.ts';

export interface BuilderOptions {
  readonly leadCount: number;
  /** Samples of one lead. */
  readonly samples: number;
  readonly samplingHz: number;
  /** Receives the files of the levels, each from start to end. */
  readonly sink: LevelSink;
  /** Samples per bucket of the device's overview, if it is to be compared. */
  readonly overviewBucketSamples?: number;
}

export interface PyramidFacts {
  /** One entry per lead. */
  readonly gaps: readonly LeadGaps[];
  /** Share of samples that are signal, 0 to 1, one per lead. */
  readonly signal_share: readonly number[];
  /** Number of buckets of the device's overview that differ from the signal; null if none was compared. */
  readonly overview_mismatches: number | null;
}

export class PyramidBuilder {
  private readonly options: BuilderOptions;
  private readonly levels: LevelWriter;
  private readonly gapLists: readonly GapList[];
  private readonly comparison: PairComparison | null = null;
  private readonly overview: OverviewMaker | null = null;
  private readonly overviewFromBuckets: boolean;
  /** The start of a block of 16 frames that is not full yet. */
  private readonly block: Int16Array;
  private inBlock = 0;
  /** Samples of one lead that are in the pyramid. */
  private position = 0;

  constructor(options: BuilderOptions) {
    const { leadCount, samples, samplingHz, sink, overviewBucketSamples } = options;
    this.options = options;
    this.levels = new LevelWriter(leadCount, samples, sink);
    this.gapLists = Array.from({ length: leadCount }, () => new GapList(samplingHz));
    this.block = new Int16Array(leadCount * bucketSamplesOfLevel1);
    this.overviewFromBuckets = (overviewBucketSamples ?? 1) % bucketSamplesOfLevel1 === 0;
    if (overviewBucketSamples === undefined) return;
    const source = this.overviewFromBuckets ? 'buckets' : 'frames';
    const comparison = new PairComparison();
    this.comparison = comparison;
    this.overview = new OverviewMaker(leadCount, overviewBucketSamples, source, (pairs) =>
      comparison.addOurs(pairs),
    );
  }

  /** Takes the next int16 values of the frames, any number of them. Throws a RangeError past the recording's end. */
  push(values: Int16Array): void {
    const { leadCount, samples } = this.options;
    if (this.position * leadCount + this.inBlock + values.length > samples * leadCount) {
      throw new RangeError('more values than the recording has');
    }
    let at = this.fillBlock(values);
    const blocks = Math.floor((values.length - at) / this.block.length);
    this.addBuckets(values, at, bucketSamplesOfLevel1, blocks);
    at += blocks * this.block.length;
    this.block.set(values.subarray(at), this.inBlock);
    this.inBlock += values.length - at;
  }

  /** Takes the next int16 values of the device's overview, any number of them. */
  pushOverview(words: Int16Array): void {
    this.comparison?.addTheirs(words);
  }

  /**
   * Number of int16 values of the overview that the comparison waits for; negative if it has too many. If the caller
   * feeds values until this is at most 0 after every chunk, memory use stays constant.
   */
  get overviewWanted(): number {
    return this.comparison?.ahead ?? 0;
  }

  /** Writes the remaining tiles and returns the facts. Throws a RangeError if frames or overview values are missing. */
  finish(): PyramidFacts {
    const { leadCount, samples } = this.options;
    if (this.position * leadCount + this.inBlock !== samples * leadCount) {
      throw new RangeError('fewer values than the recording has');
    }
    if (this.inBlock > 0) this.addBuckets(this.block, 0, this.inBlock / leadCount, 1);
    this.levels.finish();
    this.overview?.finish();
    if (this.overviewWanted !== 0)
      throw new RangeError('the overview has not as many values as the signal asks for');
    const gaps = this.gapLists.map((list) => list.result());
    return {
      gaps,
      signal_share: gaps.map((lead) => 1 - lead.missing_samples / samples),
      overview_mismatches: this.comparison === null ? null : this.comparison.mismatches,
    };
  }

  private fillBlock(values: Int16Array): number {
    if (this.inBlock === 0) return 0;
    const taken = Math.min(this.block.length - this.inBlock, values.length);
    this.block.set(values.subarray(0, taken), this.inBlock);
    this.inBlock += taken;
    if (this.inBlock === this.block.length) {
      this.inBlock = 0;
      this.addBuckets(this.block, 0, bucketSamplesOfLevel1, 1);
    }
    return taken;
  }

  private addBuckets(frames: Int16Array, from: number, size: number, buckets: number): void {
    const { leadCount } = this.options;
    let left = buckets;
    let place = from;
    while (left > 0) {
      const count = Math.min(left, this.levels.free);
      const samples = count * size;
      for (let lead = 0; lead < leadCount; lead++) this.addLead(frames, place, lead, size, count);
      if (this.overviewFromBuckets) {
        this.overview?.addBuckets(this.levels.buckets, this.levels.filled, count);
      } else this.overview?.addFrames(frames, place, samples);
      this.levels.advance(count);
      this.position += samples;
      place += samples * leadCount;
      left -= count;
    }
  }

  private addLead(frames: Int16Array, place: number, lead: number, size: number, count: number): void {
    const buckets = this.levels.buckets[lead];
    const gapList = this.gapLists[lead];
    if (buckets === undefined || gapList === undefined) throw new Error('a lead without buckets');
    const { leadCount } = this.options;
    const gap = bucketsOfSamples(frames, place + lead, leadCount, size, count, buckets, this.levels.filled);
    if (gap) gapList.scan(frames, place + lead, leadCount, count * size, this.position);
  }
}
