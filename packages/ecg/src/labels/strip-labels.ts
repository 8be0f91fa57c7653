/** The scales at which a strip may stand on paper. */
export const stripSpeeds = [12.5, 25, 50] as const;
export type StripSpeed = (typeof stripSpeeds)[number];
export const stripGains = [2.5, 5, 10, 20] as const;
export type StripGain = (typeof stripGains)[number];
/** Where nothing else was chosen. */
export const usualScale = { mm_per_s: 25, mm_per_mv: 10 } as const;
