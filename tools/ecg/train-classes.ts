/**
 * Learns the beat classes S, V and F from mitdb's first and second leads, beats as the engine itself finds them, and
 * from copies with early beats put in. Cross-validated by record (11 folds; paced records 102 and 217 left out, as
 * EC57 asks); writes packages/ecg/src/beats/{v,s,f}-model.ts with the figures of that training.
 */
import { byteF, byteQ, byteS, byteV } from '@rhythmdesk/ecg/beats/beat-class';
import {
  classFeatureCount,
  classFeatureNames,
  createClassContext,
  writeClassFeatures,
} from '@rhythmdesk/ecg/beats/class-features';
import { decideClass } from '@rhythmdesk/ecg/beats/classify';
import type { BeatFigures } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import { beatFigures, compareBeats, percent, sumTables } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import { matchBeats } from '@rhythmdesk/ecg/scoring/match-beats';
import { crossValidate, importance, trainTrees } from './boost.ts';
import type { BoostOptions, TrainingRows } from './boost.ts';
import { withEarlyBeats } from './early-beats.ts';
import { findBeats } from './find-beats.ts';
import { flutterSegments, referenceBeats } from './reference.ts';
import { readWfdb, recordNames } from './records.ts';
import type { EcgRecord } from './records.ts';
import { beatCells } from './bench-beats.ts';
import { keepFigures, writeModels } from './write-model.ts';

interface Source {
  readonly record: EcgRecord;
  readonly lead: number;
  readonly peaks: Uint32Array;
  readonly first: number;
}
interface Rows {
  readonly rows: Float32Array[];
  readonly truths: number[];
  readonly weights: number[];
  readonly groups: number[];
  readonly sources: Source[];
}

const timing = [
  'before',
  'after',
  'before/before',
  'after/before',
  'irregular',
  'two steps',
  'compensated',
  'before/long',
  'mean/long',
];
const shape = [
  'wider',
  'qrs like',
  'p like',
  't like',
  'before like',
  'p size',
  'template early',
  'template like',
];
const used = {
  v: [
    ...timing,
    ...shape,
    'size',
    'area',
    'faster',
    'slower',
    'template wider',
    'template p',
    'share',
    'width',
    'like before',
    'like after',
  ],
  s: [...timing, ...shape, 'early next', 'after/long'],
  f: [...timing, ...shape, 'size', 'area', 'faster', 'slower', 'template wider', 'share', 'size before'],
};
const options: Readonly<Record<'v' | 's' | 'f', BoostOptions>> = {
  v: { trees: 60, depth: 4, rate: 0.12, lambda: 5, min_weight: 3 },
  s: { trees: 60, depth: 3, rate: 0.12, lambda: 5, min_weight: 3 },
  f: { trees: 30, depth: 3, rate: 0.12, lambda: 5, min_weight: 3 },
};
/** A record's beats of one class weigh no more than about this many together. */
const mostOfOneRecord = 100;
/** Aberrant beats within fibrillation and a run in bundle-branch block: no pattern to learn others from. */
const unlike = new Set(['201', '207']);

function addRows(
  into: Rows,
  columns: Parameters<typeof createClassContext>[0],
  truth: Uint8Array,
  group: number,
  weightOf: (i: number) => number,
): void {
  const context = createClassContext(columns);
  for (let i = 0; i < truth.length; i++) {
    const weight = weightOf(i);
    if (weight < 0) continue;
    const row = new Float32Array(classFeatureCount);
    writeClassFeatures(context, i, row, 0);
    into.rows.push(row);
    into.truths.push(truth[i] ?? 0);
    into.weights.push(truth[i] === 0 || truth[i] === byteQ ? 0 : weight);
    into.groups.push(group);
  }
}

function collect(): Rows {
  const all: Rows = { rows: [], truths: [], weights: [], groups: [], sources: [] };
  const names = recordNames('mitdb', '.dat').filter((name) => name !== '102' && name !== '217');
  names.forEach((name, group) => {
    const record = readWfdb('mitdb', name);
    const reference = referenceBeats(record.annotations);
    for (const lead of [0, 1]) {
      const { columns } = findBeats(record, [lead]);
      const peaks = Uint32Array.from(columns.peak.subarray(0, columns.count), (p) =>
        Math.round((p * 360) / 250),
      );
      const pairs = matchBeats(reference.samples, peaks, 54);
      const truth = Uint8Array.from(peaks, (_, i) => {
        const partner = pairs.test_partner[i] ?? -1;
        return partner < 0 ? 0 : (reference.classes[partner] ?? byteQ);
      });
      all.sources.push({ record, lead, peaks, first: all.truths.length });
      addRows(
        all,
        columns,
        truth,
        group,
        (i) => (lead === 0 ? 1 : 0.5) * (truth[i] === byteS && unlike.has(name) ? 0.2 : 1),
      );
      if (lead > 0 || name === '201' || name === '203') continue;
      const moved = withEarlyBeats(columns, truth, group * 31 + 7);
      addRows(all, moved.columns, moved.truth, group, (i) => (moved.near[i] === 1 ? 0.3 : -1));
    }
  });
  return all;
}

/** Rows for one class against the rest, other features blanked, no record weighing much more than another. */
function oneClass(all: Rows, byte: number, features: readonly string[]): TrainingRows {
  const columns = classFeatureNames.map((name) => features.includes(name));
  const rows = new Float32Array(all.rows.length * classFeatureCount);
  all.rows.forEach((row, i) =>
    rows.set(
      row.map((value, f) => (columns[f] ? value : 0)),
      i * classFeatureCount,
    ),
  );
  const labels = Uint8Array.from(all.truths, (truth) => (truth === byte ? 1 : 0));
  const totals = new Map<string, number>();
  const keyOf = (i: number): string => `${all.groups[i]}:${labels[i]}`;
  all.weights.forEach((weight, i) => totals.set(keyOf(i), (totals.get(keyOf(i)) ?? 0) + weight));
  const weights = Float32Array.from(all.weights, (weight, i) => {
    const most = mostOfOneRecord * (labels[i] ? 1 : 4);
    return weight * Math.min(1, (most / Math.max(1e-6, totals.get(keyOf(i)) ?? 0)) ** 0.7);
  });
  return { rows, width: classFeatureCount, labels, weights, groups: Uint16Array.from(all.groups) };
}

const text = (f: BeatFigures): string =>
  `V ${percent(f.v_sensitivity).toFixed(2)}/${percent(f.v_predictivity).toFixed(2)} S ${percent(f.s_sensitivity).toFixed(2)}/${percent(f.s_predictivity).toFixed(2)}`;

type Odds = Readonly<Record<'v' | 's' | 'f', Float32Array>>;

/** Scores the cross-validated answers of one lead, record by record and in all. */
function scoreLead(all: Rows, odds: Odds, lead: number): BeatFigures {
  const tables = all.sources
    .filter((source) => source.lead === lead)
    .map((source) => {
      const classes = Uint8Array.from(source.peaks, (_, i) => {
        const k = source.first + i;
        return decideClass({ v: odds.v[k] ?? 0, s: odds.s[k] ?? 0, f: odds.f[k] ?? 0 });
      });
      const excluded = flutterSegments(source.record.annotations, 54);
      const table = compareBeats({
        reference: referenceBeats(source.record.annotations),
        test: { samples: source.peaks, classes },
        sampling_hz: 360,
        excluded,
      });
      const f = beatFigures(table);
      console.log(
        source.record.name,
        lead,
        `V ${f.v_sensitivity.hits}/${f.v_sensitivity.of} of ${f.v_predictivity.of}, S ${f.s_sensitivity.hits}/${f.s_sensitivity.of} of ${f.s_predictivity.of}`,
      );
      return table;
    });
  return beatFigures(sumTables(tables));
}

function main(): void {
  const all = collect();
  const sets = {
    v: oneClass(all, byteV, used.v),
    s: oneClass(all, byteS, used.s),
    f: oneClass(all, byteF, used.f),
  };
  const odds = {
    v: crossValidate(sets.v, 11, options.v),
    s: crossValidate(sets.s, 11, options.s),
    f: crossValidate(sets.f, 11, options.f),
  };
  const figures = [0, 1].map((lead) => scoreLead(all, odds, lead));
  const said = figures.map((one, lead) => `lead ${lead + 1}: ${text(one)}`).join('; ');
  console.log(said);
  const every = Int32Array.from(all.truths, (_, i) => i);
  const models = {
    vModel: trainTrees(sets.v, every, options.v),
    sModel: trainTrees(sets.s, every, options.s),
    fModel: trainTrees(sets.f, every, options.f),
  };
  for (const [name, model] of Object.entries(models)) console.log(name, importance(model, classFeatureNames));
  keepFigures(
    'trained_classes',
    figures.map((one, lead) => ({
      name: lead === 0 ? 'first_lead' : 'second_lead',
      cells: beatCells(one).slice(1),
    })),
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
}

if (import.meta.main) main();
