// Holds back the zeros at the end of a signal: behind the samples that a header states, a second of zeros in all leads is
// padding and no signal.
//
// Invariant: the result does not depend on how the signal is divided into pieces.

import type { SignalRun } from './piecewise.ts';
import type { SourceFlaw } from './recording.ts';

/** Samples of the runs in which zeros are given; hours of them are held back. */
const longestRun = 2 ** 20;

export class ZeroTail {
  readonly #hz: number;
  readonly #from: number;
  /** The first sample that is held back; null if there is none. */
  #held: number | null = null;
  #padding = 0;

  /** Zeros from the sample `from` on may be padding. */
  constructor(hz: number, from: number) {
    this.#hz = hz;
    this.#from = from;
  }

  /** Forgets what was read, before the file is read again. */
  clear(): void {
    this.#held = null;
    this.#padding = 0;
  }

  /** Returns the runs of a piece whose first sample is `first`, and of what was held back before. */
  next(samples: readonly Int32Array[], first: number, isLast: boolean): SignalRun[] {
    const length = samples[0]?.length ?? 0;
    const least = Math.max(0, this.#from - first);
    let kept = length;
    while (kept > least && samples.every((lead) => lead[kept - 1] === 0)) kept--;
    const runs = kept > 0 ? this.#release(samples.length, first) : [];
    if (kept > 0)
      runs.push({ at_s: first / this.#hz, samples: samples.map((lead) => lead.subarray(0, kept)) });
    if (kept < length) this.#held ??= first + kept;
    const end = first + length;
    const held = end - (this.#held ?? end);
    if (isLast && held < this.#hz) runs.push(...this.#release(samples.length, end));
    else if (isLast) this.#padding = held;
    return runs;
  }

  /** Returns the padding that the last piece ended. */
  flaws(frameBytes: number): SourceFlaw[] {
    return this.#padding === 0
      ? []
      : [{ code: 'bytes-after', detail: { bytes: this.#padding * frameBytes } }];
  }

  /** Returns what was held back before the sample `to`, which a signal follows, in runs that share their zeros. */
  #release(leads: number, to: number): SignalRun[] {
    const from = this.#held ?? to;
    this.#held = null;
    const zeros = new Int32Array(Math.min(longestRun, to - from));
    const runs: SignalRun[] = [];
    for (let at = from; at < to; at += longestRun) {
      const run = zeros.subarray(0, Math.min(longestRun, to - at));
      runs.push({ at_s: at / this.#hz, samples: Array.from({ length: leads }, () => run) });
    }
    return runs;
  }
}
