/**
 * Computes what each RR interval says for atrial fibrillation. Two models predict the next interval, both relative to
 * the median of the 21 intervals around it. A regular rhythm keeps to that median, with occasional early beats followed
 * by a compensating pause. Fibrillation draws every interval anew from a broad distribution, without memory (Moody and
 * Mark 1983 separate the two rhythms by such a Markov chain of intervals).
 *
 * Invariants: scaling every interval by one factor changes nothing; nothing is derived across an interval of 0.
 */
import { release } from '../beats/release.ts';

export interface AfEvidence {
  /**
   * Sums up to each interval of the log-likelihood ratio of fibrillation to a regular rhythm; each term is limited to
   * ±2.
   */
  readonly odds: Float64Array;
  /** Number of intervals up to each one that a regular heart with early beats explains. */
  readonly explained: Uint32Array;
  /** Number of readable intervals up to each one. */
  readonly read: Uint32Array;
}

const reach = 10;
/** An interval below this share of the usual one ends in an early beat. */
const early = 0.93;
const near = 0.06;
const strongest = 2;
const floor = 1e-4;

export function afEvidence(rr: Float32Array): AfEvidence {
  const n = rr.length;
  const usual = localMedians(rr);
  const known = explainedIntervals(rr, usual);
  const evidence = {
    odds: new Float64Array(n + 1),
    explained: new Uint32Array(n + 1),
    read: new Uint32Array(n + 1),
  };
  for (let i = 0; i < n; i++) {
    const value = rr[i] ?? 0;
    const before = i > 0 ? (rr[i - 1] ?? 0) : 0;
    const u = usual[i] ?? 1;
    const odds = value > 0 && before > 0 ? oddsOf(Math.log(value / u), before / u) : 0;
    evidence.odds[i + 1] = (evidence.odds[i] ?? 0) + odds;
    evidence.explained[i + 1] = (evidence.explained[i] ?? 0) + (value > 0 ? (known[i] ?? 0) : 0);
    evidence.read[i + 1] = (evidence.read[i] ?? 0) + (value > 0 ? 1 : 0);
  }
  release(usual, known);
  return evidence;
}

const bell = (x: number, middle: number, width: number): number =>
  Math.exp(-0.5 * ((x - middle) / width) ** 2) / (2.5066 * width);
const even = (x: number, low: number, high: number): number => (x >= low && x <= high ? 1 / (high - low) : 0);

/**
 * Returns the log-odds of an interval. `step` is the log of the interval divided by the usual one, `before` the
 * previous interval divided by the usual one.
 */
function oddsOf(step: number, before: number): number {
  const anything = even(step, -1.5, 1.2);
  const regular =
    before < early
      ? 0.35 * even(step, -0.05, Math.log(2.1 - before)) +
        0.25 * bell(step, Math.log(2 - before), 0.05) +
        0.2 * bell(step, 0, 0.05) +
        0.15 * even(step, -1, -0.05) +
        0.05 * anything
      : 0.82 * bell(step, 0, 0.04) + 0.13 * even(step, -1, -0.03) + 0.05 * anything;
  const fibrillating = 0.85 * bell(step, 0.02, 0.25) + 0.15 * anything;
  const odds = Math.log((fibrillating + floor) / (regular + floor));
  return Math.max(-strongest, Math.min(strongest, odds));
}

/**
 * Returns 1 for each usual interval, and for the interval of an early beat and the next one if the two fit a sinus
 * rhythm.
 */
function explainedIntervals(rr: Float32Array, usual: Float32Array): Uint8Array {
  const known = new Uint8Array(rr.length);
  for (let i = 0; i < rr.length; i++) {
    const u = usual[i] ?? 1;
    const value = rr[i] ?? 0;
    const next = rr[i + 1] ?? 0;
    if (value > 0 && Math.abs(value - u) < near * u) {
      known[i] = 1;
      continue;
    }
    if (i === 0 || value <= 0 || next <= 0 || value >= early * u || known[i - 1] === 0) continue;
    const made = Math.abs(value + next - 2 * u) < 0.08 * u || (next > 0.96 * u && next < 2.08 * u - value);
    if (!made) continue;
    known[i] = 1;
    known[i + 1] = 1;
    i++;
  }
  return known;
}

/** Returns the median of the readable intervals at most `reach` away; uses a sliding sorted window. */
function localMedians(rr: Float32Array): Float32Array {
  const medians = new Float32Array(rr.length);
  const held = new Float32Array(2 * reach + 2);
  let count = 0;
  for (let i = -reach; i < rr.length; i++) {
    const gone = rr[i - reach - 1] ?? 0;
    if (gone > 0) {
      let at = held.indexOf(gone);
      count--;
      for (; at < count; at++) held[at] = held[at + 1] ?? 0;
    }
    const fresh = rr[i + reach] ?? 0;
    if (fresh > 0) {
      let at = count++;
      for (; at > 0 && (held[at - 1] ?? 0) > fresh; at--) held[at] = held[at - 1] ?? 0;
      held[at] = fresh;
    }
    if (i >= 0) medians[i] = count > 0 ? (held[count >> 1] ?? 0.8) : 0.8;
  }
  return medians;
}
