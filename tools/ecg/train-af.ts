/**
 * Trains atrial fibrillation on RR intervals: afdb's beat lists, the days of ltafdb, one normal day of nsr2db and the
 * records of mitdb (ventricular beats are left out if they are marked, as in the engine). It is cross-validated by
 * record, and writes packages/ecg/src/rhythm/af-model.ts with the figures of that training.
 */
import { AfEvidence } from '@rhythmdesk/ecg/rhythm/af-evidence';
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
import { dataFolder, readAfdbBeats, readAnnotations, readRhythmBeats, recordNames } from './records.ts';
import type { BeatList } from './records.ts';
import { keepFigures, writeModels } from './write-model.ts';

interface RhythmRecord extends BeatList {
  readonly set: 'afdb' | 'ltafdb' | 'nsr2db' | 'mitdb';
  readonly rr: Float32Array;
}

/** Reads an annotated record. Intervals at ventricular and fusion beats are ignored. */
function annotatedRecord(set: 'ltafdb' | 'mitdb', name: string): RhythmRecord {
  const { wide, ...list } = readRhythmBeats(set === 'mitdb' ? set : 'ltafdb_beats', name);
  const { samples, sampling_hz: hz } = list;
  const rr = new Float32Array(samples.length);
  for (let i = 1; i < rr.length; i++) {
    const seconds = ((samples[i] ?? 0) - (samples[i - 1] ?? 0)) / hz;
    if (seconds > 0.15 && seconds < 3 && wide[i] !== 1 && wide[i - 1] !== 1) rr[i] = seconds;
  }
  mendIntervals(rr);
  return { ...list, set, rr };
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
    ...recordNames('mitdb', '.atr').map((name) => annotatedRecord('mitdb', name)),
    ...recordNames('ltafdb_beats', '.atr').map((name) => annotatedRecord('ltafdb', name)),
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
/** Beats from one training window to the next: neighbours are nearly the same, above all in a whole day. */
const strides = { afdb: 24, ltafdb: 72, nsr2db: 24, mitdb: 24 } as const;
/** Weight of a record of each set. */
const setWeights = { afdb: 1, ltafdb: 1, nsr2db: 0.6, mitdb: 0.6 } as const;
/**
 * Exponent for dividing a record's weight among its windows of one rhythm: 0 lets the longest count most, 1 all the
 * same.
 */
const evenly = 0.7;
/** Reference number of beats for that division. */
const evenBeats = 4000;

function trainingRows(records: readonly RhythmRecord[]): TrainingRows {
  const windows = records.flatMap((record, group) => {
    const stride = strides[record.set];
    return Array.from({ length: Math.floor(record.rr.length / stride) }, (_, k) => ({
      group,
      i: k * stride,
      record,
    })).filter(({ i }) => !/^(AFL|VFL)$/.test(record.rhythms[i] ?? 'N'));
  });
  const rows = new Float32Array(windows.length * afFeatureCount);
  const evidence = new Map(records.map((record) => [record, new AfEvidence(record.rr)]));
  windows.forEach(({ record, i }, k) => {
    const own = evidence.get(record);
    if (own) writeAfFeatures(record.rr, own, i, rows, k * afFeatureCount);
  });
  const isAf = ({ record, i }: (typeof windows)[number]): boolean => record.rhythms[i] === 'AFIB';
  const beats = new Map<string, number>();
  const keyOf = (window: (typeof windows)[number]): string => `${String(window.group)}:${isAf(window)}`;
  for (const window of windows)
    beats.set(keyOf(window), (beats.get(keyOf(window)) ?? 0) + strides[window.record.set]);
  return {
    rows,
    width: afFeatureCount,
    labels: Uint8Array.from(windows, (window) => (isAf(window) ? 1 : 0)),
    weights: Float32Array.from(windows, (window) => {
      const { set } = window.record;
      const even = (evenBeats / Math.max(800, beats.get(keyOf(window)) ?? 0)) ** evenly;
      return ((setWeights[set] * strides[set]) / 24) * even;
    }),
    groups: Uint16Array.from(windows, ({ group }) => group),
  };
}

const parts = 6;

/** Returns the training rows, without those of the groups in `without`. */
function chosenRows(data: TrainingRows, without: ReadonlySet<number>): Int32Array {
  return Int32Array.from(data.labels.keys()).filter(
    (i) => (data.weights[i] ?? 0) > 0 && !without.has(data.groups[i] ?? 0),
  );
}

/**
 * Scores every record by a model that never saw it, trained on five sixths of the records: the complete computation,
 * beat by beat.
 */
function crossValidated(records: readonly RhythmRecord[], data: TrainingRows): AfScore[] {
  const scores: AfScore[] = [];
  for (let part = 0; part < parts; part++) {
    const held = new Set([...records.keys()].filter((group) => group % parts === part));
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

const errorsIn = ({ af, other }: AfScore): number => af.of - af.hits + (other.of - other.hits);

/** Returns the sum of all days but the one with the most errors. */
function withoutHeaviest(days: readonly AfScore[]): AfScore {
  const heaviest = days.reduce((most, one) => (errorsIn(one) > errorsIn(most) ? one : most));
  return sumOfScores(
    days.filter((one) => one !== heaviest),
    'ltafdb_without',
  );
}

export function main(): void {
  const records = rhythmRecords();
  const data = trainingRows(records);
  const scores = crossValidated(records, data);
  for (const score of scores) console.log(score.name, scoreText(score));
  const ofSet = (set: string): AfScore[] => scores.filter((_, group) => records[group]?.set === set);
  const of = (set: string): AfScore => sumOfScores(ofSet(set), set);
  const [afdb, ltafdb] = [of('afdb'), of('ltafdb')];
  console.log('mitdb', scoreText(of('mitdb')));
  console.log('afdb', scoreText(afdb));
  console.log('ltafdb', scoreText(ltafdb));
  const model = trainTrees(data, chosenRows(data, new Set()), options);
  console.log(importance(model, afFeatureNames));
  keepFigures('trained_af', [afRow(afdb), afRow(ltafdb), afRow(withoutHeaviest(ofSet('ltafdb')))]);
  writeModels(
    'train-af.ts',
    `12 records of afdb and 56 of ltafdb, cross-validated by record, per beat: afdb ${scoreText(afdb)}; ltafdb ${scoreText(ltafdb)}.`,
    {
      'rhythm/af-model.ts': ['afModel', model],
    },
  );
}

if (import.meta.main) main();
