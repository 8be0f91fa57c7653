/**
 * Decides the class of every beat (ANSI/AAMI EC57: N, S, V, F; paced beats separately) and its certainty, with learned
 * additive trees over `class-features`. For ventricular beats a network that sees the mean beat of the template
 * (`shape-network`) contributes too. Each class has one score; the largest above its threshold wins, else the beat is
 * N. A beat that is in time and shaped like the normal beat is N without being scored. In a sudden fast run (`sudden-runs`)
 * beats that would be N are S.
 *
 * A certainty is the share of correct calls with the same margin over the threshold, measured in training on records
 * that were left out (Platt 1999).
 */
import { byteF, byteN, byteS, byteV } from './beat-class.ts';
import type { BeatColumns } from './beat-columns.ts';
import type { FoundBeats } from './beat-finder.ts';
import { createRowScorer, logistic } from './boosted-trees.ts';
import type { SoftTrees } from './boosted-trees.ts';
import { classCertainty } from './class-certainty.ts';
import { classReach } from './class-reach.ts';
import type { ClassOdds } from './class-odds.ts';
import { classThresholds } from './class-thresholds.ts';
import { fModel } from './f-model.ts';
import { release } from './release.ts';
import { sModel } from './s-model.ts';
import { partOfColumns, sectionsOf } from './sections.ts';
import { shapeModel } from './shape-model.ts';
import { createTemplateOdds, ventricularOdds } from './shape-network.ts';
import { suddenRuns } from './sudden-runs.ts';
import { vModel } from './v-model.ts';
import {
  classFeatureCount,
  createClassContext,
  isDominantShape,
  isInTimeThrough,
  isPlain,
  isSteady,
  writeClassFeatures,
} from './class-features.ts';

export interface ClassifiedBeats {
  readonly classes: Uint8Array;
  /** 0 to 100: the lower of the detector's and the classifier's certainty. */
  readonly confidence: Uint8Array;
}

export function decideClass(odds: ClassOdds, thresholds: ClassOdds = classThresholds): number {
  const v = odds.v - thresholds.v;
  const s = odds.s - thresholds.s;
  const f = odds.f - thresholds.f;
  // A fusion beat is half a ventricular one: if it is surely ventricular, it is called V.
  if (v > 0 && v >= s) return byteV;
  if (f > 0) return byteF;
  return s > 0 ? byteS : byteN;
}

/** Returns how far the called class is above its threshold; for N, how far the nearest other class is below its own. */
export function marginOf(called: number, odds: ClassOdds, thresholds: ClassOdds = classThresholds): number {
  const v = odds.v - thresholds.v;
  const s = odds.s - thresholds.s;
  const f = odds.f - thresholds.f;
  if (called === byteV) return v;
  if (called === byteS) return s;
  return called === byteF ? f : -Math.max(v, s, f);
}

function certaintyOf(called: number, odds: ClassOdds): number {
  const { n, s, v, f } = classCertainty;
  const curve = called === byteV ? v : called === byteS ? s : called === byteF ? f : n;
  return logistic(curve.slope * marginOf(called, odds) + curve.offset);
}

const plainCertainty = 0.99;
const suddenCertainty = 0.9;
/** Log-odds of an excluded class. */
const never = -9;
const softModels: readonly SoftTrees[] = [vModel, sModel, fModel].map((model) => ({
  model,
  reach: classReach,
}));
/** Classes that a beat cannot have, whatever the trees give. */
const [noV, noS] = [1, 2];
/** The detector's certainty for each byte of log-odds, from −128. */
const detected = Float64Array.from({ length: 256 }, (_, k) => logistic((k - 128) / 16));

/**
 * Classifies all beats, each section (`sections`) by itself; `pairOf` returns the network's input for a lead's template.
 */
export function classifyBeats(columns: BeatColumns, pairOf: FoundBeats['pairOf']): ClassifiedBeats {
  const shapeOdds = createTemplateOdds(shapeModel, pairOf);
  const classes = new Uint8Array(columns.count);
  const confidence = new Uint8Array(columns.count);
  const starts = sectionsOf(columns);
  starts.forEach((from, k) => {
    const until = starts[k + 1] ?? columns.count;
    classifySection(partOfColumns(columns, from, until), shapeOdds, {
      classes: classes.subarray(from, until),
      confidence: confidence.subarray(from, until),
    });
  });
  return { classes, confidence };
}

function classifySection(
  columns: BeatColumns,
  shapeOdds: (lead: number, template: number) => number,
  { classes, confidence }: ClassifiedBeats,
): void {
  const context = createClassContext(columns);
  const row = new Float32Array(classFeatureCount);
  const rules = new Uint8Array(columns.count);
  const sudden = suddenRuns(context.intervals.rr, columns);
  const keep = (i: number, byClass: number, byMargin: number): void => {
    const isSudden = sudden[i] === 1 && byClass === byteN;
    const [called, certainty] = isSudden ? [byteS, suddenCertainty] : [byClass, byMargin];
    classes[i] = called;
    confidence[i] = Math.round(100 * Math.min(certainty, detected[128 + (columns.odds[i] ?? 0)] ?? 0));
  };
  const scorer = createRowScorer(softModels, classFeatureCount, (i, sums) => {
    const rule = rules[i] ?? 0;
    const shape = shapeOdds(columns.lead[i] ?? 0, columns.template[i] ?? 0);
    const odds = {
      v: rule & noV ? never : ventricularOdds(sums[0] ?? 0, shape),
      s: rule & noS ? never : (sums[1] ?? 0),
      f: sums[2] ?? 0,
    };
    const called = decideClass(odds);
    keep(i, called, certaintyOf(called, odds));
  });
  for (let i = 0; i < columns.count; i++) {
    if (isPlain(context, i)) {
      keep(i, byteN, plainCertainty);
      continue;
    }
    writeClassFeatures(context, i, row, 0);
    const isNoS = isInTimeThrough(row) || isSteady(row, context.intervals.rr[i] ?? 0);
    rules[i] = (isDominantShape(row) ? noV : 0) | (isNoS ? noS : 0);
    scorer.add(row, 0, i);
  }
  scorer.finish();
  const { rr, usual, long, high, low, baseline, baselineBack, odd, steps } = context.intervals;
  release(
    rr,
    usual,
    long.offsets,
    high.offsets,
    low.offsets,
    baseline,
    baselineBack,
    odd,
    steps,
    context.p,
    context.pUsual,
  );
}
