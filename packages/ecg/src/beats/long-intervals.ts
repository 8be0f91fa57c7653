/** Stores the long intervals without a beat in a lead, while its last seconds are still being judged. */
import { halfHz } from './lead-bands.ts';

const longHalves = 2.5 * halfHz;
/** Number of intervals stored; more than fit into the time that a detector may delay. */
const most = 16;

export class LongIntervals {
  private readonly spans: (readonly [number, number])[] = [];
  private last = 0;

  /** Takes the next beat, at half-rate index `h`. */
  beat(h: number): void {
    if (h - this.last > longHalves) this.spans.push([this.last, h]);
    if (this.spans.length > most) this.spans.shift();
    this.last = h;
  }

  /** Tells whether a long interval overlaps the time from `from` to `until`, before which all beats are known. */
  meets(from: number, until: number): boolean {
    if (until - this.last > longHalves) return true;
    return this.spans.some(([start, end]) => start < until && end > from);
  }
}
