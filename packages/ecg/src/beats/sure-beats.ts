/** Counts, second by second, the beats of the last minutes that the detector is certain of. */
import { halfHz } from './lead-bands.ts';

/** Log-odds from which the detector is certain of a beat. */
const surely = 3;
/** Seconds stored: more than a detector may delay. */
const ring = 256;

export class SureBeats {
  private readonly counts = new Uint8Array(ring);
  private last = 0;

  /** Takes the next beat, at half-rate index `h`. */
  beat(h: number, odds: number): void {
    const second = Math.max(this.last, Math.floor(h / halfHz));
    for (let s = Math.max(this.last, second - ring) + 1; s <= second; s++) this.counts[s % ring] = 0;
    this.last = second;
    if (odds >= surely) this.counts[second % ring] = (this.counts[second % ring] ?? 0) + 1;
  }

  /** Returns how many certain beats there are from second `from` to before `until`. */
  between(from: number, until: number): number {
    let sum = 0;
    for (let s = from; s < Math.min(until, this.last + 1); s++) sum += this.counts[s % ring] ?? 0;
    return sum;
  }
}
