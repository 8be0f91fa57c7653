/**
 * Trains the models of the beat classes on some of the patients. They are trees over the features of each class, and
 * the network on the mean beats of templates (`ecg/beats/shape-network`), which together with the trees decides what is
 * ventricular.
 */
import { byteF, byteS, byteV } from '@rhythmdesk/ecg/beats/beat-class';
import { createTreeScorer } from '@rhythmdesk/ecg/beats/boosted-trees';
import type { TreeModel } from '@rhythmdesk/ecg/beats/boosted-trees';
import { classFeatureCount, classFeatureNames } from '@rhythmdesk/ecg/beats/class-features';
import { createTemplateOdds, ventricularOdds } from '@rhythmdesk/ecg/beats/shape-network';
import type { ShapeNetwork } from '@rhythmdesk/ecg/beats/shape-network';
import { pairLength } from '@rhythmdesk/ecg/beats/template-pair';
import { trainTrees } from './boost.ts';
import type { BoostOptions, TrainingRows } from './boost.ts';
import { signsOf, used } from './class-features-used.ts';
import type { Trained } from './class-features-used.ts';
import { reachOf } from './class-reach.ts';
import type { ClassRows, CopyKind } from './class-rows.ts';
import type { OddsLists } from './class-scores.ts';
import { learnShapeNetwork } from './shape-training.ts';

const common = { depth: 3, lambda: 5, min_weight: 3, row_share: 0.7 };
/** With so few patients, fast learning gives a different result each time. */
const slow = { ...common, rate: 0.05, trees: 200 };
const options: Readonly<Record<Trained, BoostOptions>> = {
  v: { ...slow, feature_share: 0.25 },
  s: { ...slow, feature_share: 0.3, signs: signsOf('s', classFeatureNames) },
  f: { ...common, rate: 0.1, trees: 40, feature_share: 0.4 },
};
const noPair = new Float32Array(pairLength);
/** A record's beats of one class together weigh no more than about this many. */
const mostOfOneRecord = 100;
const copyWeight = {
  ...{ fibrillation: 0.12, sparse: 0.12, dense: 0.12, crowded: 0.06, motion: 0.15 },
  ...{ runs: 0, rate: 0, piece: 0, strip: 0.5 },
};
/** Weight of a beat of each kind of copy, or of a normal strip, in learning a class; an original beat weighs 1. */
const copyWeights = {
  v: { ...copyWeight, crowded: 0.06, motion: 0.3, runs: 0.3, rate: 0.5, piece: 1, strip: 3 },
  s: { ...copyWeight, sparse: 0.06, dense: 0.06, crowded: 0.0075 },
  f: { ...copyWeight, crowded: 0.06 },
} as const satisfies Record<Trained, Record<CopyKind, number>>;
const byteOf = { v: byteV, s: byteS, f: byteF } as const;
export const trainedClasses = ['v', 's', 'f'] as const;

/**
 * Returns the rows for one class against the rest; other features are blanked, and no record weighs much more than
 * another.
 */
function oneClass(all: ClassRows, trained: Trained): TrainingRows {
  const byte = byteOf[trained];
  const rows = new Float32Array(all.rows.length * classFeatureCount);
  for (const f of used[trained].map((name) => classFeatureNames.indexOf(name)))
    all.rows.forEach((row, i) => {
      rows[i * classFeatureCount + f] = row[f] ?? 0;
    });
  const labels = Uint8Array.from(all.truths, (truth) => (truth === byte ? 1 : 0));
  // A fusion beat is half a ventricular one, and calling it V is no error: it is not used to train V.
  const own = all.weights.map((weight, i) => (byte === byteV && all.truths[i] === byteF ? 0 : weight));
  for (const { kind, from, until } of all.copies)
    for (let i = from; i < until; i++) own[i] = (own[i] ?? 0) * copyWeights[trained][kind];
  const totals = new Map<string, number>();
  const keyOf = (i: number): string => `${String(all.groups[i])}:${String(labels[i])}`;
  own.forEach((weight, i) => totals.set(keyOf(i), (totals.get(keyOf(i)) ?? 0) + weight));
  const weights = Float32Array.from(own, (weight, i) => {
    const most = mostOfOneRecord * (labels[i] ? 1 : 4);
    return weight * Math.min(1, (most / Math.max(1e-6, totals.get(keyOf(i)) ?? 0)) ** 0.7);
  });
  return { rows, width: classFeatureCount, labels, weights, groups: Uint16Array.from(all.groups) };
}

export type ClassSets = Readonly<Record<Trained, TrainingRows>> & {
  /** How soft the trees are when they are evaluated (`SoftTrees`). */
  readonly reach: readonly number[];
};

export function classSets(all: ClassRows): ClassSets {
  for (const name of trainedClasses.flatMap((trained) => used[trained]))
    if (!classFeatureNames.includes(name)) throw new Error(`no feature ${name}`);
  const first = all.sources.filter(
    ({ set, leads }) => (set === 'mitdb' || set === 'svdb') && leads.join() === '0',
  );
  const scored = first.flatMap(({ rows }) => [...rows].flatMap((row) => all.rows[row] ?? []));
  const reach = reachOf(scored, classFeatureCount);
  return { v: oneClass(all, 'v'), s: oneClass(all, 's'), f: oneClass(all, 'f'), reach };
}

export interface LearnedClasses {
  readonly trees: Readonly<Record<Trained, TreeModel>>;
  readonly shape: ShapeNetwork;
}

/** Trains on the rows of the patients in `from`. */
export function learnClasses(
  all: ClassRows,
  sets: ClassSets,
  from: (group: number) => boolean,
): LearnedClasses {
  const learned = (trained: Trained): TreeModel => {
    const { groups, weights } = sets[trained];
    const chosen = Int32Array.from(groups.keys()).filter(
      (i) => (weights[i] ?? 0) > 0 && from(groups[i] ?? 0),
    );
    return trainTrees(sets[trained], chosen, options[trained]);
  };
  return {
    trees: { v: learned('v'), s: learned('s'), f: learned('f') },
    shape: learnShape(all, sets.v, from),
  };
}

/** Trains the shape network; a template weighs as much as its beats do. */
function learnShape(
  { pairs, pair_of }: ClassRows,
  { groups, weights, labels }: TrainingRows,
  from: (group: number) => boolean,
): ShapeNetwork {
  const examples = { pairs, for: new Float64Array(pairs.length), against: new Float64Array(pairs.length) };
  pair_of.forEach((pair, i) => {
    if (!from(groups[i] ?? 0)) return;
    const side = labels[i] ? examples.for : examples.against;
    side[pair] = (side[pair] ?? 0) + (weights[i] ?? 0);
  });
  return learnShapeNetwork(examples);
}

/** Writes the log-odds of every row of the patients in `held`. */
export function writeOdds(
  { pairs, pair_of }: ClassRows,
  sets: ClassSets,
  { trees, shape }: LearnedClasses,
  held: (group: number) => boolean,
  odds: OddsLists,
): void {
  for (const trained of trainedClasses) {
    const { groups, rows, width } = sets[trained];
    const scorer = createTreeScorer({ model: trees[trained], reach: sets.reach });
    groups.forEach((group, i) => {
      if (held(group)) odds[trained][i] = scorer.score(rows, i * width);
    });
  }
  const shapeOdds = createTemplateOdds(shape, (_, pair) => pairs[pair] ?? noPair);
  sets.v.groups.forEach((group, i) => {
    if (held(group)) odds.v[i] = ventricularOdds(odds.v[i] ?? 0, shapeOdds(0, pair_of[i] ?? 0));
  });
}
