/** The words for what was most and least of a recording and is shown to whoever reads it. */
export const extremeKeys = ['max_rate', 'min_rate', 'longest_rr'] as const;
export type ExtremeKey = (typeof extremeKeys)[number];
