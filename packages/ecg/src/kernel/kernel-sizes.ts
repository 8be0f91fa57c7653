/** Defines the reach and the block sizes of a kernel; `memory.as` contains the same values. */
/** Samples before a block that its envelope depends on, and half-rate samples that its windows reach back. */
export const workHistory = 64;
export const halfHistory = 256;
/** Most half-rate samples, and most raw samples, of one call. */
export const blockHalves = 2048;
export const blockRaw = 4096;
/** Delay of the half-rate envelope in samples. */
export const envelopeDelay = 9;
export const windowHalves = 192;
/** Half-rate samples over which the envelope is summed, and after which a peak is settled (96 ms). */
export const span = 12;

/** Bits in the result of `look`. */
export const lookBit = { gap: 1, held: 2 } as const;

/** Index in `raw` of the raw sample before a block; the block follows. */
export const rawBefore = 7;

/** Rows whose trees are added up side by side, and the most features of a row. */
export const treeRows = 4;
export const mostFeatures = 128;

/** Half-rate samples on each side of a position over which the range is computed, and the step. */
export const rangeReach = 125;
export const rangeStep = 4;
/** Working-rate samples on each side of a position that are examined, and in which turns are counted. */
export const nearReach = 60;
export const turnReach = 25;
/** Result of `loneBend` if there is none. */
export const noBend = 128;
/** Shifts at which a signal is compared with a shape, and the most samples of a shape. */
export const shifts = 8;
export const mostShape = 40;
/** Figures of each of the nine windows whose medians are computed. */
export const windowColumns = 4;
