/**
 * Computes the certainty of atrial fibrillation at each beat. A learned model scores the RR intervals around every
 * eighth beat, the evidence of P waves against fibrillation (`p-wave-evidence`) is subtracted, and the most likely
 * sequence of two states is chosen (Viterbi 1967), so that single odd windows neither break nor start an episode.
 *
 * Ventricular beats and their intervals say nothing about the atria and are left out.
 *
 * Invariants: multiplying every interval by a factor near one barely changes the result; a regular rhythm of any rate
 * is not fibrillation.
 */
import { createRowScorer, logistic } from '../beats/boosted-trees.ts';
import type { TreeModel } from '../beats/boosted-trees.ts';
import { AfEvidence } from './af-evidence.ts';
import { afFeatureCount, unevenShare, writeAfFeatures } from './af-features.ts';
import { afModel } from './af-model.ts';

const stride = 8;
/** Log-odds that a change of state costs. */
const changeCost = 5;
const strongest = 5;
/**
 * Log-odds from which a beat fibrillates; it is below 0 because a missed episode is worse than one more doubtful
 * episode.
 */
const afThreshold = -0.4;
/** If a smaller share of the steps is uneven, the rhythm is regular and no other feature is computed. */
const fewestUneven = 0.1;
const surelyRegular = -6;

/**
 * Returns the certainty in percent for each beat. `rr` is in seconds, 0 for intervals to ignore; `against` returns
 * other evidence against fibrillation at a beat, as log-odds.
 */
export function afProbabilities(
  rr: Float32Array,
  against: (beat: number) => number = () => 0,
  model: TreeModel = afModel,
): Uint8Array {
  const windows = Math.ceil(rr.length / stride);
  const odds = new Float32Array(windows);
  const centreOf = (window: number): number => Math.min(rr.length - 1, window * stride);
  const scorer = createRowScorer([model], afFeatureCount, (k, [sum]) => {
    odds[k] = (sum ?? 0) - afThreshold - against(centreOf(k));
  });
  const evidence = new AfEvidence(rr);
  const row = new Float32Array(afFeatureCount);
  for (let k = 0; k < windows; k++) {
    const centre = centreOf(k);
    odds[k] = surelyRegular;
    if (unevenShare(rr, centre) < fewestUneven) continue;
    writeAfFeatures(rr, evidence, centre, row, 0);
    scorer.add(row, 0, k);
  }
  scorer.finish();
  const states = likelyStates(odds);
  const percent = new Uint8Array(rr.length);
  for (let i = 0; i < rr.length; i++) {
    const k = Math.min(windows - 1, Math.round(i / stride));
    const chance = Math.round(100 * logistic(odds[k] ?? 0));
    percent[i] = states[k] ? Math.max(51, chance) : Math.min(49, chance);
  }
  return percent;
}

/** Returns the most likely sequence of regular (0) and fibrillating (1) windows, given the log-odds of each window. */
function likelyStates(odds: Float32Array): Uint8Array {
  const windows = odds.length;
  const from = new Uint8Array(2 * windows);
  let off = 0;
  let on = 0;
  for (let k = 0; k < windows; k++) {
    const z = Math.max(-strongest, Math.min(strongest, odds[k] ?? 0)) / 2;
    from[2 * k] = off >= on - changeCost ? 0 : 1;
    from[2 * k + 1] = on >= off - changeCost ? 1 : 0;
    const nextOff = Math.max(off, on - changeCost) - z;
    on = Math.max(on, off - changeCost) + z;
    off = nextOff;
  }
  const states = new Uint8Array(windows);
  let state = on > off ? 1 : 0;
  for (let k = windows - 1; k >= 0; k--) {
    states[k] = state;
    state = from[2 * k + state] ?? 0;
  }
  return states;
}
