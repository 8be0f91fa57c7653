/**
 * Paced beats: a stimulus leaves a spike of a few milliseconds at the start of a wide complex. A beat shows one when
 * its sharpest bend by far stands before a broad wave. One beat may look so by chance (a right bundle branch block's
 * first wave), so a template is paced only where most of its beats show it and it is a good part of the recording.
 *
 * Limits, measured on mitdb: shown by 97 to 99 % of the paced beats of 102 and 90 to 96 % of 217, by at most half of
 * the beats of any other frequent template. Stimuli too weak to be seen at 250 Hz, and pacing of less than a tenth of
 * the beats, are not recognised.
 */
import { byteP } from './beat-class.ts';
import type { BeatColumns } from './beat-columns.ts';
import { clusterKey } from './class-features.ts';
import { workRing } from './lead-bands.ts';

const workMask = workRing - 1;
const shareOfTemplate = 0.8;
const shareOfBeats = 0.1;
const fewestBeats = 30;

/** Whether the beat whose R peak is near working sample `peak` starts with a spike. */
export function hasSpike(work: Float32Array, peak: number): boolean {
  const centre = Math.round(peak);
  const x = (i: number): number => work[i & workMask] ?? 0;
  const bend = (i: number): number => Math.abs(x(i - 2) - 2 * x(i) + x(i + 2));
  let spike = 0;
  let at = centre;
  for (let k = -20; k <= 12; k++) {
    const value = bend(centre + k);
    if (value > spike) {
      spike = value;
      at = centre + k;
    }
  }
  let before = 0;
  let after = 0;
  for (let k = 8; k <= 36; k++) {
    after = Math.max(after, bend(at + k));
    before = Math.max(before, bend(at - k));
  }
  if (spike <= 2.5 * after || spike <= 4 * before) return false;
  return isBroad(x, at, spike);
}

/** A wave of at least a third of the spike's height that stays above half of its own for 28 ms. */
function isBroad(x: (i: number) => number, at: number, spike: number): boolean {
  let level = 0;
  for (let k = -30; k < -10; k++) level += x(at + k) / 20;
  let high = 0;
  for (let k = 9; k <= 36; k++) high = Math.max(high, Math.abs(x(at + k) - level));
  let held = 0;
  for (let k = 9; k <= 36; k++) if (Math.abs(x(at + k) - level) > high / 2) held++;
  return high > 0.35 * Math.abs(x(at) - level) && spike > 0.3 * high && held >= 7;
}

/** Calls the beats of paced templates P, in place. */
export function markPaced(columns: BeatColumns, classes: Uint8Array): void {
  const tallies = new Map<number, { beats: number; spikes: number }>();
  const keyOf = (i: number): number => clusterKey(columns.lead[i] ?? 0, columns.template[i] ?? 0);
  for (let i = 0; i < columns.count; i++) {
    const tally = tallies.get(keyOf(i)) ?? { beats: 0, spikes: 0 };
    tally.beats++;
    tally.spikes += columns.spike[i] ?? 0;
    tallies.set(keyOf(i), tally);
  }
  const fewest = Math.max(fewestBeats, shareOfBeats * columns.count);
  const paced = new Set(
    [...tallies]
      .filter(([, t]) => t.beats >= fewest && t.spikes >= shareOfTemplate * t.beats)
      .map(([key]) => key),
  );
  if (paced.size === 0) return;
  for (let i = 0; i < columns.count; i++) if (paced.has(keyOf(i))) classes[i] = byteP;
}
