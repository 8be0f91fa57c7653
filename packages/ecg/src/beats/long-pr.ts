/**
 * Measures PR on the mean of 32 usual beats of one lead, if the P wave does not overlap the T wave before it, and
 * stores where PR is long.
 *
 * Invariant: the result depends on the signal and the beats only, not on how the signal is cut into chunks.
 */
import { delineate } from './delineate.ts';
import { halfHz } from './lead-bands.ts';
import { placeIn, unbroken } from './ring.ts';

/** Half-rate samples before and after the R peak. */
const before = 62;
const after = 28;
const beats = 32;
/** The shortest interval before a beat that is included; the longest time over which beats are averaged. */
const shortest = 0.75 * halfHz;
const longest = 120 * halfHz;
/** PR in seconds from which it is long, and the shortest and longest P wave. */
const long = 0.2;
const [shortestP, longestP] = [0.05, 0.16];
/** The smallest P wave in sums of two samples (25 µV). */
const smallestP = 50;

/** A long PR in seconds, with the half-rate indices of the first and the last averaged beat. */
export interface LongPr {
  readonly from: number;
  readonly to: number;
  readonly pr_s: number;
}

export class LongPrs {
  readonly found: LongPr[] = [];
  private readonly sum = new Float32Array(before + after);
  private readonly spare = new Float32Array(before + after);
  private count = 0;
  private first = 0;

  /**
   * Takes a usual beat at half-rate index `h` of the ring `half`, `interval` half-rate samples after the previous one.
   */
  beat(half: Float32Array, h: number, interval: number): void {
    if (interval < shortest) return;
    if (h - this.first > longest) this.count = 0;
    if (this.count === 0) {
      this.sum.fill(0);
      this.first = h;
    }
    const { sum, spare } = this;
    const values = unbroken(half, h - before, sum.length, spare);
    const at = placeIn(values, half, h - before);
    for (let k = 0; k < sum.length; k++) sum[k] = (sum[k] ?? 0) + (values[at + k] ?? 0);
    if (++this.count < beats) return;
    const pr_s = prOf(sum.map((value) => value / beats));
    if (pr_s !== null && pr_s > long) this.found.push({ from: this.first, to: h, pr_s });
    this.count = 0;
  }
}

/** Returns PR from the onset of P to that of the QRS; null if no P wave is visible. */
function prOf(mean: Float32Array): number | null {
  const [beat] = delineate(mean, halfHz, [before]);
  if (!beat?.p) return null;
  const { p, qrs } = beat;
  const lasts = (p.offset - p.onset) / halfHz;
  const base = ((mean[p.onset] ?? 0) + (mean[p.offset] ?? 0)) / 2;
  const isWave = lasts >= shortestP && lasts <= longestP && Math.abs((mean[p.peak] ?? 0) - base) >= smallestP;
  return isWave ? (qrs.onset - p.onset) / halfHz : null;
}
