/**
 * Finds the P waves of one lead around intervals in which a P wave seems not to be conducted. In such an interval,
 * which is long or much longer than the previous one, there is a wave like this patient's P wave (`p-template`) after
 * the T wave and too early for the next QRS. There, and in some intervals before and after it, every P wave is stored.
 *
 * Invariant: the result depends on the signal and the beats only, not on how the signal is cut into chunks.
 */
import { halfHz } from './lead-bands.ts';
import { PTemplate } from './p-template.ts';
import { Stretch } from './stretch.ts';

/**
 * Intervals in half-rate samples: a long one, the ratio of a much longer one to the previous, and the range that is
 * searched.
 */
const longFrom = 0.95 * halfHz;
const longerBy = 1.3;
const shortest = 0.55 * halfHz;
const longest = 7 * halfHz;
/** Intervals searched before and after an unconducted P wave. */
const reach = 8;
/** A P wave farther from the next QRS than this is not conducted to it. */
const unconducted = 0.42 * halfHz;
/** Smallest distance to a QRS at which a place is compared, and that to a wide one. */
const nearest = 19;
const nearestWide = 32;
/** How much longer than usual a T wave may last. */
const longT = 0.2 * halfHz;
/** End of the T wave: at an interval of one second, at the earliest, and at the latest. */
const tEnd = 0.42 * halfHz;
const [earliestT, latestT] = [0.34 * halfHz, 0.6 * halfHz];
const step = 2;
const coarse = 3;
const alike = 0.8;
const nearlyAlike = 0.75;
/** Correlation × 100 from which a P wave is learned. */
const surely = 88;
const apart = 0.24 * halfHz;
/** Size relative to the P wave from which something else hides it: a QRS that is no beat, motion, a late T wave. */
const mostSize = 2.5;

export interface FoundPWaves {
  /** Half-rate indices of the middle of the waves, ascending, and their correlation with the patient's P wave × 100. */
  readonly places: Uint32Array;
  readonly likes: Uint8Array;
  /** First and last half-rate index of each stretch that was searched. */
  readonly looked: Uint32Array;
}

export class PWaves {
  private readonly atrial: PTemplate;
  /** Learned in long intervals, for hearts whose P waves have no fixed distance to their QRS. */
  private readonly free = new PTemplate();
  /** The P wave to search for: a copy of one of the two, then adapted to the P waves found. */
  private readonly template = new PTemplate();
  private readonly stretch = new Stretch();
  private places = new Uint32Array(64);
  private likes = new Uint8Array(64);
  private count = 0;
  private looked: number[] = [];
  /**
   * The newest beats; how many of the intervals before them are not searched yet; how many intervals to search next.
   */
  private readonly beats = new Float64Array(reach + 2);
  private seen = 0;
  private unlooked = 0;
  private next = 0;

  /** `atrial` is the P wave before the patient's QRS. */
  constructor(atrial: PTemplate) {
    this.atrial = atrial;
  }

  /** Takes a beat at half-rate index `h` of the ring `half`; beats come in order. */
  beat(half: Float32Array, h: number): void {
    const { beats } = this;
    for (let k = 0; k <= reach; k++) beats[k] = beats[k + 1] ?? 0;
    beats[reach + 1] = h;
    this.seen++;
    this.unlooked = Math.min(reach + 1, this.unlooked + 1);
    if (this.seen < 3) return;
    const isLong = this.isLong();
    if (this.next === 0 && !isLong) return;
    const isKnown = this.atrial.isKnown() && this.atrial.isCentral();
    if (isLong && !isKnown) this.learnFree(half);
    if (this.next === 0) this.template.takeOver(isKnown ? this.atrial : this.free);
    if (!this.template.isKnown()) return;
    if (isLong && this.isSuspect(half)) this.next = reach + 1;
    if (this.next === 0) return;
    this.next--;
    const from = Math.max(reach + 1 - this.unlooked, reach + 2 - this.seen, 0);
    for (let k = from; k <= reach; k++) this.look(half, this.tEndOf(k), beats[k] ?? 0, beats[k + 1] ?? 0);
    this.unlooked = 0;
  }

  found(): FoundPWaves {
    return {
      places: this.places.slice(0, this.count),
      likes: this.likes.slice(0, this.count),
      looked: Uint32Array.from(this.looked),
    };
  }

  /** Learns the largest bump between the T wave and the QRS of a long interval. */
  private learnFree(half: Float32Array): void {
    const [g, h] = [this.beats[reach] ?? 0, this.beats[reach + 1] ?? 0];
    if (h - g < longFrom || h - g > longest) return;
    const start = this.tEndOf(reach) + step;
    this.stretch.read(half, start, h - nearest);
    const place = this.free.largestBump(this.stretch, start, h - nearest);
    if (place !== null) this.free.learnAt(half, place);
  }

  /** Tells whether the newest interval is long, or much longer than the previous one. */
  private isLong(): boolean {
    const { beats } = this;
    const [a, g, h] = [beats[reach - 1] ?? 0, beats[reach] ?? 0, beats[reach + 1] ?? 0];
    const rr = h - g;
    return rr >= shortest && rr <= longest && (rr >= longFrom || rr >= longerBy * (g - a));
  }

  /** Tells whether the newest interval contains a P wave that is not conducted. */
  private isSuspect(half: Float32Array): boolean {
    const last = (this.beats[reach + 1] ?? 0) - unconducted;
    for (let at = this.tEndOf(reach); at < last; at += coarse)
      if (this.template.mayLieAt(half, at) && this.template.compare(half, at).like > alike) return true;
    return false;
  }

  /** Stores the P waves of one interval, unless it contains something larger than a P wave. */
  private look(half: Float32Array, start: number, g: number, h: number): void {
    const { count, stretch, template } = this;
    let best = -1;
    let bestLike = 0;
    stretch.read(half, start - 1, h - nearest + 1);
    const isLarge = (at: number): boolean => template.compareIn(stretch, at).size > mostSize;
    let [first, last] = [start, h - nearest];
    while (first < start + longT && isLarge(first)) first += step;
    while (last > h - nearestWide && isLarge(last)) last -= step;
    for (let at = first; at <= last; at += step) {
      const { like, size } = template.compareIn(stretch, at);
      if (size > mostSize) {
        this.count = count;
        return;
      }
      if (best >= 0 && at - best > apart) {
        this.keepNear(best, bestLike);
        best = -1;
        bestLike = 0;
      }
      if (like > nearlyAlike && like > bestLike) {
        best = at;
        bestLike = like;
      }
    }
    if (best >= 0) this.keepNear(best, bestLike);
    if (this.count > count) this.learnConducted(half, h);
    if (this.looked.at(-1) === g) this.looked[this.looked.length - 1] = h;
    else this.looked.push(g, h);
  }

  /** Learns the newest P wave if it leads to the QRS at `h`: others may be U waves. */
  private learnConducted(half: Float32Array, h: number): void {
    const place = this.places[this.count - 1] ?? 0;
    if (h - place < unconducted && (this.likes[this.count - 1] ?? 0) > surely)
      this.template.learnAt(half, place);
  }

  /** Stores the best of a place and its neighbours, which the step skipped. */
  private keepNear(place: number, like: number): void {
    const before = this.template.compareIn(this.stretch, place - 1).like;
    const behind = this.template.compareIn(this.stretch, place + 1).like;
    const most = Math.max(like, before, behind);
    if (most <= alike) return;
    this.keep(most === like ? place : most === before ? place - 1 : place + 1, most);
  }

  private keep(place: number, like: number): void {
    if (this.count === this.places.length) {
      const more = new Uint32Array(2 * this.count);
      more.set(this.places);
      this.places = more;
      const moreLikes = new Uint8Array(2 * this.count);
      moreLikes.set(this.likes);
      this.likes = moreLikes;
    }
    this.places[this.count] = place;
    this.likes[this.count++] = Math.round(100 * like);
  }

  /** Returns the first place after the T wave of beat `k`, whose length depends on the interval before that beat. */
  private tEndOf(k: number): number {
    const [before, g] = [this.beats[k - 1] ?? 0, this.beats[k] ?? 0];
    const seconds = k > 0 ? (g - before) / halfHz : 1;
    return Math.round(g + Math.min(latestT, Math.max(earliestT, tEnd * Math.sqrt(seconds))));
  }
}
