/**
 * The beats of an analysed recording as columns: what the beat file holds, what every figure is computed from and
 * what a corrected recording is again. Positions are samples of the recording, ascending.
 */
export interface BeatTable {
  readonly sampling_hz: number;
  /** Samples of one lead. */
  readonly length: number;
  readonly samples: Uint32Array;
  /** Bytes of `labels/beat-labels`. */
  readonly classes: Uint8Array;
  /** Index into `templates`, 255 for beats of none of them. */
  readonly templates: Uint8Array;
  /** 0 to 100. */
  readonly confidence: Uint8Array;
  /** The lead the beat was measured on. */
  readonly leads: Uint8Array;
  /** QRS onset before and offset after the R peak, in steps of 4 ms. */
  readonly onsets: Uint8Array;
  readonly offsets: Uint8Array;
  /** Certainty of atrial fibrillation around the beat, percent. */
  readonly af: Uint8Array;
  readonly shapes: readonly BeatShape[];
}

/** A morphology cluster: how many beats it has and what their mean looks like. */
export interface BeatShape {
  readonly lead: number;
  readonly beats: number;
  /** The class that most of its beats have. */
  readonly class_byte: number;
  /** Mean beat at 125 Hz from 336 ms before the R peak, −127 to 127 of `peak_uv`. */
  readonly samples: Int8Array;
  readonly peak_uv: number;
}

export const noTemplate = 255;
