/**
 * Defines the addresses in the kernel's memory, which `wasm.ts` repeats, and the sizes, which `kernel-sizes.ts`
 * repeats.
 */
export const workAt: usize = 1024;
export const halfAt: usize = 20480;
export const midAt: usize = 30720;
export const peakAt: usize = 40960;
export const peakHeight: usize = 42496;
export const peakWidth: usize = 44032;
export const windowAt: usize = 49152;
export const scanAt: usize = 49664;
export const rawAt: usize = 50176;
export const valueAt: usize = 58624;
export const treeRowsAt: usize = 75008;
export const treeSumsAt: usize = 77056;
export const nearHalfAt: usize = 77088;
export const nearWorkAt: usize = 78112;
export const slopesAt: usize = 78608;
export const nineAt: usize = 78816;
export const mediansAt: usize = 78960;
export const signalAt: usize = 78992;
export const shapeAt: usize = 79184;
export const productsAt: usize = 79344;
export const sumsAt: usize = 79408;
export const squaresAt: usize = 79472;

export const workHistory = 64;
export const halfHistory = 256;
export const warmUp = 20;
export const delay = 9;
export const span = 12;
export const windowHalves = 192;
export const rangeValues: usize = 63;
export const slopes: usize = 51;
/** Address of the position itself in `nearWorkAt`. */
export const placeAt: usize = nearWorkAt + 240;
export const turnsFrom: usize = placeAt - 104;

/** Loads two neighbouring values in double precision. */
@inline
export function promoted(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(at));
}
