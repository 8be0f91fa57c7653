/** Lists the scales of a strip on paper. */
export const stripSpeeds = [12.5, 25, 50] as const;
export type StripSpeed = (typeof stripSpeeds)[number];
export const stripGains = [2.5, 5, 10, 20] as const;
export type StripGain = (typeof stripGains)[number];
/** The default scale. */
export const usualScale = { mm_per_s: 25, mm_per_mv: 10 } as const;
