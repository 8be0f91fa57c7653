/** Lists the keys of a recording's extremes (fastest, slowest, longest interval) that are shown to the reader. */
export const extremeKeys = ['max_rate', 'min_rate', 'longest_rr'] as const;
export type ExtremeKey = (typeof extremeKeys)[number];
