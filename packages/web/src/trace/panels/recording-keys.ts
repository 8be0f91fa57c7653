/** The usual keys of the recording view that buttons show as well. */
export const recordingKeys = {
  /** Adds the strip that is shown to the report. */
  strip: 'B',
  /** Lays calipers on the strip, or takes them away. */
  measure: 'M',
  /** The strip without the other scales. */
  alone: 'F',
  /** The finding before and after. */
  before: 'K',
  after: 'J',
} as const;
