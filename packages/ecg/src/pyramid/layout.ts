// Computes the layout of a pyramid: bucket sizes, tiles, byte ranges. Arithmetic only.
//
// Level 0 is the recording itself: its tiles are frame ranges of TraceData.dat, so the raw signal is not copied; the
// reader extracts one lead from the interleaved frames. Level k ≥ 1 is one file of buckets of 16·4^(k−1) samples,
// written once from start to end: tile 0 of every lead, tile 1 of every lead, … Every tile but the last has the same
// number of buckets, so that a tile's position follows from its name.
//
// Example: 14 days at 250 Hz are 302,400,000 samples; level 1 has 18,900,000 buckets in 4,615 tiles, level 8 has 1,154
// buckets in one. All levels together are 17 % of the raw signal.
//
// Invariants: the last level is the first that fits in one tile; a bucket never spans two tiles; positions are exact
// numbers (a file may exceed 2^32 bytes), never 32-bit integers.

export const bucketSamplesOfLevel1 = 16;
export const levelFactor = 4;
/** Samples of one lead in a level 0 tile. */
export const tileSamples = 16_384;
/** Buckets of one lead in a tile of any other level. */
export const tileBuckets = 4096;

/** The values that determine a layout. */
export interface PyramidShape {
  readonly lead_count: number;
  /** Samples of one lead. */
  readonly samples: number;
  /** Bytes before the first frame of TraceData.dat. */
  readonly header_bytes: number;
}

/** Returns the samples in a bucket: 1 at level 0, then 16, 64, 256, … */
export function bucketSamples(level: number): number {
  return level === 0 ? 1 : bucketSamplesOfLevel1 * levelFactor ** (level - 1);
}

/** Returns the buckets of one lead at a level (at level 0, samples). */
export function bucketCount(samples: number, level: number): number {
  return Math.ceil(samples / bucketSamples(level));
}

/** Returns the number of the coarsest level, at least 1: the first whose buckets fit in one tile. */
export function topLevel(samples: number): number {
  let level = 1;
  while (bucketCount(samples, level) > tileBuckets) level++;
  return level;
}

/** Returns the buckets (samples at level 0) of one lead in a full tile. */
export function tileSpan(level: number): number {
  return level === 0 ? tileSamples : tileBuckets;
}

export function tileCount(samples: number, level: number): number {
  return Math.ceil(bucketCount(samples, level) / tileSpan(level));
}

/** Returns the buckets (samples at level 0) in the tile with that index; 0 if there is no such tile. */
export function bucketsInTile(samples: number, level: number, index: number): number {
  const left = bucketCount(samples, level) - index * tileSpan(level);
  return Math.max(0, Math.min(tileSpan(level), left));
}

/** Returns the bytes of an encoded tile of one lead. */
function tileBytes(level: number, buckets: number): number {
  return level === 0 ? 2 * buckets : 4 * buckets + Math.ceil(buckets / 8);
}

/** Returns the bytes of the file of a level ≥ 1. */
export function levelFileBytes(shape: PyramidShape, level: number): number {
  const full = Math.floor(bucketCount(shape.samples, level) / tileBuckets);
  const rest = bucketsInTile(shape.samples, level, full);
  return shape.lead_count * (full * tileBytes(level, tileBuckets) + tileBytes(level, rest));
}

export interface TileRange {
  /** 0: TraceData.dat; otherwise the file of that level. */
  readonly level: number;
  readonly offset: number;
  readonly length: number;
  /** Samples or buckets of one lead in the range. */
  readonly buckets: number;
}

/**
 * Returns the byte range that contains a tile, or null if there is no such tile. At level 0 the range contains the
 * frames of all leads (`deinterleave` extracts one); at any other level it is exactly the tile.
 */
export function tileRange(shape: PyramidShape, lead: number, level: number, index: number): TileRange | null {
  const whole = [lead, level, index].every((n) => Number.isSafeInteger(n) && n >= 0);
  if (!whole || lead >= shape.lead_count || level > topLevel(shape.samples)) return null;
  const buckets = bucketsInTile(shape.samples, level, index);
  if (buckets === 0) return null;
  if (level === 0) {
    const frameBytes = 2 * shape.lead_count;
    const offset = shape.header_bytes + index * tileSamples * frameBytes;
    return { level, offset, length: buckets * frameBytes, buckets };
  }
  const before = index * shape.lead_count * tileBytes(level, tileBuckets);
  const length = tileBytes(level, buckets);
  return { level, offset: before + lead * length, length, buckets };
}

/**
 * Returns the level to draw from: the coarsest that still has at least two buckets per pixel, so that a row of 1,600
 * pixels takes 3,200 to 12,800 buckets (13 to 51 kB); below 32 samples per pixel, raw samples are drawn. Every pixel
 * then shows the true extremes of its own span to within half a pixel.
 */
export function pickLevel(samplesPerPx: number, samples: number): number {
  const top = topLevel(samples);
  let level = 0;
  while (level < top && bucketSamples(level + 1) * 2 <= samplesPerPx) level++;
  return level;
}
