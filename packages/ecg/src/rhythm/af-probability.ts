/**
 * How certain atrial fibrillation is around each beat: the learned score of the RR intervals about every eighth beat,
 * less what P waves say against it (`p-wave-evidence`), then the most likely sequence of two states (Viterbi 1967), so
 * that single odd windows do not break or start an episode.
 *
 * Ventricular beats and the intervals at them say nothing of the atria: they are left out. Laws: multiplying every
 * interval by a factor near one barely moves the answer; a regular rhythm of any rate is not fibrillation.
 */
import { createRowScorer, logistic } from '../beats/boosted-trees.ts';
import type { TreeModel } from '../beats/boosted-trees.ts';
import { release } from '../beats/release.ts';
import { afEvidence } from './af-evidence.ts';
import { afFeatureCount, unevenShare, writeAfFeatures } from './af-features.ts';
import { afModel } from './af-model.ts';

const stride = 8;
/** Log-odds that a change of state costs. */
const changeCost = 5;
const strongest = 5;
/** Log-odds from which a beat fibrillates: a missed episode is worse than a doubtful one more. */
const afThreshold = -0.4;
/** Where fewer steps than this are uneven, nothing else is looked at. */
const fewestUneven = 0.1;
const surelyRegular = -6;

/**
 * `rr` in seconds, 0 where an interval must not be read; `against` is what else speaks against fibrillation at a beat,
 * as log-odds. Percent for each beat.
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
  const evidence = afEvidence(rr);
  const row = new Float32Array(afFeatureCount);
  for (let k = 0; k < windows; k++) {
    const centre = centreOf(k);
    odds[k] = surelyRegular;
    if (unevenShare(rr, centre) < fewestUneven) continue;
    writeAfFeatures(rr, evidence, centre, row, 0);
    scorer.add(row, 0, k);
  }
  scorer.finish();
  release(evidence.odds, evidence.explained, evidence.read);
  const states = likelyStates(odds);
  const percent = new Uint8Array(rr.length);
  for (let i = 0; i < rr.length; i++) {
    const k = Math.min(windows - 1, Math.round(i / stride));
    const chance = Math.round(100 * logistic(odds[k] ?? 0));
    percent[i] = states[k] ? Math.max(51, chance) : Math.min(49, chance);
  }
  return percent;
}

/** The likeliest sequence of regular (0) and fibrillating (1) under the log-odds of each window. */
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
