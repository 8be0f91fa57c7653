// Describes the form into which every foreign format is read, and from which files are written: leads of numbers with
// their scale.
//
// The numbers are those of the file (steps, not microvolts), so that reading rounds nothing. A sample that the file
// marks as missing is NO_SAMPLE.

/** Marks a missing sample of a lead: outside the range of every 24-bit or smaller converter. */
export const NO_SAMPLE = -(2 ** 31);

export interface RecordingLead {
  readonly label: string;
  readonly sampling_hz: number;
  /** Microvolts per step; negative if the file counts downwards. */
  readonly gain_uv_per_lsb: number;
  /** The step that is 0 µV; may be fractional. */
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
  /** Unix milliseconds of the first sample; null if unknown. */
  readonly start_ms: number | null;
  /** Whether the file gives its clock's zone (DICOM and aECG may); without a zone the clock is read as UTC. */
  readonly start_has_zone: boolean;
  readonly leads: readonly RecordingLead[];
  readonly notes: readonly RecordingNote[];
}

/** Returns the microvolts of one sample; NaN if it is missing. */
export function microvolts(lead: RecordingLead, index: number): number {
  const value = lead.samples[index] ?? NO_SAMPLE;
  return value === NO_SAMPLE ? Number.NaN : (value - lead.zero_lsb) * lead.gain_uv_per_lsb;
}
