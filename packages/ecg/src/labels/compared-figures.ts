/** Lists the figures of two readings that are compared side by side; times in seconds, shares from 0 to 1. */
export const comparedFigures = [
  'analysed_s',
  'af_burden',
  'v_beats',
  's_beats',
  'pauses',
  'longest_rr_ms',
  'min_bpm',
  'max_bpm',
] as const;
export type ComparedFigure = (typeof comparedFigures)[number];
