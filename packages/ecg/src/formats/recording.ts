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
  /** The bytes of a text that is not UTF-8; `decodeNotes` finds its encoding. */
  readonly raw?: Uint8Array;
}

export const leftOutReasons = [
  ...(['no-voltage', 'unknown-unit', 'no-scale', 'no-ecg', 'unknown-name'] as const),
  ...(['other-rate', 'beyond-twelve', 'damaged', 'other-form'] as const),
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** A signal of a file that no lead is made of. */
export interface LeftOut {
  readonly label: string;
  readonly why: LeftOutReason;
}

/** Lists the faults of files that are read nevertheless; the page has a text for each. */
export const sourceFlaws = [
  /** A header field is wrong and was computed: `field`. */
  'header-field',
  /** The last record is incomplete, and its `bytes` are left out. */
  'record-cut',
  /** The header states `expected` records or samples of a lead, the file has `found`. */
  'records-missing',
  'records-more',
  'samples-missing',
  'samples-more',
  /** `bytes` after the signal belong to nothing. */
  'bytes-after',
  'checksum-missing',
  /** The checksum of the header is wrong; its fields are possible. */
  'header-checksum',
  /** The file's checksum is wrong; the parts that are read have valid checksums of their own. */
  'checksum-wrong',
  /** The file ends early or its structure is damaged. */
  'file-damaged',
  /** `count` parts of the file, of which leads or times are made, cannot be read. */
  'parts-damaged',
  /** `count` stretches of leads have no possible place in time. */
  'parts-apart',
  /** `count` samples cannot be read and are missing. */
  'samples-unreadable',
  /** The file has the length that it would have if it were cut, or if its writer counted the samples of all leads. */
  'length-unsure',
  /** The file's start, `found`, is no date and time. */
  'start-unreadable',
  /** The times of `count` records are set back; they follow one another. */
  'record-clock',
  /** Notes are in `encoding`, not in UTF-8. */
  'notes-encoding',
  'notes-unreadable',
  /** `count` notes are of no time near the recording. */
  'notes-time',
  /** The reference annotations cannot be read. */
  'annotations-unreadable',
  /** The signal had `from_hz` and is stored at `to_hz`. */
  'resampled',
] as const;

export interface SourceFlaw {
  readonly code: (typeof sourceFlaws)[number];
  /** Facts for the message. */
  readonly detail: Readonly<Record<string, string | number>>;
}

export interface Recording {
  /** Unix milliseconds of the first sample; null if unknown. */
  readonly start_ms: number | null;
  /** Whether the file gives its clock's zone (DICOM and aECG may); without a zone the clock is read as UTC. */
  readonly start_has_zone: boolean;
  readonly leads: readonly RecordingLead[];
  readonly notes: readonly RecordingNote[];
  /** The signals that cannot be leads. */
  readonly left_out: readonly LeftOut[];
  /** The faults that were found in the file. */
  readonly flaws: readonly SourceFlaw[];
}

/** Returns the microvolts of one sample; NaN if it is missing. */
export function microvolts(lead: RecordingLead, index: number): number {
  const value = lead.samples[index] ?? NO_SAMPLE;
  return value === NO_SAMPLE ? Number.NaN : (value - lead.zero_lsb) * lead.gain_uv_per_lsb;
}
