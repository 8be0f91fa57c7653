/**
 * One lead at the working rate (250 Hz, microvolts) in a ring of 65 s, its half rate beside it, and the QRS envelope
 * at half rate: the mean absolute Haar wavelets at 64 and 32 ms (about 5 to 30 Hz; Li et al. 1995 use this family)
 * over 96 ms. Moving sums only: no multiplication per sample, no allocation. Two slower or sharper envelopes are
 * worked out on demand, where a candidate needs them.
 *
 * Laws: a constant added to the signal changes nothing; a factor scales every envelope; its sign does not matter.
 * Index h of an envelope stands for working sample 2h + ½, its group delay already taken off.
 */
export const workHz = 250;
export const halfHz = 125;
export const workRing = 16384;
export const halfRing = workRing / 2;
const workMask = workRing - 1;
const halfMask = halfRing - 1;

/** Half-rate samples over which an envelope is summed (96 ms). */
const span = 12;
const midDelay = 9;
/** What is worked out on demand reaches this many half-rate samples beyond its index. */
const envelopeDelay = 22;
/** Samples longer than this at once would outrun the ring. */
export const appendLimit = 4096;

export interface LeadBands {
  readonly work: Float32Array;
  readonly half: Float32Array;
  readonly mid: Float32Array;
  /** Working samples received. */
  received(): number;
  /** First half-rate index at which not everything is known yet. */
  complete(): number;
  append(samples: Float32Array, from: number, count: number): void;
}

export function createLeadBands(): LeadBands {
  return new Bands();
}

class Bands implements LeadBands {
  readonly work = new Float32Array(workRing);
  readonly half = new Float32Array(halfRing);
  readonly mid = new Float32Array(halfRing);
  private readonly parts = new Float32Array(16);
  private readonly pairs = new Float32Array(6);
  private sum = 0;
  private count = 0;
  private halves = 0;

  received(): number {
    return this.count;
  }

  complete(): number {
    return Math.max(0, this.halves - envelopeDelay);
  }

  append(samples: Float32Array, from: number, count: number): void {
    if (this.count === 0 && count > 0) this.start(samples[from] ?? 0);
    const at = this.count & workMask;
    const first = Math.min(count, workRing - at);
    this.work.set(samples.subarray(from, from + first), at);
    if (first < count) this.work.set(samples.subarray(from + first, from + count), 0);
    this.count += count;
    this.envelope(this.count >> 1);
  }

  private start(value: number): void {
    this.work.fill(value);
    this.half.fill(2 * value);
    this.pairs.fill(4 * value);
  }

  /** In stretches within which no ring begins anew, so that nothing is masked but the 16 `parts`. */
  private envelope(until: number): void {
    while (this.halves < until) {
      const at = this.halves & halfMask;
      const first = at < midDelay ? midDelay - at : halfRing - at;
      this.stretch(Math.min(until - this.halves, first));
    }
  }

  /** The last six sums of two half-rate samples travel in locals; `parts` holds the last 12 absolute wavelets. */
  private stretch(count: number): void {
    const { work, half, mid, parts, pairs } = this;
    const from = this.halves & halfMask;
    const midFrom = (this.halves - midDelay) & halfMask;
    let sum = this.sum;
    let x1 = half[(from - 1) & halfMask] ?? 0;
    let p1 = pairs[0] ?? 0;
    let p2 = pairs[1] ?? 0;
    let p3 = pairs[2] ?? 0;
    let p4 = pairs[3] ?? 0;
    let p5 = pairs[4] ?? 0;
    let p6 = pairs[5] ?? 0;
    for (let k = 0; k < count; k++) {
      const h = from + k;
      const x = (work[2 * h] ?? 0) + (work[2 * h + 1] ?? 0);
      half[h] = x;
      const p = x + x1;
      x1 = x;
      const narrow = Math.abs(p2 - p4);
      const value = Math.abs(p + p2 - p4 - p6) + narrow + narrow;
      p6 = p5;
      p5 = p4;
      p4 = p3;
      p3 = p2;
      p2 = p1;
      p1 = p;
      sum += value - (parts[(h - span) & 15] ?? 0);
      parts[h & 15] = value;
      mid[midFrom + k] = sum;
    }
    pairs[0] = p1;
    pairs[1] = p2;
    pairs[2] = p3;
    pairs[3] = p4;
    pairs[4] = p5;
    pairs[5] = p6;
    this.sum = sum;
    this.halves += count;
  }
}

/**
 * The `count` values from index `from` of a ring without a break: the ring itself, or a copy in `spare` where the
 * ring's end cuts them. `placeIn` tells where in the answer they begin.
 */
export function unbroken(ring: Float32Array, from: number, count: number, spare: Float32Array): Float32Array {
  const mask = ring.length - 1;
  if ((from & mask) + count <= ring.length) return ring;
  for (let k = 0; k < count; k++) spare[k] = ring[(from + k) & mask] ?? 0;
  return spare;
}
export const placeIn = (row: Float32Array, ring: Float32Array, from: number): number =>
  row === ring ? from & (ring.length - 1) : 0;

/** How far the two sums below look to either side of `h`. */
export const envelopeReach = 24;

/** Sum over 96 ms about `h` of the absolute Haar wavelet at 256 ms: P, T and motion. */
export function slowAt(half: Float32Array, h: number): number {
  let front = 0;
  let back = 0;
  for (let k = 0; k < 16; k++) {
    front += half[h - 6 + k] ?? 0;
    back += half[h - 22 + k] ?? 0;
  }
  let sum = Math.abs(front - back);
  for (let k = 1; k < span; k++) {
    const middle = half[h - 7 + k] ?? 0;
    front += (half[h + 9 + k] ?? 0) - middle;
    back += middle - (half[h - 23 + k] ?? 0);
    sum += Math.abs(front - back);
  }
  return sum;
}

/** Sum over `count` samples about `h` of the absolute second difference: muscle noise, pacing. */
export function fastAround(half: Float32Array, h: number, count: number): number {
  const from = h - (count >> 1);
  let a = half[from - 1] ?? 0;
  let b = half[from] ?? 0;
  let sum = 0;
  for (let k = 1; k <= count; k++) {
    const c = half[from + k] ?? 0;
    sum += Math.abs(a - 2 * b + c);
    a = b;
    b = c;
  }
  return sum;
}

export const fastAt = (half: Float32Array, h: number): number => fastAround(half, h, span);
