/**
 * Learns the beat classes S, V and F from mitdb's first leads, second leads and both together, beats as the engine
 * itself finds them, and from copies with another rhythm. Cross-validated by record (11 folds; paced records 102 and
 * 217 left out, as EC57 asks); writes packages/ecg/src/beats/{v,s,f}-model.ts and class-certainty.ts with the figures
 * of that training.
 */
import { byteF, byteQ, byteS, byteV } from '@rhythmdesk/ecg/beats/beat-class';
import type { BeatColumns } from '@rhythmdesk/ecg/beats/beat-columns';
import {
  classFeatureCount,
  classFeatureNames,
  createClassContext,
  isPlain,
  writeClassFeatures,
} from '@rhythmdesk/ecg/beats/class-features';
import { decideClass } from '@rhythmdesk/ecg/beats/classify';
import { matchBeats } from '@rhythmdesk/ecg/scoring/match-beats';
import { beatCells } from './bench-beats.ts';
import { crossValidate, importance, trainTrees } from './boost.ts';
import type { BoostOptions, TrainingRows } from './boost.ts';
import { figuresText, learnCertainty, oddsAt, reliabilityLines, scoreSources } from './class-scores.ts';
import type { ClassSource, OddsLists } from './class-scores.ts';
import { crowded, dense, sparse, withEarlyBeats, withFibrillation } from './early-beats.ts';
import type { MovedBeats } from './early-beats.ts';
import { findBeats } from './find-beats.ts';
import { referenceBeats } from './reference.ts';
import { readWfdb, recordNames } from './records.ts';
import { keepFigures, writeCertainty, writeModels } from './write-model.ts';

interface Rows {
  readonly rows: Float32Array[];
  readonly truths: number[];
  readonly weights: number[];
  readonly groups: number[];
  readonly sources: ClassSource[];
  readonly copies: { readonly kind: CopyKind; readonly from: number; readonly until: number }[];
}

const timing = [
  'before',
  'after',
  'before/before',
  'after/before',
  'two steps',
  'compensated',
  'irregular',
  'irregular long',
  'before/long',
  'mean/long',
  'before/high',
  'after/high',
  'before/baseline',
  'before/baseline back',
  'run so far',
  'run',
  'run onset',
  'run edge',
  'run p',
  'sure',
  'sure before',
];
const shape = [
  'wider mean',
  'wider high',
  'qrs like mean',
  'qrs like low',
  'p like mean',
  'p like high',
  't like mean',
  't like low',
  'before like mean',
  'p usual',
  'low before',
  'low after',
  'template early',
  'template high',
  'template qrs like mean',
  'template qrs like low',
  'template wider mean',
  'template wider high',
  'template p like mean',
  'template before like mean',
];
const forV = [
  'size mean',
  'area mean',
  'faster mean',
  'slower mean',
  'slower high',
  'own better mean',
  'own better high',
  'own like mean',
  'template own better mean',
  'template own better high',
  'template own like mean',
  'template t like low',
  'template slower high',
  'template faster mean',
  'template area mean',
  'template after',
  'template compensated',
  'share',
  'wider before',
  'wider after',
];
const used = {
  v: [...timing, ...shape, ...forV],
  s: [
    ...timing,
    ...shape,
    'early next',
    'after/long',
    'run end',
    'run before like',
    'run first p',
    'run step',
    'before/high of run',
    'p size mean',
    'size mean',
    'slower high',
    'own like mean',
    'own better high',
    'template own better high',
  ],
  f: [...timing, ...shape, ...forV, 'size before'],
};
const common = { rate: 0.1, lambda: 5, min_weight: 3, feature_share: 0.4, row_share: 0.7 };
const options: Readonly<Record<'v' | 's' | 'f', BoostOptions>> = {
  v: { ...common, trees: 100, depth: 3, feature_share: 0.25 },
  s: { ...common, trees: 100, depth: 3, feature_share: 0.3 },
  f: { ...common, trees: 40, depth: 3 },
};
/** A record's beats of one class weigh no more than about this many together. */
const mostOfOneRecord = 100;
/** Aberrant beats within fibrillation and a run in bundle-branch block: no pattern to learn others from. */
const unlike = new Set(['201', '207']);
const views = [
  { name: 'first_lead', leads: [0], weight: 1 },
  { name: 'second_lead', leads: [1], weight: 0.5 },
  { name: 'both_leads', leads: [0, 1], weight: 1 },
] as const;
/** How much a beat of each kind of copy weighs in learning a class, against 1 for a beat as it was recorded. */
const copyWeights = {
  v: { fibrillation: 0.12, sparse: 0.12, dense: 0.12, crowded: 0.06 },
  s: { fibrillation: 0.25, sparse: 0.12, dense: 0.12, crowded: 0.015 },
  f: { fibrillation: 0.12, sparse: 0.12, dense: 0.12, crowded: 0.06 },
} as const;
/** Only every so many beats of a copy are learned from, each for as many: neighbours say much the same. */
const thinned: Readonly<Record<CopyKind, number>> = { fibrillation: 2, sparse: 1, dense: 2, crowded: 4 };
type CopyKind = keyof (typeof copyWeights)['v'];
type Trained = keyof typeof copyWeights;
const byteOf = { v: byteV, s: byteS, f: byteF } as const;

function addRows(
  into: Rows,
  columns: BeatColumns,
  truth: Uint8Array,
  group: number,
  weightOf: (i: number) => number,
): Int32Array {
  const context = createClassContext(columns);
  const at = new Int32Array(truth.length).fill(-1);
  for (let i = 0; i < truth.length; i++) {
    const weight = weightOf(i);
    if (weight < 0 || isPlain(context, i)) continue;
    const row = new Float32Array(classFeatureCount);
    writeClassFeatures(context, i, row, 0);
    at[i] = into.rows.length;
    into.rows.push(row);
    into.truths.push(truth[i] ?? 0);
    into.weights.push(truth[i] === 0 || truth[i] === byteQ ? 0 : weight);
    into.groups.push(group);
  }
  return at;
}

function collect(): Rows {
  const all: Rows = { rows: [], truths: [], weights: [], groups: [], sources: [], copies: [] };
  const names = recordNames('mitdb', '.dat').filter((name) => name !== '102' && name !== '217');
  names.forEach((name, group) => {
    for (const { leads, weight } of views) addRecord(all, name, group, leads, weight);
  });
  return all;
}

function addRecord(all: Rows, name: string, group: number, leads: readonly number[], weight: number): void {
  const record = readWfdb('mitdb', name);
  const reference = referenceBeats(record.annotations);
  const { columns } = findBeats(record, leads);
  const peaks = Uint32Array.from(columns.peak.subarray(0, columns.count), (p) => Math.round((p * 360) / 250));
  const pairs = matchBeats(reference.samples, peaks, 54);
  const truth = Uint8Array.from(peaks, (_, i) => {
    const partner = pairs.test_partner[i] ?? -1;
    return partner < 0 ? 0 : (reference.classes[partner] ?? byteQ);
  });
  const rows = addRows(all, columns, truth, group, (i) =>
    truth[i] === byteS && unlike.has(name) ? 0.2 * weight : weight,
  );
  all.sources.push({ record, leads, peaks, truth, rows });
  if (leads[0] !== 0) return;
  const seed = group * 31 + 7 * leads.length;
  addCopy(all, withFibrillation(columns, truth, seed), group, 'fibrillation');
  if (name === '201' || name === '203') return;
  Object.entries({ sparse, dense, crowded }).forEach(([kind, chances], k) => {
    const copy = withEarlyBeats(columns, truth, seed + 1 + k, chances);
    addCopy(all, copy, group, kind === 'sparse' ? 'sparse' : kind === 'dense' ? 'dense' : 'crowded');
  });
}

function addCopy(all: Rows, copy: MovedBeats, group: number, kind: CopyKind): void {
  const from = all.rows.length;
  const every = thinned[kind];
  addRows(all, copy.columns, copy.truth, group, (i) => (copy.near[i] === 1 && i % every === 0 ? every : -1));
  all.copies.push({ kind, from, until: all.rows.length });
}

/** Rows for one class against the rest, other features blanked, no record weighing much more than another. */
function oneClass(all: Rows, trained: Trained): TrainingRows {
  const byte = byteOf[trained];
  const columns = classFeatureNames.map((name) => used[trained].includes(name));
  const rows = new Float32Array(all.rows.length * classFeatureCount);
  all.rows.forEach((row, i) =>
    rows.set(
      row.map((value, f) => (columns[f] ? value : 0)),
      i * classFeatureCount,
    ),
  );
  const labels = Uint8Array.from(all.truths, (truth) => (truth === byte ? 1 : 0));
  // A fusion beat is half a ventricular one, and calling it so is no fault: it teaches V nothing.
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

/** Early beats put in, found by models that never saw the record: the patterns that few records here have. */
function copiesLine(all: Rows, odds: OddsLists): string {
  let [hits, of, called] = [0, 0, 0];
  for (const { from, until } of all.copies)
    for (let row = from; row < until; row++) {
      const found = decideClass(oddsAt(odds, row)) === byteS;
      const early = all.truths[row] === byteS;
      of += Number(early);
      called += Number(found);
      hits += Number(found && early);
    }
  return `copies: S ${hits} of ${of} found, ${called} called`;
}

export function main(): void {
  for (const name of [...used.v, ...used.s, ...used.f])
    if (!classFeatureNames.includes(name)) throw new Error(`no feature ${name}`);
  const all = collect();
  const sets = { v: oneClass(all, 'v'), s: oneClass(all, 's'), f: oneClass(all, 'f') };
  const odds: OddsLists = {
    v: crossValidate(sets.v, 11, options.v),
    s: crossValidate(sets.s, 11, options.s),
    f: crossValidate(sets.f, 11, options.f),
  };
  const certainty = learnCertainty(all.sources, odds);
  console.log(certainty);
  const figures = views.map(({ name, leads }) => ({ name, figures: scoreSources(all.sources, odds, leads) }));
  const said = figures.map((one) => `${one.name} ${figuresText(one.figures)}`).join('; ');
  console.log(said);
  console.log(copiesLine(all, odds));
  console.log(reliabilityLines(all.sources, odds, certainty).join('\n'));
  const every = Int32Array.from(all.truths, (_, i) => i);
  const models = {
    vModel: trainTrees(sets.v, every, options.v),
    sModel: trainTrees(sets.s, every, options.s),
    fModel: trainTrees(sets.f, every, options.f),
  };
  for (const [name, model] of Object.entries(models)) console.log(name, importance(model, classFeatureNames));
  keepFigures(
    'trained_classes',
    figures.map((one) => ({ name: one.name, cells: beatCells(one.figures).slice(1) })),
  );
  writeModels(
    'train-classes.ts',
    `22 records of mitdb, cross-validated by record, sensitivity/predictivity %: ${said}.`,
    {
      'beats/v-model.ts': ['vModel', models.vModel],
      'beats/s-model.ts': ['sModel', models.sModel],
      'beats/f-model.ts': ['fModel', models.fModel],
    },
  );
  writeCertainty('train-classes.ts', certainty);
}

if (import.meta.main) main();
