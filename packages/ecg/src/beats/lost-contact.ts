/**
 * Detects partly lost electrode contact in candidates that are too low for a QRS: the heart continues to beat, and its
 * complexes appear at a small part of their height, or grow from one to the next until they are detected again. After
 * asystole the first complex has its full height.
 */
import { halfHz } from './lead-bands.ts';
import type { Likeness } from './normal-templates.ts';
import type { PTemplate } from './p-template.ts';

/**
 * Log-odds from which a low candidate may be one of a growing series, and from which it is a QRS if it has its shape.
 */
const mayGrow = 1;
const surely = 3;
/**
 * Correlation with a QRS shape from which a low candidate has that shape, and with the P wave from which it may be one.
 */
const shaped = 0.8;
const likeP = 0.7;
/** Growth factor from one complex to the next, the fewest of them, and their largest distance. */
const grows = 1.3;
const fewest = 3;
const apart = 2 * halfHz;
/** Intervals with low candidates from which these are atrial waves: the contact would be lost in each. */
const mostLost = 4;
/** Up to which number of intervals they are counted; one without low candidates counts one off. */
const counted = 16;

export class LostContact {
  private readonly atrial: PTemplate;
  private count = 0;
  private last = -Infinity;
  private height = 0;
  private isShrunken = false;
  private lostIntervals = 0;

  constructor(atrial: PTemplate) {
    this.atrial = atrial;
  }

  /** Takes a candidate that is too low for a QRS; returns true if it has the shape of a QRS all the same. */
  takeLow(half: Float32Array, h: number, seen: { height: number; odds: number; like: Likeness }): boolean {
    const { height, odds, like } = seen;
    if (odds > mayGrow) {
      this.count = this.isGrown(h, height) ? this.count + 1 : 1;
      this.last = h;
      this.height = height;
    }
    const isShrunken = odds > surely && like.best > shaped && !this.atrial.liesAt(half, h, likeP);
    this.isShrunken ||= isShrunken;
    return isShrunken && this.lostIntervals < mostLost;
  }

  /** Takes a beat of the usual height, and learns the P wave before it. */
  takeBeat(half: Float32Array, h: number): void {
    this.atrial.learn(half, h);
    const { lostIntervals } = this;
    this.lostIntervals = this.isShrunken
      ? Math.min(counted, lostIntervals + 1)
      : Math.max(0, lostIntervals - 1);
    this.isShrunken = false;
  }

  /** Tells whether a low beat at half-rate index `h` continues a series of growing complexes. */
  hasGrown(h: number, height: number): boolean {
    return this.count >= fewest && this.isGrown(h, height);
  }

  private isGrown(h: number, height: number): boolean {
    return h - this.last < apart && height > grows * this.height;
  }
}
