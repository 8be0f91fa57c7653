/**
 * Computes the certainty of atrial fibrillation for a whole short strip, from intervals and shape together
 * (`strip-features`). All beats get the same value, since a strip of a minute is too short to locate the start of an
 * episode.
 */
import { createTreeScorer, logistic } from '../beats/boosted-trees.ts';
import type { FoundBeats } from '../beats/beat-finder.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import type { Quality } from '../signal/quality.ts';
import { stripFeatureCount, writeStripFeatures } from './strip-features.ts';
import { stripModel } from './strip-model.ts';

/** Recordings up to this length are strips. */
export const longestStripS = 90;
/** Log-odds from which a strip is called fibrillation. */
export const stripThreshold = 0;

/** Returns the certainty in percent; 50 or more is fibrillation. */
export function stripCertainty(found: FoundBeats, beats: BeatTable, quality: Quality): number {
  if (beats.samples.length < 5) return 0;
  const row = new Float32Array(stripFeatureCount);
  writeStripFeatures(found, beats, quality, row);
  return Math.round(100 * logistic(createTreeScorer(stripModel).score(row, 0) - stripThreshold));
}
