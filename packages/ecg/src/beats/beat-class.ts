/** Gives the bytes of `labels/beat-labels` as plain numbers, for tight loops over beat columns. */
import { beatLabels } from '../labels/beat-labels.ts';

export const byteN = beatLabels.N.byte;
export const byteS = beatLabels.S.byte;
export const byteV = beatLabels.V.byte;
export const byteF = beatLabels.F.byte;
export const byteP = beatLabels.P.byte;
export const byteQ = beatLabels.Q.byte;

/** Returns the position of a class in the table of EC57: N 0, S 1, V 2, F 3, Q 4; a paced beat counts as Q. */
export function aamiIndex(byte: number): number {
  return byte >= byteN && byte <= byteF ? byte - byteN : 4;
}
