// Defines the shape of beats: each wave is a Gaussian in time with a direction in space, and each lead shows its
// projection.
//
// The waves are those of McSharry et al. 2003 (P, Q, R, S, T as Gaussians along the cycle). Their equation for the
// voltage integrates to a sum of Gaussians around each R; this code renders the sum directly, without integration.
// Directions are Frank's axes (x left, y down, z back); leads see them through Dower's matrix (Dower, Machado and
// Osborne, Clin Cardiol 3:87, 1980), so that the leads of a recording are consistent as in a body. Widths and distances
// are for 60 beats per minute; those of T grow with the square root of RR (Bazett).

import type { BeatClass } from '../labels/beat-labels.ts';
import type { PWave } from './planned-beat.ts';
import type { Random } from './random.ts';
import { normal } from './random.ts';

type Vector = readonly [number, number, number];

interface Wave {
  /** Seconds after the R peak. */
  readonly at: number;
  /** Standard deviation before and after the wave's peak, in seconds. */
  readonly before: number;
  readonly after: number;
  /** Millivolts along x, y, z. */
  readonly mv: Vector;
  /** Whether the wave moves and widens with RR. */
  readonly repolarisation?: boolean;
}

const sinusP: readonly Wave[] = [{ at: -0.165, before: 0.02, after: 0.022, mv: [0.06, 0.095, -0.01] }];
const ectopicP: readonly Wave[] = [{ at: -0.125, before: 0.016, after: 0.018, mv: [0.05, -0.075, 0.02] }];

const conducted: readonly Wave[] = [
  { at: -0.03, before: 0.0085, after: 0.0085, mv: [-0.1, -0.06, -0.13] },
  { at: 0, before: 0.011, after: 0.0105, mv: [0.95, 0.92, 0.35] },
  { at: 0.03, before: 0.01, after: 0.012, mv: [-0.26, -0.16, 0.42] },
  { at: 0.28, before: 0.055, after: 0.038, mv: [0.24, 0.22, -0.2], repolarisation: true },
];

const ventricular: readonly Wave[] = [
  { at: -0.045, before: 0.018, after: 0.02, mv: [0.15, 0.2, -0.25] },
  { at: 0, before: 0.026, after: 0.03, mv: [0.7, 1.15, -0.6] },
  { at: 0.082, before: 0.028, after: 0.034, mv: [-0.3, -0.55, 0.42] },
  { at: 0.3, before: 0.075, after: 0.06, mv: [-0.3, -0.5, 0.35], repolarisation: true },
];

/** The stimulus, then the wide beat that spreads from the apex of the right ventricle upwards. */
const paced: readonly Wave[] = [
  { at: -0.062, before: 0.0008, after: 0.0016, mv: [0.35, 0.9, 0.1] },
  { at: -0.03, before: 0.02, after: 0.018, mv: [0.2, -0.25, 0.2] },
  { at: 0, before: 0.026, after: 0.032, mv: [0.55, -1.05, 0.55] },
  { at: 0.06, before: 0.024, after: 0.03, mv: [0.25, -0.35, 0.3] },
  { at: 0.3, before: 0.075, after: 0.06, mv: [-0.2, 0.48, -0.35], repolarisation: true },
];

const bodyOf: Record<BeatClass, readonly (readonly [number, readonly Wave[]])[]> = {
  N: [[1, conducted]],
  S: [[1, conducted]],
  V: [[1, ventricular]],
  F: [
    [0.5, conducted],
    [0.5, ventricular],
  ],
  P: [[1, paced]],
  Q: [[1, conducted]],
};

const pOf: Record<PWave, readonly Wave[]> = { sinus: sinusP, ectopic: ectopicP, none: [] };

const I: Vector = [0.632, -0.235, 0.059];
const II: Vector = [0.235, 1.066, -0.132];
const mix = (a: number, b: number): Vector => [
  a * I[0] + b * II[0],
  a * I[1] + b * II[1],
  a * I[2] + b * II[2],
];

/** Lead vector of a patch over the left breast, also used for leads with an unknown name. */
const patch: Vector = [0.55, 0.78, -0.35];

const leadVectors = new Map<string, Vector>([
  ['I', I],
  ['II', II],
  ['MLII', II],
  ['III', mix(-1, 1)],
  ['aVR', mix(-0.5, -0.5)],
  ['aVL', mix(1, -0.5)],
  ['aVF', mix(-0.5, 1)],
  ['V1', [-0.515, 0.157, -0.917]],
  ['V2', [0.044, 0.164, -1.387]],
  ['V3', [0.882, 0.098, -1.277]],
  ['V4', [1.213, 0.127, -0.601]],
  ['V5', [1.125, 0.127, -0.086]],
  ['V6', [0.831, 0.076, 0.23]],
]);

/** Returns the millivolts of a vector in a lead with that label. */
function seenBy(label: string, mv: Vector): number {
  const [x, y, z] = leadVectors.get(label) ?? patch;
  return x * mv[0] + y * mv[1] + z * mv[2];
}

export interface SeenWave {
  readonly at: number;
  readonly before: number;
  readonly after: number;
  readonly repolarisation: boolean;
  /** Peak in millivolts, one per lead. */
  readonly mv: Float64Array;
}

export interface BeatShapes {
  readonly body: Record<BeatClass, readonly SeenWave[]>;
  readonly p_wave: Record<PWave, readonly SeenWave[]>;
  /** Amplitude of the atrial fibrillatory waves, one per lead. */
  readonly fibrillation_mv: Float64Array;
}

/** Returns one patient's shapes, with random individual variation. */
export function beatShapes(labels: readonly string[], random: Random): BeatShapes {
  const seen = (wave: Wave, share: number): SeenWave => {
    const own = wave.mv.map((mv) => share * mv * (1 + 0.12 * normal(random)));
    const vector: Vector = [own[0] ?? 0, own[1] ?? 0, own[2] ?? 0];
    return {
      ...wave,
      repolarisation: wave.repolarisation ?? false,
      mv: Float64Array.from(labels, (label) => seenBy(label, vector)),
    };
  };
  const waves = (list: readonly Wave[], share = 1) => list.map((wave) => seen(wave, share));
  const body = (key: BeatClass) => bodyOf[key].flatMap(([share, list]) => waves(list, share));
  const conductedBody = body('N');
  return {
    body: { N: conductedBody, S: conductedBody, V: body('V'), F: body('F'), P: body('P'), Q: conductedBody },
    p_wave: { sinus: waves(pOf.sinus), ectopic: waves(pOf.ectopic), none: [] },
    fibrillation_mv: Float64Array.from(labels, (label) => seenBy(label, [-0.02, 0.04, -0.05])),
  };
}
