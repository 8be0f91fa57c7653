// Builds the levels above the raw signal, with memory for one tile per lead and level, whatever the recording's length.
// A full tile is written and folded into the tile of the level above it.

import type { Buckets } from './bucket-kernel.ts';
import { foldBuckets, newBuckets } from './bucket-kernel.ts';
import { levelFactor, tileBuckets, topLevel } from './layout.ts';
import { encodeTile } from './tile.ts';

/** Receives the next bytes of a level's file. Levels are interleaved, each from start to end. */
export type LevelSink = (level: number, bytes: Uint8Array<ArrayBuffer>) => void;

interface Floor {
  readonly level: number;
  readonly rooms: readonly Buckets[];
  filled: number;
  readonly above: Floor | null;
}

export class LevelTower {
  private readonly ground: Floor;
  private readonly sink: LevelSink;

  constructor(leadCount: number, samples: number, sink: LevelSink) {
    this.sink = sink;
    let floor: Floor | null = null;
    for (let level = topLevel(samples); level > 1; level--) floor = newFloor(level, leadCount, floor);
    this.ground = newFloor(1, leadCount, floor);
  }

  /** The tile of each lead at level 1; buckets are added from index `filled` on. */
  get rooms(): readonly Buckets[] {
    return this.ground.rooms;
  }

  get filled(): number {
    return this.ground.filled;
  }

  /** Number of level 1 buckets that still fit before the tile is written. */
  get free(): number {
    return tileBuckets - this.ground.filled;
  }

  /** Reports that `count` more buckets (no more than are free) were added to every tile of level 1. */
  advance(count: number): void {
    this.ground.filled += count;
    if (this.ground.filled === tileBuckets) this.handOut(this.ground);
  }

  /** Writes the remaining buckets of every level. */
  finish(): void {
    for (let floor: Floor | null = this.ground; floor !== null; floor = floor.above) {
      if (floor.filled > 0) this.handOut(floor);
    }
  }

  private handOut(floor: Floor): void {
    const { level, rooms, above, filled } = floor;
    floor.filled = 0;
    rooms.forEach((room, lead) => {
      this.sink(level, encodeTile(room, filled));
      const target = above?.rooms[lead];
      if (above !== null && target !== undefined)
        foldBuckets(room, filled, levelFactor, target, above.filled);
    });
    if (above === null) return;
    above.filled += Math.ceil(filled / levelFactor);
    if (above.filled === tileBuckets) this.handOut(above);
  }
}

function newFloor(level: number, leadCount: number, above: Floor | null): Floor {
  return { level, rooms: Array.from({ length: leadCount }, () => newBuckets(tileBuckets)), filled: 0, above };
}
