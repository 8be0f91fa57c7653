/**
 * Knows the patient's P wave in one lead: the mean of what lies before certain beats. What is low beside the QRS and
 * looks like it is a P wave that no QRS follows, not a beat.
 *
 * Laws: a factor, an offset or a slope of the signal changes no answer.
 */
import { halfHz } from './lead-bands.ts';

/** Half-rate samples before a QRS in which its P wave lies: 280 to 64 ms. */
const from = 35;
const size = 27;
/** Beats nearer than this to the one before have the T wave where the P wave would be. */
const nearestBeat = 0.55 * halfHz;
const fewestBeats = 20;
const slowest = 1 / 64;
/** The smallest P wave, as mean deviation in half-rate sums (8 µV). */
const smallest = 16;
/** How far about a place the P wave is looked for, and in which steps. */
const reach = 12;
const step = 2;
/** Correlation, and size beside the patient's, from which it is one. */
const alike = 0.9;
const [leastSize, mostSize] = [0.5, 1.8];

/** Half-rate samples to either side between which a wave bends, and how much beside the patient's P wave at least. */
const bendReach = 10;
const leastBend = 0.35;

/** A wave as P waves are, without its mean. */
const bump = Float32Array.from({ length: size }, (_, i) => Math.exp(-0.5 * ((i - (size >> 1)) / 3) ** 2));
bump.forEach((value, i) => (bump[i] = value - (3 * Math.sqrt(2 * Math.PI)) / size));

export class PTemplate {
  private readonly mean = new Float32Array(size);
  private readonly part = new Float32Array(size);
  private beats = 0;
  private last = -Infinity;
  /** Size of the mean. */
  private own = 0;
  private readonly answer = { like: 0, size: 0 };

  /** Takes in what lies before a certain beat at half-rate index `h` of the ring `half`. */
  learn(half: Float32Array, h: number): void {
    const since = h - this.last;
    this.last = h;
    if (since >= nearestBeat) this.learnAt(half, h - from + (size >> 1));
  }

  /** Takes in the signal around half-rate index `h`. */
  learnAt(half: Float32Array, h: number): void {
    this.take(half, h - (size >> 1));
    const weight = Math.max(slowest, 1 / ++this.beats);
    for (let i = 0; i < size; i++)
      this.mean[i] = (this.mean[i] ?? 0) + weight * ((this.part[i] ?? 0) - (this.mean[i] ?? 0));
    this.own = Math.sqrt(product(this.mean, this.mean));
  }

  /** Becomes what another one is. */
  takeOver(other: PTemplate): void {
    this.mean.set(other.mean);
    this.beats = other.beats;
    this.own = other.own;
  }

  forget(): void {
    this.mean.fill(0);
    this.beats = 0;
    this.own = 0;
    this.last = -Infinity;
  }

  /** Whether the patient has a P wave in this lead, as far as the beats so far show it. */
  isKnown(): boolean {
    return this.beats >= fewestBeats && this.own >= smallest * Math.sqrt(size);
  }

  /** Whether the signal around half-rate index `h` bends about as the P wave does: three samples say so at little cost. */
  mayLieAt(half: Float32Array, h: number): boolean {
    const own = bend(this.mean, size >> 1);
    if (Math.abs(own) * Math.sqrt(size) < this.own) return true;
    const mask = half.length - 1;
    const other =
      (half[h & mask] ?? 0) - ((half[(h - bendReach) & mask] ?? 0) + (half[(h + bendReach) & mask] ?? 0)) / 2;
    return other / own > leastBend;
  }

  /** How much of a bump of 50 ms the signal around half-rate index `h` holds; below zero where it points down. */
  bumpAt(half: Float32Array, h: number): number {
    this.take(half, h - (size >> 1));
    return product(bump, this.part);
  }

  /** Whether a P wave lies about half-rate index `h`: correlation over `like`. */
  liesAt(half: Float32Array, h: number, like = alike): boolean {
    if (!this.isKnown()) return false;
    for (let at = h - reach; at <= h + reach; at += step) if (this.compare(half, at).like > like) return true;
    return false;
  }

  /**
   * Compares the signal around half-rate index `h` with the P wave: `size` as a ratio, `like` as correlation, 0 if the size
   * is not that of a P wave. Returns the same object every time.
   */
  compare(half: Float32Array, h: number): { readonly like: number; readonly size: number } {
    const { answer, own } = this;
    this.take(half, h - (size >> 1));
    const other = Math.sqrt(product(this.part, this.part));
    answer.size = other / own;
    const isSized = answer.size >= leastSize && answer.size <= mostSize;
    answer.like = isSized ? product(this.mean, this.part) / (own * other) : 0;
    return answer;
  }

  /** The signal from `start` on without its slope and its mean. */
  private take(half: Float32Array, start: number): void {
    const mask = half.length - 1;
    const first = half[start & mask] ?? 0;
    const slope = ((half[(start + size - 1) & mask] ?? 0) - first) / (size - 1);
    let sum = 0;
    for (let i = 0; i < size; i++) {
      const value = (half[(start + i) & mask] ?? 0) - first - slope * i;
      this.part[i] = value;
      sum += value;
    }
    for (let i = 0; i < size; i++) this.part[i] = (this.part[i] ?? 0) - sum / size;
  }
}

const bend = (values: Float32Array, at: number): number =>
  (values[at] ?? 0) - ((values[at - bendReach] ?? 0) + (values[at + bendReach] ?? 0)) / 2;

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < size; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
