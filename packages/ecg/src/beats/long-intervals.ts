/** Remembers where a lead went on without a beat for long, while its last seconds are still judged. */
import { halfHz } from './lead-bands.ts';

const longHalves = 2.5 * halfHz;
/** So many are remembered; more than fit into the time that a detector may hold back. */
const most = 16;

export class LongIntervals {
  private readonly spans: (readonly [number, number])[] = [];
  private last = 0;

  /** Takes in the next beat, at half-rate index `h`. */
  beat(h: number): void {
    if (h - this.last > longHalves) this.spans.push([this.last, h]);
    if (this.spans.length > most) this.spans.shift();
    this.last = h;
  }

  /** Whether one meets the time from `from` to `until`, before which all beats are known. */
  meets(from: number, until: number): boolean {
    if (until - this.last > longHalves) return true;
    return this.spans.some(([start, end]) => start < until && end > from);
  }
}
