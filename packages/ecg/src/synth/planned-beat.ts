// Describes a synthetic beat, before and after it has its time.

import type { BeatClass } from '../labels/beat-labels.ts';

export type PWave = 'sinus' | 'ectopic' | 'none';

/** A planned beat: its distance from the previous one. */
export interface PlannedBeat {
  readonly rr_s: number;
  readonly beat_class: BeatClass;
  readonly p_wave: PWave;
}

export interface SynthBeat extends PlannedBeat {
  /** Seconds from the recording's start to the R peak. */
  readonly at_s: number;
}
