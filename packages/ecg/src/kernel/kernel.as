/**
 * The loops over every sample, and what is asked of every beat, in AssemblyScript, for WebAssembly with SIMD. They are the
 * loops of `src/kernel/portable.ts`, in the same order of additions, so both give the same bits.
 */
export { envelope, peaks, window } from './envelope';
export { look, steepest, scale } from './raw';
export { range, turns, farthest, bounds, loneBend } from './looks';
export { mediansOfNine, correlate, moments } from './compare';
export { treesOfTwo, treesOfThree, treesOfFour } from './trees';
