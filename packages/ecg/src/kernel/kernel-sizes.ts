/** How far a kernel sees and how much it takes at once; `memory.as` says the same. */
/** Samples before a block that its envelope depends on, and half-rate samples that its windows reach back. */
export const workHistory = 64;
export const halfHistory = 256;
/** The most half-rate samples and raw samples of one call. */
export const blockHalves = 2048;
export const blockRaw = 4096;
/** The half-rate envelope is this many samples late. */
export const envelopeDelay = 9;
export const windowHalves = 192;
/** Half-rate samples over which the envelope is summed, and after which a peak is settled (96 ms). */
export const span = 12;

/** Bits that `look` answers. */
export const lookBit = { gap: 1, held: 2 } as const;

/** Where the raw sample before a block lies in `raw`; the block follows. */
export const rawBefore = 7;

/** Rows whose trees are added up side by side, and the most features of one. */
export const treeRows = 4;
export const mostFeatures = 128;

/** Half-rate samples on each side of a place whose range counts, and the step at which they are read. */
export const rangeReach = 125;
export const rangeStep = 4;
/** Working samples on each side of a place that is looked at, and in which turns are counted. */
export const nearReach = 60;
export const turnReach = 25;
/** What `loneBend` answers where there is none. */
export const noBend = 128;
/** Shifts at which a signal is compared with a shape, and the most samples of a shape. */
export const shifts = 8;
export const mostShape = 40;
/** Figures of each of the nine windows whose medians are taken. */
export const windowColumns = 4;
