/** Default keys of the recording view that buttons also display. */
export const recordingKeys = {
  /** Adds the current strip to the report. */
  strip: 'B',
  /** Turns the calipers on the strip on or off. */
  measure: 'M',
  /** Shows the strip without the other scales. */
  alone: 'F',
  /** The previous and next finding. */
  before: 'K',
  after: 'J',
} as const;
