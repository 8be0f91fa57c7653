/**
 * Corrects the class of beats that the signal around them does not support.
 *
 * - The first and the last beat of a readable stretch lack a neighbour to compare with: ectopic ones become unknown.
 * - Within fibrillation, and next to its start or end, an early beat of normal shape is not a supraventricular ectopic
 *   beat: it becomes normal.
 *
 * Invariants: a normal or paced beat keeps its class; beats away from edges and fibrillation do not change.
 */
import { byteF, byteN, byteQ, byteS, byteV } from '../beats/beat-class.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { qualityCode } from '../signal/quality.ts';
import type { Quality } from '../signal/quality.ts';

/** Beats on each side of an AF episode that its uncertain start and end may cover. */
const afReach = 3;

const isEctopic = (byte: number | undefined): boolean => byte === byteS || byte === byteV || byte === byteF;

/** Returns running sums of the seconds without a signal, so that any stretch is checked with two of them. */
function lostSeconds(quality: Quality): Uint32Array {
  const lost = new Uint32Array(quality.seconds + 1);
  for (let s = 0; s < quality.seconds; s++) {
    const code = quality.used[s];
    const isLost = code === qualityCode.no_signal || code === qualityCode.flat;
    lost[s + 1] = (lost[s] ?? 0) + Number(isLost);
  }
  return lost;
}

/** Sets ectopic beats at the edges of readable stretches to unknown; changes `beats.classes` in place. */
export function unclassEdges(beats: BeatTable, quality: Quality): void {
  const { samples, classes, sampling_hz: hz } = beats;
  const lost = lostSeconds(quality);
  const lostUntil = (second: number): number => lost[Math.max(0, Math.min(quality.seconds, second))] ?? 0;
  let isAfterEdge = true;
  for (let i = 0; i < samples.length; i++) {
    const from = Math.floor((samples[i] ?? 0) / hz);
    const next = samples[i + 1];
    const isBeforeEdge = next === undefined || lostUntil(Math.floor(next / hz) + 1) > lostUntil(from);
    if ((isAfterEdge || isBeforeEdge) && isEctopic(classes[i])) classes[i] = byteQ;
    isAfterEdge = isBeforeEdge;
  }
}

/**
 * Sets S beats in and near fibrillation to normal; changes `classes` in place. `af` is each beat's certainty in
 * percent.
 */
export function unclassInFibrillation(classes: Uint8Array, af: Uint8Array, percent: number): void {
  let near = 0;
  const mark = (i: number): void => {
    near = (af[i] ?? 0) >= percent ? afReach + 1 : Math.max(0, near - 1);
    if (near > 0 && classes[i] === byteS) classes[i] = byteN;
  };
  for (let i = 0; i < classes.length; i++) mark(i);
  near = 0;
  for (let i = classes.length - 1; i >= 0; i--) mark(i);
}
