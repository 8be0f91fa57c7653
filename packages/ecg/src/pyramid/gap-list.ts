// Lists the gaps of one lead for people: where the signal stops and starts again.
//
// Tiles store every gap; the list is for drawing lanes and for counting. Gaps with less than one second of signal
// between them are listed as one. If a lead still has more than `maxGaps`, that distance is doubled and the list folded
// again, as often as needed; the list contains the distance that was used. The rule depends on the order of samples
// alone, not on how they arrive. `missing_samples` counts every missing sample, merged or not.

import { NO_SIGNAL } from '../labels/stored-samples.ts';

export const maxGaps = 4096;

/** Samples from `start` to `end` (exclusive). */
interface Gap {
  readonly start: number;
  readonly end: number;
}

export interface LeadGaps {
  readonly gaps: readonly Gap[];
  /** Gaps with fewer samples of signal between them are merged in the list. */
  readonly merged_below_samples: number;
  readonly missing_samples: number;
}

export class GapList {
  private gaps: { start: number; end: number }[] = [];
  private mergeBelow: number;
  private missing = 0;

  constructor(samplingHz: number) {
    this.mergeBelow = Math.ceil(samplingHz);
  }

  /** Searches for missing samples among `count` samples of one lead; the first is sample `position`. */
  scan(frames: Int16Array, from: number, stride: number, count: number, position: number): void {
    let start = -1;
    for (let i = 0; i < count; i++) {
      const missing = frames[from + i * stride] === NO_SIGNAL;
      if (missing && start < 0) start = i;
      if (!missing && start >= 0) {
        this.add(position + start, position + i);
        start = -1;
      }
    }
    if (start >= 0) this.add(position + start, position + count);
  }

  private add(start: number, end: number): void {
    this.missing += end - start;
    const last = this.gaps.at(-1);
    if (last !== undefined && start - last.end < this.mergeBelow) last.end = end;
    else this.gaps.push({ start, end });
    while (this.gaps.length > maxGaps) this.fold();
  }

  private fold(): void {
    this.mergeBelow *= 2;
    const folded: { start: number; end: number }[] = [];
    for (const gap of this.gaps) {
      const last = folded.at(-1);
      if (last !== undefined && gap.start - last.end < this.mergeBelow) last.end = gap.end;
      else folded.push(gap);
    }
    this.gaps = folded;
  }

  result(): LeadGaps {
    return { gaps: this.gaps, merged_below_samples: this.mergeBelow, missing_samples: this.missing };
  }
}
