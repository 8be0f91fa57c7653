/**
 * Defines the packed form of a block: up to `blockSamples` samples of one lead, without loss. A block is read by itself.
 *
 * The samples are divided into runs of 32. Each run is predicted by nothing, by the last sample, or by the line through
 * the last two samples, whichever needs the fewest bits. The differences are stored with as many bits as the largest of
 * the run needs: 0, −1, 1, −2 and so on are stored as 0, 1, 2, 3.
 *
 *     word 0    checksum of all other words
 *     word 1    number of samples, and in the highest byte the version of this form
 *     heads     a byte for each run (32 × order + bits), filled to whole words
 *     runs      the differences of each run, lowest bit first: as many words as a difference has bits
 *
 * Words have 32 bits and are little-endian. Differences are taken modulo 65,536, so that every sequence of samples can
 * be packed. A last run that is not full repeats the last sample. The samples before the first are 0.
 *
 * Invariants: both implementations give the same bytes and samples; a block in which one word was changed is refused.
 */

/** Most samples of a block, the same as in a tile of raw samples. */
export const blockSamples = 16_384;
export const runSamples = 32;
export const blockVersion = 1;
/** Bytes before the heads. */
export const blockHead = 8;
const mostRuns = blockSamples / runSamples;
/** Most bytes of a packed block. */
export const blockBytes = blockHead + mostRuns * (1 + 4 * 16);

/** Start value and factor of the checksum. */
export const sumStart = 0x9e37_79b9;
export const sumFactor = 0x85eb_ca6b;

/** The faults of a packed block. A code returns −1 for the first, −2 for the second and so on. */
export const blockFaults = ['length', 'checksum', 'version', 'samples', 'run'] as const;
export type BlockFault = (typeof blockFaults)[number];

/** Returns the number of bytes of the heads of so many samples. */
export const headBytes = (count: number): number => 4 * Math.ceil(Math.ceil(count / runSamples) / 4);

/** Packs and unpacks between its own two buffers. It keeps nothing between calls. */
export interface BlockCode {
  readonly samples: Int16Array;
  /** The first `blockBytes` bytes hold a packed block. */
  readonly packed: Uint8Array;
  /** Packs the first `count` samples, at least one. Returns the number of bytes. */
  pack(count: number): number;
  /** Unpacks the first `bytes` bytes. Returns the number of samples, or a negative number: a fault. */
  unpack(bytes: number): number;
}
