/**
 * Computes what each RR interval says for atrial fibrillation. Two models predict the next interval, both relative to
 * the median of the 21 intervals around it. A regular rhythm keeps to that median, with occasional early beats followed
 * by a compensating pause. Fibrillation draws every interval anew from a broad distribution, without memory (Moody and
 * Mark 1983 separate the two rhythms by such a Markov chain of intervals).
 *
 * Invariants: scaling every interval by one factor changes nothing; nothing is derived across an interval of 0.
 */
const reach = 10;
/** An interval below this share of the usual one ends in an early beat. */
const early = 0.93;
const near = 0.06;
const strongest = 2;
const floor = 1e-4;
/** Sums that are stored: more than any window is long. */
const stored = 256;
const mask = stored - 1;

/** The evidence in a window of intervals. */
export interface WindowEvidence {
  /** Sum of the log-likelihood ratios of fibrillation to a regular rhythm; each is limited to ±2. */
  readonly odds: number;
  /** Number of intervals that a regular heart with early beats explains. */
  readonly explained: number;
  /** Number of readable intervals. */
  readonly read: number;
}

/** Reads the intervals once, as far as windows need them, and stores only the sums of the newest ones. */
export class AfEvidence {
  private readonly rr: Float32Array;
  private readonly usual: LocalMedian;
  /** Sums over all intervals before one, in rings. */
  private readonly odds = new Float64Array(stored);
  private readonly explained = new Uint32Array(stored);
  private readonly read = new Uint32Array(stored);
  private count = 0;
  private wasExplained = false;
  /** The interval follows an early beat that explains it too. */
  private isCompensating = false;

  constructor(rr: Float32Array) {
    this.rr = rr;
    this.usual = new LocalMedian(rr);
  }

  /** Returns the evidence from interval `from` to `until` (exclusive), at most 255 before the newest one so far. */
  over(from: number, until: number): WindowEvidence {
    while (this.count < until) this.add(this.count++);
    const { odds, explained, read } = this;
    const [first, end] = [from & mask, until & mask];
    return {
      odds: (odds[end] ?? 0) - (odds[first] ?? 0),
      explained: (explained[end] ?? 0) - (explained[first] ?? 0),
      read: (read[end] ?? 0) - (read[first] ?? 0),
    };
  }

  private add(i: number): void {
    const { rr, odds, explained, read } = this;
    const value = rr[i] ?? 0;
    const before = rr[i - 1] ?? 0;
    const usual = this.usual.at(i);
    const own = value > 0 && before > 0 ? oddsOf(Math.log(value / usual), before / usual) : 0;
    this.wasExplained = this.explains(i, value, usual);
    const [last, next] = [i & mask, (i + 1) & mask];
    odds[next] = (odds[last] ?? 0) + own;
    explained[next] = (explained[last] ?? 0) + Number(value > 0 && this.wasExplained);
    read[next] = (read[last] ?? 0) + Number(value > 0);
  }

  /** Tells whether an interval is usual, or that of an early beat or the next one, if the two fit a sinus rhythm. */
  private explains(i: number, value: number, usual: number): boolean {
    if (this.isCompensating) {
      this.isCompensating = false;
      return true;
    }
    if (value > 0 && Math.abs(value - usual) < near * usual) return true;
    const next = this.rr[i + 1] ?? 0;
    if (value <= 0 || next <= 0 || value >= early * usual || !this.wasExplained) return false;
    this.isCompensating =
      Math.abs(value + next - 2 * usual) < 0.08 * usual ||
      (next > 0.96 * usual && next < 2.08 * usual - value);
    return this.isCompensating;
  }
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

/** Computes the median of the readable intervals at most `reach` away; uses a sliding sorted window. */
class LocalMedian {
  private readonly rr: Float32Array;
  private readonly held = new Float32Array(2 * reach + 2);
  private count = 0;

  constructor(rr: Float32Array) {
    this.rr = rr;
    for (let i = 0; i < reach; i++) this.take(rr[i] ?? 0);
  }

  /** Returns the median around interval `i`, the one after that of the last call; the first is 0. */
  at(i: number): number {
    const { rr, held } = this;
    this.drop(rr[i - reach - 1] ?? 0);
    this.take(rr[i + reach] ?? 0);
    return this.count > 0 ? (held[this.count >> 1] ?? 0.8) : 0.8;
  }

  private drop(gone: number): void {
    const { held } = this;
    if (gone <= 0) return;
    this.count--;
    for (let at = held.indexOf(gone); at < this.count; at++) held[at] = held[at + 1] ?? 0;
  }

  private take(fresh: number): void {
    const { held } = this;
    if (fresh <= 0) return;
    let at = this.count++;
    for (; at > 0 && (held[at - 1] ?? 0) > fresh; at--) held[at] = held[at - 1] ?? 0;
    held[at] = fresh;
  }
}
