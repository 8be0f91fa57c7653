/**
 * Learns atrial fibrillation from RR intervals of afdb's beat lists, with one normal day of nsr2db and the records of
 * mitdb (their ventricular beats left out, as the engine does) beside them, above all as what is not fibrillation.
 * Cross-validated by record; writes packages/ecg/src/rhythm/af-model.ts with the figures of that training.
 */
import { afEvidence } from '@rhythmdesk/ecg/rhythm/af-evidence';
import {
  afFeatureCount,
  afFeatureNames,
  afFeatureSigns,
  writeAfFeatures,
} from '@rhythmdesk/ecg/rhythm/af-features';
import { afProbabilities } from '@rhythmdesk/ecg/rhythm/af-probability';
import { mendIntervals } from '@rhythmdesk/ecg/rhythm/mend-intervals';
import { afRow, afScore, listIntervals, sumOfScores } from './af-score.ts';
import type { AfScore } from './af-score.ts';
import { importance, trainTrees } from './boost.ts';
import type { BoostOptions, TrainingRows } from './boost.ts';
import { dataFolder, readAfdbBeats, readAnnotations, recordNames } from './records.ts';
import type { BeatList } from './records.ts';
import { keepFigures, writeModels } from './write-model.ts';

interface RhythmRecord extends BeatList {
  readonly set: 'afdb' | 'nsr2db' | 'mitdb';
  readonly rr: Float32Array;
}

const mitdbHz = 360;

/** Beats with the rhythm they stand in; intervals at ventricular and fusion beats are not read. */
function mitdbRecord(name: string): RhythmRecord {
  const samples: number[] = [];
  const rhythms: string[] = [];
  const wide: boolean[] = [];
  let rhythm = 'N';
  for (const note of readAnnotations(`${dataFolder('mitdb')}${name}.atr`)) {
    if (note.aux.startsWith('(')) rhythm = note.aux.slice(1);
    if (!/^[NVSAJFLRaejEQ/f]$/.test(note.symbol)) continue;
    samples.push(note.sample);
    rhythms.push(rhythm);
    wide.push(/[VFE]/.test(note.symbol));
  }
  const rr = new Float32Array(samples.length);
  for (let i = 1; i < rr.length; i++) {
    const seconds = ((samples[i] ?? 0) - (samples[i - 1] ?? 0)) / mitdbHz;
    if (seconds > 0.15 && seconds < 3 && !wide[i] && !wide[i - 1]) rr[i] = seconds;
  }
  mendIntervals(rr);
  return { set: 'mitdb', name, sampling_hz: mitdbHz, samples: Uint32Array.from(samples), rhythms, rr };
}

function nsr2dbRecord(name: string): RhythmRecord {
  const beats = readAnnotations(`${dataFolder('nsr2db_beats')}${name}.ecg`).filter((note) =>
    /[NVSAJFLR]/.test(note.symbol),
  );
  const samples = Uint32Array.from(beats, (note) => note.sample);
  const rhythms = beats.map(() => 'N');
  return { set: 'nsr2db', name, sampling_hz: 128, samples, rhythms, rr: listIntervals(samples, 128) };
}

function rhythmRecords(): RhythmRecord[] {
  const afdb = recordNames('afdb_beats', '.qrs').map((name): RhythmRecord => {
    const list = readAfdbBeats(name);
    return { ...list, set: 'afdb', rr: listIntervals(list.samples, list.sampling_hz) };
  });
  return [
    ...afdb,
    ...recordNames('nsr2db_beats', '.ecg').map(nsr2dbRecord),
    ...recordNames('mitdb', '.atr').map(mitdbRecord),
  ];
}

const options: BoostOptions = {
  trees: 80,
  depth: 2,
  rate: 0.1,
  lambda: 20,
  min_weight: 10,
  feature_share: 0.5,
  group_share: 0.6,
  signs: afFeatureSigns,
};
const stride = 8;
/** Only every third window is learned from: neighbours say the same. */
const learned = 3;
/** What a record beside afdb weighs. */
const besideWeight = 0.6;
/** A record's windows of one rhythm share their weight out: 0 would let the longest count most, 1 all the same. */
const evenly = 0.7;

function trainingRows(records: readonly RhythmRecord[]): TrainingRows {
  const windows = records.flatMap((record, group) =>
    Array.from({ length: Math.floor(record.rr.length / stride) }, (_, k) => ({
      group,
      i: k * stride,
      record,
    })),
  );
  const rows = new Float32Array(windows.length * afFeatureCount);
  const evidence = new Map(records.map((record) => [record, afEvidence(record.rr)]));
  windows.forEach(({ record, i }, k) => {
    const own = evidence.get(record);
    if (own) writeAfFeatures(record.rr, own, i, rows, k * afFeatureCount);
  });
  const rhythms = windows.map(({ record, i }) => record.rhythms[i] ?? 'N');
  const counts = new Map<string, number>();
  const keyOf = (k: number): string => `${String(windows[k]?.group)}:${rhythms[k] === 'AFIB'}`;
  windows.forEach((_, k) => counts.set(keyOf(k), (counts.get(keyOf(k)) ?? 0) + 1));
  return {
    rows,
    width: afFeatureCount,
    labels: Uint8Array.from(rhythms, (rhythm) => (rhythm === 'AFIB' ? 1 : 0)),
    weights: Float32Array.from(windows, ({ record, i }, k) => {
      if (i % (learned * stride) !== 0 || /^(AFL|VFL)$/.test(rhythms[k] ?? '')) return 0;
      const even = (500 / Math.max(100, counts.get(keyOf(k)) ?? 0)) ** evenly;
      return record.set === 'afdb' ? even : besideWeight * even;
    }),
    groups: Uint16Array.from(windows, ({ group }) => group),
  };
}

/** The rows that are learned from, those of the groups in `without` left out. */
function chosenRows(data: TrainingRows, without: ReadonlySet<number>): Int32Array {
  return Int32Array.from(data.labels.keys()).filter(
    (i) => (data.weights[i] ?? 0) > 0 && !without.has(data.groups[i] ?? 0),
  );
}

/** Every record of afdb by a model of the others, those beside it in four parts: the whole path, beat by beat. */
function crossValidated(records: readonly RhythmRecord[], data: TrainingRows): AfScore[] {
  const partOf = (group: number): number => (records[group]?.set === 'afdb' ? group : 1000 + (group % 4));
  const scores: AfScore[] = [];
  for (const part of new Set(records.map((_, group) => partOf(group)))) {
    const held = new Set([...records.keys()].filter((group) => partOf(group) === part));
    const model = trainTrees(data, chosenRows(data, held), options);
    for (const group of held) {
      const record = records[group];
      if (record) scores[group] = afScore(record, afProbabilities(record.rr, undefined, model));
    }
  }
  return scores;
}

const percentText = ({ hits, of }: { hits: number; of: number }): string =>
  of === 0 ? '–' : ((100 * hits) / of).toFixed(2);
const scoreText = ({ af, other, flutter, episodes }: AfScore): string =>
  `sensitivity ${percentText(af)}, specificity ${percentText(other)}, flutter called ${percentText(flutter)}, episodes ${episodes.hits} of ${episodes.of}`;

export function main(): void {
  const records = rhythmRecords();
  const data = trainingRows(records);
  const scores = crossValidated(records, data);
  for (const score of scores) console.log(score.name, scoreText(score));
  const of = (set: string): AfScore =>
    sumOfScores(
      scores.filter((_, group) => records[group]?.set === set),
      set,
    );
  const afdb = of('afdb');
  console.log('mitdb', scoreText(of('mitdb')));
  console.log('afdb', scoreText(afdb));
  const model = trainTrees(data, chosenRows(data, new Set()), options);
  console.log(importance(model, afFeatureNames));
  keepFigures('trained_af', [afRow(afdb)]);
  writeModels('train-af.ts', `12 records of afdb, cross-validated by record, per beat: ${scoreText(afdb)}.`, {
    'rhythm/af-model.ts': ['afModel', model],
  });
}

if (import.meta.main) main();
