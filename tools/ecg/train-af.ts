/**
 * Learns atrial fibrillation from RR intervals of afdb's beat lists and one normal day of nsr2db. Cross-validated by
 * record; writes packages/ecg/src/rhythm/af-model.ts with the figures of that training.
 */
import type { AccuracyRow } from '@rhythmdesk/ecg/scoring/accuracy';
import { afFeatureCount, afFeatureNames, writeAfFeatures } from '@rhythmdesk/ecg/rhythm/af-features';
import { likelyStates } from '@rhythmdesk/ecg/rhythm/af-probability';
import { mendIntervals } from '@rhythmdesk/ecg/rhythm/mend-intervals';
import { crossValidate, importance, trainTrees } from './boost.ts';
import type { BoostOptions, TrainingRows } from './boost.ts';
import { dataFolder, readAfdbBeats, readAnnotations, recordNames } from './records.ts';
import { keepFigures, writeModels } from './write-model.ts';

interface RhythmRecord {
  readonly name: string;
  readonly rr: Float32Array;
  readonly rhythms: readonly string[];
}

export function listIntervals(samples: ArrayLike<number>, hz: number): Float32Array {
  const rr = new Float32Array(samples.length);
  for (let i = 1; i < samples.length; i++) {
    const seconds = ((samples[i] ?? 0) - (samples[i - 1] ?? 0)) / hz;
    rr[i] = seconds > 0.15 && seconds < 3 ? seconds : 0;
  }
  mendIntervals(rr);
  return rr;
}

function rhythmRecords(): RhythmRecord[] {
  const afdb = recordNames('afdb_beats', '.qrs').map((name) => {
    const list = readAfdbBeats(name);
    return { name, rr: listIntervals(list.samples, 250), rhythms: list.rhythms };
  });
  const normal = recordNames('nsr2db_beats', '.ecg').map((name) => {
    const beats = readAnnotations(`${dataFolder('nsr2db_beats')}${name}.ecg`).filter((note) =>
      /[NVSAJFLR]/.test(note.symbol),
    );
    return {
      name,
      rr: listIntervals(
        beats.map((note) => note.sample),
        128,
      ),
      rhythms: beats.map(() => 'N'),
    };
  });
  return [...afdb, ...normal];
}

const options: BoostOptions = { trees: 40, depth: 3, rate: 0.15, lambda: 10, min_weight: 10 };
const stride = 8;

function trainingRows(records: readonly RhythmRecord[]): TrainingRows & { rhythms: readonly string[] } {
  const spots = records.flatMap((record, group) =>
    Array.from({ length: Math.floor(record.rr.length / stride) }, (_, k) => ({
      group,
      i: k * stride,
      record,
    })),
  );
  const rows = new Float32Array(spots.length * afFeatureCount);
  spots.forEach(({ record, i }, k) => writeAfFeatures(record.rr, i, rows, k * afFeatureCount));
  const rhythms = spots.map(({ record, i }) => record.rhythms[i] ?? 'N');
  const counts = new Map<string, number>();
  const keyOf = (k: number): string => `${spots[k]?.group}:${rhythms[k] === 'AFIB'}`;
  spots.forEach((_, k) => counts.set(keyOf(k), (counts.get(keyOf(k)) ?? 0) + 1));
  return {
    rows,
    width: afFeatureCount,
    labels: Uint8Array.from(rhythms, (rhythm) => (rhythm === 'AFIB' ? 1 : 0)),
    weights: Float32Array.from(rhythms, (rhythm, k) =>
      rhythm === 'AFL' ? 0 : Math.sqrt(500 / Math.max(100, counts.get(keyOf(k)) ?? 0)),
    ),
    groups: Uint16Array.from(spots, ({ group }) => group),
    rhythms,
  };
}

function report(
  records: readonly RhythmRecord[],
  data: ReturnType<typeof trainingRows>,
  odds: Float32Array,
): { text: string; rows: AccuracyRow[] } {
  const sum = { tp: 0, fn: 0, fp: 0, tn: 0 };
  records.forEach((record, group) => {
    const own = [...data.groups.keys()].filter((i) => data.groups[i] === group);
    const states = likelyStates(Float32Array.from(own, (i) => odds[i] ?? 0));
    const one = { tp: 0, fn: 0, fp: 0, tn: 0 };
    own.forEach((i, k) => {
      if (data.rhythms[i] === 'AFL') return;
      one[data.labels[i] ? (states[k] ? 'tp' : 'fn') : states[k] ? 'fp' : 'tn'] += stride;
    });
    console.log(record.name, `missed ${one.fn} of ${one.fn + one.tp}, false ${one.fp} of ${one.fp + one.tn}`);
    if (record.name.startsWith('nsr')) return;
    for (const key of ['tp', 'fn', 'fp', 'tn'] as const) sum[key] += one[key];
  });
  const share = (a: number, b: number): string => ((100 * a) / (a + b)).toFixed(2);
  return {
    text: `sensitivity ${share(sum.tp, sum.fn)}, specificity ${share(sum.tn, sum.fp)}`,
    rows: [
      {
        name: 'afdb',
        cells: [
          [sum.tp, sum.tp + sum.fn],
          [sum.tn, sum.tn + sum.fp],
        ],
      },
    ],
  };
}

function main(): void {
  const records = rhythmRecords();
  const data = trainingRows(records);
  const figures = report(records, data, crossValidate(data, records.length, options));
  console.log(figures.text);
  const model = trainTrees(
    data,
    Int32Array.from(data.labels, (_, i) => i),
    options,
  );
  console.log(importance(model, afFeatureNames));
  keepFigures('trained_af', figures.rows);
  writeModels('train-af.ts', `12 records of afdb, cross-validated by record, per beat: ${figures.text} %.`, {
    'rhythm/af-model.ts': ['afModel', model],
  });
}

if (import.meta.main) main();
