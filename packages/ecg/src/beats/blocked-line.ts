/**
 * Finds intervals in which one lead shows no QRS because its amplifier was blocked: an electrode loses contact or is
 * pulled, the line jumps by more than a QRS, and returns to its level within seconds. Beats come back when it is nearly
 * there. A real pause does not begin with a jump of the line.
 *
 * A shock makes the line jump in the same way, and a real pause may follow it. So nothing is found after a rhythm that
 * may have been shocked: a fast one, or one whose beats are doubtful or of shapes that do not repeat.
 *
 * Invariants: a factor, an offset or a change of sign of the signal changes nothing.
 */
import { halfHz } from './lead-bands.ts';
import { templateBefore } from './template-qrs.ts';

/** Shortest and longest interval; an amplifier returns within seconds. */
const shortest = 2 * halfHz;
const longest = 8 * halfHz;
/** Half-rate samples in which the line is averaged. */
const step = Math.round(0.2 * halfHz);
/** Half-rate samples after and before a beat that its T wave, its P wave and its QRS take. */
const tWave = Math.round(0.4 * halfHz);
const pWave = Math.round(0.25 * halfHz);
/** The level before the jump is taken in this time before the last beat, which may be the jump itself. */
const levelFrom = 1 * halfHz;
/** How far the line jumps and how far it returns, in heights of the dominant QRS, and the straightness of its way. */
const leastSwing = 1;
const straight = 0.85;
/** Beats before the last one that are looked at, and how many of them are certain and of a shape that repeats. */
const looked = 4;
const usualAtLeast = 2;
const surely = 3;
const held = 12;
/** Longest mean interval, in half-rate samples, of a rhythm that may have been shocked (120 a minute). */
const fast = 0.5 * halfHz;
/** Half-rate samples on each side of the peak that contain the QRS. */
const qrsReach = 12;

interface Span {
  readonly from: number;
  readonly until: number;
}

export class BlockedLine {
  private readonly at: number[] = [];
  private readonly template: number[] = [];
  private readonly sure: boolean[] = [];

  /**
   * Takes the next beat, at half-rate index `h` of the ring `half`; `shape` is the dominant template. Returns the
   * interval before it if the line was blocked there.
   */
  beat(
    half: Float32Array,
    h: number,
    seen: { readonly odds: number; readonly template: number },
    shape: Float32Array,
  ): Span | null {
    const from = this.at.at(-1) ?? -Infinity;
    const isLong = h - from >= shortest && h - from <= longest;
    const isBlocked = isLong && this.isUsual() && jumpsAndReturns(half, from, h, heightOf(shape));
    this.at.push(h);
    this.template.push(seen.template);
    this.sure.push(seen.odds >= surely);
    if (this.at.length > held) for (const list of [this.at, this.template, this.sure]) list.shift();
    return isBlocked ? { from, until: h } : null;
  }

  /** Returns the half-rate index before which no later beat can show a blocked line, if beats before `decided` are known. */
  settled(decided: number): number {
    const last = this.at.at(-1) ?? -Infinity;
    return decided - last <= longest ? last : decided;
  }

  /** Tells whether the beats so far, apart from the last one, are those of a rhythm that was not shocked. */
  private isUsual(): boolean {
    const { at, template, sure } = this;
    const last = at.length - 2;
    if (last < looked) return false;
    let usual = 0;
    for (let i = last; i > last - looked; i--)
      usual += Number(
        sure[i] === true && template.indexOf(template[i] ?? -1) !== template.lastIndexOf(template[i] ?? -1),
      );
    const span = (at[last] ?? 0) - (at[last - looked] ?? 0);
    return usual >= usualAtLeast && span > looked * fast;
  }
}

function heightOf(shape: Float32Array): number {
  let [low, high] = [Infinity, -Infinity];
  for (let k = templateBefore - qrsReach; k <= templateBefore + qrsReach; k++) {
    low = Math.min(low, shape[k] ?? 0);
    high = Math.max(high, shape[k] ?? 0);
  }
  return high - low;
}

/** Returns the means of the line in steps of 0.2 s. */
function meansIn(half: Float32Array, from: number, until: number): number[] {
  const means: number[] = [];
  for (let at = from; at + step <= until; at += step) {
    let sum = 0;
    for (let k = at; k < at + step; k++) sum += half[k & (half.length - 1)] ?? 0;
    means.push(sum / step);
  }
  return means;
}

/**
 * Tells whether the line is far from its former level in the first half of the interval between two beats, and comes
 * back until its end.
 */
function jumpsAndReturns(half: Float32Array, from: number, until: number, height: number): boolean {
  const level = meansIn(half, from - levelFrom, from - tWave);
  const usual = level.reduce((sum, one) => sum + one, 0) / level.length;
  const line = meansIn(half, from + tWave, until - pWave);
  let farthest = 0;
  line.forEach((one, k) => {
    if (Math.abs(one - usual) > Math.abs((line[farthest] ?? 0) - usual)) farthest = k;
  });
  if (2 * farthest > line.length) return false;
  let way = 0;
  for (let k = farthest + 1; k < line.length; k++) way += Math.abs((line[k] ?? 0) - (line[k - 1] ?? 0));
  const jump = (line[farthest] ?? 0) - usual;
  const back = Math.sign(jump) * ((line[farthest] ?? 0) - (line.at(-1) ?? 0));
  return Math.min(Math.abs(jump), back) >= leastSwing * height && back >= straight * way && height > 0;
}
