// Builds the levels above the raw signal, with memory for one tile per lead and level, whatever the recording's length.
// A full tile is written and folded into the tile of the level above it.

import type { Buckets } from './bucket-kernel.ts';
import { foldBuckets, newBuckets } from './bucket-kernel.ts';
import { levelFactor, tileBuckets, topLevel } from './layout.ts';
import { encodeTile } from './tile.ts';

/** Receives the next bytes of a level's file. Levels are interleaved, each from start to end. */
export type LevelSink = (level: number, bytes: Uint8Array<ArrayBuffer>) => void;

interface Level {
  readonly number: number;
  readonly buckets: readonly Buckets[];
  filled: number;
  readonly above: Level | null;
}

export class LevelWriter {
  private readonly lowest: Level;
  private readonly sink: LevelSink;

  constructor(leadCount: number, samples: number, sink: LevelSink) {
    this.sink = sink;
    let above: Level | null = null;
    for (let number = topLevel(samples); number > 1; number--) above = newLevel(number, leadCount, above);
    this.lowest = newLevel(1, leadCount, above);
  }

  /** The tile of each lead at level 1; buckets are added from index `filled` on. */
  get buckets(): readonly Buckets[] {
    return this.lowest.buckets;
  }

  get filled(): number {
    return this.lowest.filled;
  }

  /** Number of level 1 buckets that still fit before the tile is written. */
  get free(): number {
    return tileBuckets - this.lowest.filled;
  }

  /** Reports that `count` more buckets (no more than are free) were added to every tile of level 1. */
  advance(count: number): void {
    this.lowest.filled += count;
    if (this.lowest.filled === tileBuckets) this.writeTiles(this.lowest);
  }

  /** Writes the remaining buckets of every level. */
  finish(): void {
    for (let level: Level | null = this.lowest; level !== null; level = level.above) {
      if (level.filled > 0) this.writeTiles(level);
    }
  }

  private writeTiles(level: Level): void {
    const { number, buckets, above, filled } = level;
    level.filled = 0;
    buckets.forEach((tile, lead) => {
      this.sink(number, encodeTile(tile, filled));
      const target = above?.buckets[lead];
      if (above !== null && target !== undefined)
        foldBuckets(tile, filled, levelFactor, target, above.filled);
    });
    if (above === null) return;
    above.filled += Math.ceil(filled / levelFactor);
    if (above.filled === tileBuckets) this.writeTiles(above);
  }
}

function newLevel(number: number, leadCount: number, above: Level | null): Level {
  return {
    number,
    buckets: Array.from({ length: leadCount }, () => newBuckets(tileBuckets)),
    filled: 0,
    above,
  };
}
