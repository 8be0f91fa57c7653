/**
 * Implements the kernel in TypeScript: the reference for the WebAssembly one, and its replacement where that is not
 * allowed.
 */
import { NO_SIGNAL } from '../labels/stored-samples.ts';
import {
  blockHalves,
  blockRaw,
  envelopeDelay,
  halfHistory,
  lookBit,
  mostFeatures,
  mostShape,
  nearReach,
  rangeReach,
  rangeStep,
  rawBefore,
  shifts,
  span,
  treeRows,
  windowColumns,
  windowHalves,
  workHistory,
} from './kernel-sizes.ts';
import { fastAt, slowAt } from './envelope-sums.ts';
import type { Kernel } from './kernel.ts';
import { medianOfNine, medianOfThree } from './median-of-nine.ts';
import { boundsOf, farthestOf, loneBendOf, turnsOf } from './portable-looks.ts';
import { sumSoftTrees, sumTrees } from './tree-tables.ts';
import type { TreeTables } from './tree-tables.ts';

const warmUp = 20;
const mostPeaks = 256;
const length = halfHistory + blockHalves + 32;

export function createPortableKernel(): Kernel {
  return new PortableKernel();
}

class PortableKernel implements Kernel {
  readonly work = new Float32Array(workHistory + 2 * blockHalves + 16);
  readonly half = new Float32Array(length);
  readonly mid = new Float32Array(length);
  readonly scan = new Float64Array(4);
  readonly peak_at = new Int32Array(mostPeaks);
  readonly peak_height = new Float32Array(mostPeaks);
  readonly peak_width = new Int32Array(mostPeaks);
  readonly nine_rows = new Float32Array(9 * windowColumns);
  readonly medians = new Float32Array(2 * windowColumns);
  readonly near_half = new Float32Array(2 * rangeReach + 1);
  readonly near_work = new Float32Array(2 * nearReach + 1);
  readonly signal = new Float32Array(mostShape + shifts);
  readonly shape = new Float32Array(mostShape);
  readonly products = new Float64Array(shifts);
  readonly sums = new Float64Array(shifts);
  readonly squares = new Float64Array(shifts);
  readonly figures = new Float64Array(5);
  readonly raw = new Int16Array(rawBefore + 1 + blockRaw);
  readonly raw_range = new Int32Array(2);
  readonly values = new Float32Array(blockRaw);
  readonly tree_rows = new Float32Array(treeRows * mostFeatures);
  readonly tree_sums = new Float64Array(treeRows);
  private readonly pairs = new Float64Array(8 + warmUp + blockHalves);
  private readonly twos = new Float64Array(8 + warmUp + blockHalves);
  private readonly fours = new Float64Array(8 + warmUp + blockHalves);

  envelope(halves: number): void {
    const { work, half, mid, pairs, twos, fours } = this;
    let x1 = 0;
    let v1 = 0;
    for (let j = -warmUp; j < halves; j++) {
      const k = 8 + warmUp + j;
      const at = workHistory + 2 * j;
      const x = (work[at] ?? 0) + (work[at + 1] ?? 0);
      if (j >= 0) half[halfHistory + j] = x;
      const p = x + x1;
      x1 = x;
      pairs[k] = p;
      const [p2, p4, p6] = [pairs[k - 2] ?? 0, pairs[k - 4] ?? 0, pairs[k - 6] ?? 0];
      const narrow = Math.abs(p2 - p4);
      const v = Math.abs(p + p2 - p4 - p6) + narrow + narrow;
      const two = v + v1;
      v1 = v;
      twos[k] = two;
      const four = two + (twos[k - 2] ?? 0);
      fours[k] = four;
      const twelve = four + (fours[k - 4] ?? 0) + (fours[k - 8] ?? 0);
      if (j >= 0) mid[halfHistory - envelopeDelay + j] = twelve;
    }
  }

  peaks(from: number, until: number): number {
    const { mid, scan } = this;
    let rising = scan[0] === 1;
    let best = scan[1] ?? 0;
    let bestAt = scan[2] ?? 0;
    let before = scan[3] ?? 0;
    let found = 0;
    for (let h = from; h < until; h++) {
      const value = mid[halfHistory + h] ?? 0;
      if (!rising) {
        if (value > before) {
          rising = true;
          best = value;
          bestAt = h;
        }
      } else if (value > best) {
        best = value;
        bestAt = h;
      } else if (h - bestAt >= span) {
        this.keepPeak(found++, bestAt, best);
        rising = false;
      }
      before = value;
    }
    scan[0] = rising ? 1 : 0;
    scan[1] = best;
    scan[2] = bestAt;
    scan[3] = before;
    return found;
  }

  window(from: number): void {
    const { mid, half, figures } = this;
    let top = 0;
    let topAt = from;
    let floor = Math.fround(3.4e38);
    for (let h = from; h < from + windowHalves; h++) {
      const value = mid[halfHistory + h] ?? 0;
      if (value > top) {
        top = value;
        topAt = h;
      }
      if (value < floor) floor = value;
    }
    let even = 0;
    let odd = 0;
    for (let k = halfHistory + from; k < halfHistory + from + windowHalves; k += 2) {
      const b = half[k] ?? 0;
      const c = half[k + 1] ?? 0;
      even += Math.abs((half[k - 1] ?? 0) - 2 * b + c);
      odd += Math.abs(b - 2 * c + (half[k + 2] ?? 0));
    }
    figures[0] = top;
    figures[1] = floor;
    figures[2] = even + odd;
    figures[3] = fastAt(half, halfHistory + topAt);
    figures[4] = slowAt(half, halfHistory + topAt);
  }

  mediansOfNine(): void {
    const { nine_rows, medians } = this;
    for (let column = 0; column < windowColumns; column++) {
      medians[column] = medianOfNine(nine_rows, column, windowColumns);
      medians[windowColumns + column] = medianOfThree(
        nine_rows[3 * windowColumns + column] ?? 0,
        nine_rows[4 * windowColumns + column] ?? 0,
        nine_rows[5 * windowColumns + column] ?? 0,
      );
    }
  }

  range(): number {
    const { near_half } = this;
    let low = Infinity;
    let high = -Infinity;
    for (let k = 0; k < near_half.length; k += rangeStep) {
      const value = near_half[k] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return high - low;
  }

  turns(steep: number): number {
    return turnsOf(this.near_work, steep);
  }

  farthest(): number {
    return farthestOf(this.near_work);
  }

  bounds(part: number): number {
    return boundsOf(this.near_work, part);
  }

  loneBend(before: number, after: number): number {
    return loneBendOf(this.near_work, before, after);
  }

  correlate(length: number): void {
    const { signal, shape, products } = this;
    for (let shift = 0; shift < shifts; shift++) {
      let sum = 0;
      for (let k = 0; k < length; k++) sum += (signal[shift + k] ?? 0) * (shape[k] ?? 0);
      products[shift] = sum;
    }
  }

  moments(length: number): void {
    const { signal, sums, squares } = this;
    for (let shift = 0; shift < shifts; shift++) {
      let sum = 0;
      let square = 0;
      for (let k = shift; k < shift + length; k++) {
        const value = signal[k] ?? 0;
        sum += value;
        square += value * value;
      }
      sums[shift] = sum;
      squares[shift] = square;
    }
  }

  steepest(count: number): number {
    const { raw } = this;
    let most = 0;
    for (let k = 0; k < count; k++)
      most = Math.max(most, Math.abs((raw[rawBefore + 1 + k] ?? 0) - (raw[rawBefore + k] ?? 0)));
    return Math.min(most, 32767);
  }

  look(count: number): number {
    const { raw, raw_range } = this;
    let low = 32767;
    let high = -32768;
    let bits = 0;
    for (let k = 0; k < count; k++) {
      const value = raw[rawBefore + 1 + k] ?? 0;
      if (value === NO_SIGNAL) bits |= lookBit.gap;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    for (let k = 0; k + 8 <= count; k += 8) {
      let equal = 0;
      while (equal < 8 && raw[rawBefore + k + equal] === raw[rawBefore + 1 + k + equal]) equal++;
      if (equal === 8) bits |= lookBit.held;
    }
    raw_range[0] = low;
    raw_range[1] = high;
    return bits;
  }

  scale(count: number, gain: number, offset: number): void {
    const { raw, values } = this;
    for (let k = 0; k < count; k++) values[k] = (raw[rawBefore + 1 + k] ?? 0) * gain + offset;
  }

  sumTrees(tables: TreeTables): void {
    const { tree_rows, tree_sums } = this;
    const sum = tables.is_soft ? sumSoftTrees : sumTrees;
    for (let r = 0; r < treeRows; r++) tree_sums[r] = sum(tables, tree_rows, r, treeRows);
  }

  private keepPeak(slot: number, at: number, height: number): void {
    const { mid } = this;
    const level = height / 2;
    const place = halfHistory + at;
    let left = 0;
    let right = 0;
    while (left < span && (mid[place - left - 1] ?? 0) > level) left++;
    while (right < span && (mid[place + right + 1] ?? 0) > level) right++;
    this.peak_at[slot] = at;
    this.peak_height[slot] = height;
    this.peak_width[slot] = left + right + 1;
  }
}
