// What every foreign format is read into, and what is written from: leads of numbers with their scale.
//
// Numbers stay those of the file (steps, not microvolts), so that nothing is rounded by reading. A sample that the
// file marks as missing is NO_SAMPLE.

/** "Missing" among a lead's samples: outside the range of every 24-bit or smaller converter. */
export const NO_SAMPLE = -(2 ** 31);

export interface RecordingLead {
  readonly label: string;
  readonly sampling_hz: number;
  /** Microvolts of one step; negative where the file counts downwards. */
  readonly gain_uv_per_lsb: number;
  /** The step that is 0 µV; need not be whole. */
  readonly zero_lsb: number;
  readonly samples: Int32Array;
}

export interface RecordingNote {
  /** Milliseconds from the first sample. */
  readonly at_ms: number;
  readonly duration_ms: number;
  readonly text: string;
}

export interface Recording {
  /** Unix milliseconds of the first sample; null where unknown. */
  readonly start_ms: number | null;
  /** Whether the file names its clock's zone (DICOM and aECG may); the clock is read as UTC where it does not. */
  readonly start_has_zone: boolean;
  readonly leads: readonly RecordingLead[];
  readonly notes: readonly RecordingNote[];
}

/** Microvolts of one sample; NaN where it is missing. */
export function microvolts(lead: RecordingLead, index: number): number {
  const value = lead.samples[index] ?? NO_SAMPLE;
  return value === NO_SAMPLE ? Number.NaN : (value - lead.zero_lsb) * lead.gain_uv_per_lsb;
}
