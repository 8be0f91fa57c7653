/**
 * Learns the patient's P wave in one lead: the mean of the signal before certain beats. A wave that is low compared
 * with the QRS and looks like it is a P wave that no QRS follows, not a beat.
 *
 * Invariants: a factor, an offset or a slope of the signal changes no result.
 */
import { halfHz } from './lead-bands.ts';
import { width as size } from './stretch.ts';
import type { Stretch } from './stretch.ts';

/** Start of the P wave in half-rate samples before a QRS: it is 280 to 64 ms before it. */
const from = 35;
/** Beats nearer to the previous one than this have its T wave where the P wave would be. */
const nearestBeat = 0.55 * halfHz;
const fewestBeats = 20;
const slowest = 1 / 64;
/** The smallest P wave, as mean deviation in half-rate sums (8 µV). */
const smallest = 16;
/** How far around a place the P wave is searched, and in which steps. */
const reach = 12;
const step = 2;
/** Correlation, and size relative to the patient's P wave, from which a wave is one. */
const alike = 0.9;
const [leastSize, mostSize] = [0.5, 1.8];

/**
 * Half-rate samples to either side between which a wave bends, and the smallest bend relative to the patient's P wave.
 */
const bendReach = 10;
const leastBend = 0.35;
const root = Math.sqrt(size);
/** How far from both ends the P wave is largest. */
const edge = 5;

/** A typical P wave, without its mean. */
const bump = Float32Array.from({ length: size }, (_, i) => Math.exp(-0.5 * ((i - (size >> 1)) / 3) ** 2));
bump.forEach((value, i) => (bump[i] = value - (3 * Math.sqrt(2 * Math.PI)) / size));
const bumpSize = Math.sqrt(product(bump, bump));

export class PTemplate {
  private readonly mean = new Float32Array(size);
  private readonly part = new Float32Array(size);
  private beats = 0;
  private last = -Infinity;
  /** Size of the mean, and how much it bends. */
  private own = 0;
  private ownBend = 0;
  private readonly answer = { like: 0, size: 0 };

  /** Learns from the signal before a certain beat at half-rate index `h` of the ring `half`. */
  learn(half: Float32Array, h: number): void {
    const since = h - this.last;
    this.last = h;
    if (since >= nearestBeat) this.learnAt(half, h - from + (size >> 1));
  }

  /** Learns from the signal around half-rate index `h`. */
  learnAt(half: Float32Array, h: number): void {
    this.take(half, h - (size >> 1));
    const weight = Math.max(slowest, 1 / ++this.beats);
    for (let i = 0; i < size; i++)
      this.mean[i] = (this.mean[i] ?? 0) + weight * ((this.part[i] ?? 0) - (this.mean[i] ?? 0));
    this.own = Math.sqrt(product(this.mean, this.mean));
    this.ownBend = bend(this.mean, size >> 1);
  }

  /** Copies another template into this one. */
  takeOver(other: PTemplate): void {
    this.mean.set(other.mean);
    this.beats = other.beats;
    this.own = other.own;
    this.ownBend = other.ownBend;
  }

  forget(): void {
    this.mean.fill(0);
    this.beats = 0;
    this.own = 0;
    this.ownBend = 0;
    this.last = -Infinity;
  }

  /** Tells whether the patient has a P wave in this lead, as far as the beats so far show it. */
  isKnown(): boolean {
    return this.beats >= fewestBeats && this.own >= smallest * root;
  }

  /** Tells whether the P wave is in the middle. At the end it is the onset of a wide QRS that no P wave leads to. */
  isCentral(): boolean {
    let place = 0;
    for (let i = 1; i < size; i++)
      if (Math.abs(this.mean[i] ?? 0) > Math.abs(this.mean[place] ?? 0)) place = i;
    return place >= edge && place < size - edge;
  }

  /**
   * Tells whether the signal around half-rate index `h` bends about as the P wave does; a cheap check of three samples.
   */
  mayLieAt(half: Float32Array, h: number): boolean {
    const own = this.ownBend;
    if (Math.abs(own) * root < this.own) return true;
    const mask = half.length - 1;
    const other =
      (half[h & mask] ?? 0) - ((half[(h - bendReach) & mask] ?? 0) + (half[(h + bendReach) & mask] ?? 0)) / 2;
    return other / own > leastBend;
  }

  /**
   * Returns the place between `first` and `last` around which a stretch contains most of a bump of 50 ms, up or down.
   * A T wave before `first` and a QRS after `last` have no largest place between them.
   */
  largestBump(stretch: Stretch, first: number, last: number): number | null {
    const bumpAt = (at: number): number => Math.abs(stretch.productAt(at, bump));
    let largest: number | null = null;
    let most = 0;
    for (let at = first + 1; at < last; at++) {
      if (bumpSize * stretch.sizeAt(at) <= most) continue;
      const part = bumpAt(at);
      if (part <= most || part < bumpAt(at - 1) || part < bumpAt(at + 1)) continue;
      most = part;
      largest = at;
    }
    return largest;
  }

  /** Tells whether there is a P wave around half-rate index `h`, with a correlation above `like`. */
  liesAt(half: Float32Array, h: number, like = alike): boolean {
    if (!this.isKnown()) return false;
    for (let at = h - reach; at <= h + reach; at += step) if (this.compare(half, at).like > like) return true;
    return false;
  }

  /**
   * Compares the signal around half-rate index `h` with the P wave: `size` is a ratio, `like` a correlation, 0 if the
   * size is not that of a P wave. Returns the same object every time.
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

  /** Compares the signal around a place of a stretch with the P wave, as `compare` does. */
  compareIn(stretch: Stretch, at: number): { readonly like: number; readonly size: number } {
    const { answer, own } = this;
    const other = stretch.sizeAt(at);
    answer.size = other / own;
    const isSized = answer.size >= leastSize && answer.size <= mostSize;
    answer.like = isSized ? stretch.productAt(at, this.mean) / (own * other) : 0;
    return answer;
  }

  /** Takes the signal from `start` on, without its slope and its mean. */
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
