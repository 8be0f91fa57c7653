/**
 * Describes the beats of an analysed recording as columns: the content of a beat file, the input of every figure, and
 * also the form of a corrected recording. Positions are samples of the recording, ascending.
 */
export interface BeatTable {
  readonly sampling_hz: number;
  /** Samples of one lead. */
  readonly length: number;
  readonly samples: Uint32Array;
  /** Bytes of `labels/beat-labels`. */
  readonly classes: Uint8Array;
  /** Index into `shapes`, 255 for beats of none of them. */
  readonly templates: Uint8Array;
  /** 0 to 100. */
  readonly confidence: Uint8Array;
  /** The lead on which the beat was measured. */
  readonly leads: Uint8Array;
  /** QRS onset before and offset after the R peak, in steps of 4 ms. */
  readonly onsets: Uint8Array;
  readonly offsets: Uint8Array;
  /** Certainty of atrial fibrillation around the beat, in percent. */
  readonly af: Uint8Array;
  readonly shapes: readonly BeatShape[];
}

/** A morphology cluster: the number of its beats and their mean shape. */
export interface BeatShape {
  readonly lead: number;
  readonly beats: number;
  /** The class of most of its beats. */
  readonly class_byte: number;
  /** Mean beat at 125 Hz from 336 ms before the R peak, scaled so that 127 is `peak_uv`. */
  readonly samples: Int8Array;
  readonly peak_uv: number;
}

export const noTemplate = 255;
