/**
 * Learns atrial fibrillation from RR intervals: afdb's beat lists, mitdb's annotated beats and rhythms, one normal
 * day of nsr2db. Cross-validated by record; writes packages/ecg/src/rhythm/af-model.ts.
 */
import { afFeatureCount, afFeatureNames, writeAfFeatures } from '@rhythmdesk/ecg/rhythm/af-features';
import { crossValidate, importance, trainTrees } from './boost.ts';
import type { BoostOptions, TrainingRows } from './boost.ts';
import { referenceBeats } from './reference.ts';
import { dataFolder, readAfdbBeats, readAnnotations, readWfdb, recordNames } from './records.ts';
import { writeModels } from './write-model.ts';

interface RhythmRecord {
  readonly name: string;
  readonly samples: ArrayLike<number>;
  readonly hz: number;
  readonly rhythms: readonly string[];
  readonly weight: number;
}

export function rhythmRecords(): RhythmRecord[] {
  const afdb = recordNames('afdb_beats', '.qrs').map((name) => {
    const list = readAfdbBeats(name);
    return { name, samples: list.samples, hz: 250, rhythms: list.rhythms, weight: 1 };
  });
  const mitdb = recordNames('mitdb', '.dat').map((name) => {
    const record = readWfdb('mitdb', name);
    const beats = referenceBeats(record.annotations);
    const changes = record.annotations.filter((note) => note.aux.startsWith('('));
    const rhythms = Array.from(beats.samples, (sample) =>
      (changes.filter((note) => note.sample <= sample).at(-1)?.aux ?? '(N').slice(1));
    return { name, samples: beats.samples, hz: 360, rhythms, weight: Number(process.env['MW'] ?? 2) };
  });
  const normal = recordNames('nsr2db_beats', '.ecg').map((name) => {
    const beats = readAnnotations(`${dataFolder('nsr2db_beats')}${name}.ecg`).filter((note) => /[NVSAJFLR]/.test(note.symbol));
    return { name, samples: beats.map((note) => note.sample), hz: 128, rhythms: beats.map(() => 'N'), weight: 0.5 };
  });
  return [...afdb, ...mitdb, ...normal];
}

export function intervalsOf(samples: ArrayLike<number>, hz: number): Float32Array {
  const rr = new Float32Array(samples.length);
  for (let i = 1; i < samples.length; i++) {
    const seconds = ((samples[i] ?? 0) - (samples[i - 1] ?? 0)) / hz;
    rr[i] = seconds > 0.15 && seconds < 3 ? seconds : 0;
  }
  return rr;
}

const options: BoostOptions = { trees: 50, depth: 3, rate: 0.15, lambda: 20, min_weight: 30 };
const stride = 8;

function main(): void {
  const records = rhythmRecords();
  const spots = records.flatMap((record, group) => {
    const rr = intervalsOf(record.samples, record.hz);
    return Array.from({ length: Math.floor(rr.length / stride) }, (_, k) => ({ group, rr, i: k * stride, record }));
  });
  const rows = new Float32Array(spots.length * afFeatureCount);
  spots.forEach(({ rr, i }, k) => writeAfFeatures(rr, i, rows, k * afFeatureCount));
  const data: TrainingRows = {
    rows,
    width: afFeatureCount,
    labels: Uint8Array.from(spots, ({ record, i }) => (record.rhythms[i] === 'AFIB' ? 1 : 0)),
    weights: Float32Array.from(spots, ({ record, i }) => (record.rhythms[i] === 'AFL' ? 0 : record.weight)),
    groups: Uint16Array.from(spots, ({ group }) => group),
  };
  const mask = process.argv[2]?.split(',').map(Number) ?? [];
  for (let k = 0; k < rows.length; k++) if (mask.includes(k % afFeatureCount)) rows[k] = 0;
  const odds = crossValidate(data, 12, options);
  for (const cost of [4]) report(records, data, odds, cost);
  for (const o of tryOptions) { console.log(JSON.stringify(o)); report(records, data, crossValidate(data, 12, o), 4); }
  const model = trainTrees(data, Int32Array.from(spots, (_, i) => i), options);
  console.log(importance(model, afFeatureNames));
  writeModels('rhythm/af-model.ts', 'train-af.ts', { afModel: model });
}

const tryOptions: BoostOptions[] = [
  { trees: 30, depth: 1, rate: 0.3, lambda: 20, min_weight: 30 },
  { trees: 100, depth: 1, rate: 0.3, lambda: 20, min_weight: 30 },
  { trees: 30, depth: 2, rate: 0.2, lambda: 20, min_weight: 30 },
  { trees: 30, depth: 3, rate: 0.1, lambda: 100, min_weight: 100 },
];
function report(records: readonly RhythmRecord[], data: TrainingRows, odds: Float32Array, cost: number): void {
  const all = { tp: 0, fn: 0, fp: 0, tn: 0 };
  const texts: string[] = [];
  records.forEach((record, group) => {
    const own = [...data.groups.keys()].filter((i) => data.groups[i] === group);
    const path = twoStates(own.map((i) => odds[i] ?? 0), cost);
    const one = { tp: 0, fn: 0, fp: 0, tn: 0 };
    own.forEach((i, k) => {
      if ((data.weights[i] ?? 0) === 0) return;
      const key = data.labels[i] ? (path[k] ? 'tp' : 'fn') : path[k] ? 'fp' : 'tn';
      one[key] += stride;
      if (group < 12) all[key] += stride;
    });
    texts.push(`${record.name}: fn ${one.fn}/${one.fn + one.tp} fp ${one.fp}/${one.fp + one.tn}`);
  });
  console.log(`cost ${cost}: sens ${((100 * all.tp) / (all.tp + all.fn)).toFixed(2)} spec ${((100 * all.tn) / (all.tn + all.fp)).toFixed(2)}`);
  console.log(texts.slice(0, 12).join('; '));
}

function twoStates(odds: readonly number[], cost: number): Uint8Array {
  const from = odds.map(() => [0, 0]);
  let off = 0;
  let on = 0;
  odds.forEach((value, k) => {
    const z = Math.max(-4, Math.min(4, value)) / 2;
    const nextOff = Math.max(off, on - cost) - z;
    const nextOn = Math.max(on, off - cost) + z;
    from[k] = [off >= on - cost ? 0 : 1, on >= off - cost ? 1 : 0];
    off = nextOff;
    on = nextOn;
  });
  const path = new Uint8Array(odds.length);
  let state = on > off ? 1 : 0;
  for (let k = odds.length - 1; k >= 0; k--) {
    path[k] = state;
    state = from[k]?.[state] ?? 0;
  }
  return path;
}

main();
