// Encodes and decodes tiles. Level 0: int16 samples. Other levels: int16 minima, int16 maxima, then one bit per bucket
// (lowest bit first) that is set if any sample of it is missing. A bucket without any sample has minimum and maximum
// −32768, like "no signal" in the signal itself. Numbers are little-endian, as on every machine that runs Node or a
// browser here.

import { NO_SIGNAL } from '../labels/stored-samples.ts';

export interface BucketTile {
  readonly min: Int16Array;
  readonly max: Int16Array;
  /** 1 if any sample of the bucket is missing. */
  readonly gap: Uint8Array;
}

/** Encodes a tile of `count` buckets from the start of the arrays. */
export function encodeTile(tile: BucketTile, count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4 * count + Math.ceil(count / 8));
  const words = new Int16Array(bytes.buffer, 0, 2 * count);
  words.set(tile.min.subarray(0, count), 0);
  words.set(tile.max.subarray(0, count), count);
  for (let i = 0; i < count; i++) {
    if (tile.gap[i] !== 0) bytes[4 * count + (i >> 3)] = (bytes[4 * count + (i >> 3)] ?? 0) | (1 << (i & 7));
  }
  return bytes;
}

/** Decodes a tile; the number of buckets follows from the length. Throws a RangeError for any other length. */
export function decodeTile(bytes: Uint8Array): BucketTile {
  const count = Math.floor((bytes.length * 8) / 33);
  if (4 * count + Math.ceil(count / 8) !== bytes.length)
    throw new RangeError(`no tile has ${bytes.length} bytes`);
  const words = wordsOf(bytes.subarray(0, 4 * count));
  const gap = new Uint8Array(count);
  for (let i = 0; i < count; i++) gap[i] = ((bytes[4 * count + (i >> 3)] ?? 0) >> (i & 7)) & 1;
  return { min: words.subarray(0, count), max: words.subarray(count), gap };
}

/**
 * Returns the int16 values of little-endian bytes; they are copied, so any alignment is valid (`slice` would not copy a
 * Node buffer). Throws a RangeError for an odd length.
 */
export function wordsOf(bytes: Uint8Array): Int16Array<ArrayBuffer> {
  return new Int16Array(new Uint8Array(bytes).buffer);
}

/** Returns the same values without a copy if their alignment allows it, for callers that only read them. */
function wordsIn(bytes: Uint8Array): Int16Array {
  if (bytes.byteOffset % 2 !== 0 || bytes.length % 2 !== 0) return wordsOf(bytes);
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
}

/** Extracts one lead's samples from interleaved frames. */
function deinterleave(frames: Int16Array, leadCount: number, lead: number): Int16Array<ArrayBuffer> {
  const samples = new Int16Array(frames.length / leadCount);
  for (let i = 0, at = lead; i < samples.length; i++, at += leadCount) samples[i] = frames[at] ?? NO_SIGNAL;
  return samples;
}

/** Returns a level 0 tile's bytes, in memory of their own: one lead from the bytes of a range of TraceData.dat. */
export function encodeSampleTile(
  frameBytes: Uint8Array,
  leadCount: number,
  lead: number,
): Uint8Array<ArrayBuffer> {
  if (leadCount === 1) return new Uint8Array(frameBytes);
  return new Uint8Array(deinterleave(wordsIn(frameBytes), leadCount, lead).buffer);
}
