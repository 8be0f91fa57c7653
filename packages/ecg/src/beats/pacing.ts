/**
 * Detects paced beats: a stimulus leaves a spike of a few milliseconds at the start of a wide complex. A beat shows one
 * if by far its sharpest bend comes before a broad wave. A single beat may look so by chance (the first wave of a right
 * bundle branch block), so a template is paced only if most of its beats show a spike and such templates together are a
 * good part of the recording. A rare template that is mostly classified as ventricular is not changed.
 *
 * Spikes that are too high and short for any heart are removed before the signal is analysed (`signal/spikes`). A beat
 * whose peak follows one within 160 ms shows a stimulus too, unless spikes continue after it.
 *
 * Limits, measured on mitdb: spikes are seen in 97 to 99 % of the paced beats of 102 and 90 to 96 % of 217, and in at
 * most half of the beats of any other frequent template. Stimuli too weak to be visible at 250 Hz, and pacing of less
 * than a tenth of the beats, are not recognised.
 */
import { nearReach, noBend } from '../kernel/kernel-sizes.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { byteP, byteV } from './beat-class.ts';
import type { BeatColumns } from './beat-columns.ts';
import { clusterKey } from './class-features.ts';

const shareOfTemplate = 0.8;
const shareOfBeats = 0.1;
/** A template with fewer beats proves nothing, unless it is most of a short strip and nearly all its beats show one. */
const fewestBeats = 15;
const fewestInStrip = 5;
const shareInStrip = 0.9;

/** Most working-rate samples from a removed spike to the peak of the beat that it starts. */
const stimulusReach = 40;
/** Working-rate samples after the peak in which no pacemaker stimulates: spikes there are independent of the heart. */
const [silentFrom, silentUntil] = [12, 52];

/** How much sharper a spike is than every bend 32 to 144 ms before it, and after it. */
const [sharperBefore, sharperAfter] = [4, 2.5];

/**
 * Tells whether a removed spike started the beat whose peak is at `peak`; `isThere` tells whether there is one between
 * two positions.
 */
export function followsStimulus(peak: number, isThere: (from: number, until: number) => boolean): boolean {
  return isThere(peak - stimulusReach, peak) && !isThere(peak + silentFrom, peak + silentUntil);
}

/** Tells whether the beat in the kernel starts with a spike. */
export function hasSpike(kernel: Kernel): boolean {
  const { near_work: work } = kernel;
  const found = kernel.loneBend(sharperBefore, sharperAfter);
  if (found === noBend) return false;
  const at = nearReach + found;
  const spike = Math.abs((work[at - 2] ?? 0) - 2 * (work[at] ?? 0) + (work[at + 2] ?? 0));
  return isBroad(work, at, spike);
}

/** Tells whether a wave of at least a third of the spike's height stays above half of its own height for 28 ms. */
function isBroad(work: Float32Array, at: number, spike: number): boolean {
  let level = 0;
  for (let k = -30; k < -10; k++) level += (work[at + k] ?? 0) / 20;
  let high = 0;
  for (let k = 9; k <= 36; k++) high = Math.max(high, Math.abs((work[at + k] ?? 0) - level));
  if (high <= 0.35 * Math.abs((work[at] ?? 0) - level) || spike <= 0.3 * high) return false;
  let held = 0;
  for (let k = 9; k <= 36; k++) if (Math.abs((work[at + k] ?? 0) - level) > high / 2) held++;
  return high > 0 && held >= 7;
}

interface Tally {
  beats: number;
  spikes: number;
  v: number;
}

/** Tells whether a template of a recording with `count` beats is paced. */
function isPaced({ beats, spikes }: Tally, count: number): boolean {
  if (beats >= fewestBeats) return spikes >= shareOfTemplate * beats;
  return beats >= fewestInStrip && 2 * beats >= count && spikes >= shareInStrip * beats;
}

/** Sets the class of the beats of paced templates to P, in place. */
export function markPaced(columns: BeatColumns, classes: Uint8Array): void {
  const tallies = new Map<number, Tally>();
  const keyOf = (i: number): number => clusterKey(columns.lead[i] ?? 0, columns.template[i] ?? 0);
  for (let i = 0; i < columns.count; i++) {
    const tally = tallies.get(keyOf(i)) ?? { beats: 0, spikes: 0, v: 0 };
    tally.beats++;
    tally.spikes += columns.spike[i] ?? 0;
    tally.v += Number(classes[i] === byteV);
    tallies.set(keyOf(i), tally);
  }
  const spiked = [...tallies].filter(([, tally]) => isPaced(tally, columns.count));
  const beats = spiked.reduce((sum, [, tally]) => sum + tally.beats, 0);
  if (beats === 0 || beats < shareOfBeats * columns.count) return;
  const frequent = shareOfBeats * columns.count;
  const paced = new Set(
    spiked.filter(([, t]) => t.beats >= frequent || 2 * t.v < t.beats).map(([key]) => key),
  );
  for (let i = 0; i < columns.count; i++) if (paced.has(keyOf(i))) classes[i] = byteP;
}
