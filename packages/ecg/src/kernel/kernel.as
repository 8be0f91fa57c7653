/**
 * The loops over every sample and the computations for every beat, in AssemblyScript, for WebAssembly with SIMD. They
 * do the same as `src/kernel/portable.ts`, with the same order of additions, so both give the same bits.
 */
export { envelope, peaks, window } from './envelope';
export { look, steepest, scale } from './raw';
export { range, turns, farthest, bounds, loneBend } from './looks';
export { mediansOfNine, correlate, moments } from './compare';
export { treesOfTwo, treesOfThree, treesOfFour, softTreesOfThree } from './trees';
