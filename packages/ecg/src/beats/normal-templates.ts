/**
 * Learns the shapes of the certain beats of a lead: up to eight running means of their slope (first difference at half
 * rate, 264 ms), with which an uncertain candidate is compared. It uses slopes because electrode motion is slow where a
 * QRS is steep: a plain matched filter would respond to both (North 1963; whitened as in Hamilton and Tompkins 1988).
 *
 * Invariants: an offset changes nothing; a factor or a change of sign changes every shape alike, so no likeness.
 */
import { kernelOfThread } from '../kernel/kernel-of-thread.ts';
import { placeIn, unbroken } from './ring.ts';

const reach = 16;
const width = 2 * reach + 1;
const shapes = 8;
/** Shifts tried, in half-rate samples: the peak of the envelope varies a little from beat to beat. */
const furthest = 3;
const shifts = 2 * furthest + 1;
const alike = 0.8;
const surelyAlike = 0.93;
const slowest = 1 / 12;
/**
 * Share of a shape's weight that remains after a beat, and the weight below which it is forgotten: after 310 beats at
 * most.
 */
const kept = 0.98;
const forgotten = 0.1;

export interface Likeness {
  /** Correlation with the shape that fits best, −1 to 1, and with the most frequent one; 0 if none is known. */
  best: number;
  usual: number;
  /** Size relative to the best shape. */
  gain: number;
}

export interface NormalTemplates {
  learn(half: Float32Array, h: number): void;
  compare(half: Float32Array, h: number, out: Likeness): void;
}

export function createNormalTemplates(): NormalTemplates {
  return new Shapes();
}

class Shapes implements NormalTemplates {
  private readonly means = Array.from({ length: shapes }, () => new Float32Array(width));
  private readonly energy = new Float64Array(shapes);
  private readonly weight = new Float64Array(shapes);
  private readonly kernel = kernelOfThread();
  private readonly slope = new Float32Array(width + 2 * furthest);
  private readonly spare = new Float32Array(width + 2 * furthest + 1);
  /** Energy of the slope at each shift. */
  private readonly own = new Float64Array(shifts);
  private shift = 0;
  private product = 0;
  /** The shape of the last beat. */
  private latest = 0;

  learn(half: Float32Array, h: number): void {
    this.readSlope(half, h);
    let best = this.latest;
    let like = (this.weight[best] ?? 0) > 0 ? this.fit(best) : -1;
    let { shift } = this;
    for (let s = 0; s < shapes && like <= surelyAlike; s++) {
      if (s === this.latest || (this.weight[s] ?? 0) === 0) continue;
      const value = this.fit(s);
      if (value <= like) continue;
      like = value;
      best = s;
      shift = this.shift;
    }
    this.fade();
    if (like < alike) this.mix(this.replaced(), furthest);
    else this.mix(best, shift);
  }

  /** Reduces the weight of every shape with each learned beat; a shape that was not seen for long is forgotten. */
  private fade(): void {
    const { weight } = this;
    for (let s = 0; s < shapes; s++) {
      const left = kept * (weight[s] ?? 0);
      weight[s] = left < forgotten ? 0 : left;
    }
  }

  compare(half: Float32Array, h: number, out: Likeness): void {
    this.readSlope(half, h);
    out.best = 0;
    out.usual = 0;
    out.gain = 0;
    let most = 0;
    for (let s = 0; s < shapes; s++) {
      const weight = this.weight[s] ?? 0;
      if (weight === 0) continue;
      const value = this.fit(s);
      if (value > out.best) {
        out.best = value;
        out.gain = this.product / (this.energy[s] ?? 1);
      }
      if (weight > most) {
        most = weight;
        out.usual = value;
      }
    }
  }

  private readSlope(half: Float32Array, h: number): void {
    const { slope } = this;
    const from = h - reach - furthest - 1;
    const near = unbroken(half, from, slope.length + 1, this.spare);
    const at = placeIn(near, half, from);
    let before = near[at] ?? 0;
    for (let k = 0; k < slope.length; k++) {
      const value = near[at + 1 + k] ?? 0;
      slope[k] = value - before;
      before = value;
    }
    this.kernel.signal.set(slope);
    this.measure();
  }

  private measure(): void {
    const { slope, own } = this;
    let energy = 0;
    for (let k = 0; k < width; k++) energy += (slope[k] ?? 0) ** 2;
    for (let shift = 0; shift < shifts; shift++) {
      own[shift] = energy;
      energy += (slope[shift + width] ?? 0) ** 2 - (slope[shift] ?? 0) ** 2;
    }
  }

  /** Returns the best correlation over the shifts; stores that shift and its product. */
  private fit(s: number): number {
    const { own, kernel } = this;
    const energy = this.energy[s] ?? 0;
    kernel.shape.set(this.means[s] ?? this.slope);
    kernel.correlate(width);
    let best = -1;
    for (let shift = 0; shift < shifts; shift++) {
      const product = kernel.products[shift] ?? 0;
      const value = product / Math.sqrt((own[shift] ?? 0) * energy + 1e-6);
      if (value <= best) continue;
      best = value;
      this.shift = shift;
      this.product = product;
    }
    return best;
  }

  private replaced(): number {
    let least = 0;
    for (let s = 1; s < shapes; s++) if ((this.weight[s] ?? 0) < (this.weight[least] ?? 0)) least = s;
    this.weight[least] = 0;
    return least;
  }

  private mix(s: number, from: number): void {
    this.latest = s;
    const mean = this.means[s] ?? this.slope;
    const weight = this.weight[s] ?? 0;
    const part = Math.max(slowest, 1 / (weight + 1));
    let energy = 0;
    for (let k = 0; k < width; k++) {
      const value = (mean[k] ?? 0) + part * ((this.slope[k + from] ?? 0) - (mean[k] ?? 0));
      mean[k] = value;
      energy += value * value;
    }
    this.energy[s] = energy;
    this.weight[s] = weight + 1;
  }
}
