/**
 * Trains atrial fibrillation in strips of up to a minute on the Challenge 2017 recordings: A against N and O, without
 * noisy ones. It is cross-validated in ten folds of strips, and writes packages/ecg/src/rhythm/strip-model.ts.
 */
import type { AccuracyRow } from '@rhythmdesk/ecg/scoring/accuracy';
import { tableOf } from '@rhythmdesk/ecg/beats/found-table';
import {
  stripFeatureCount,
  stripFeatureNames,
  writeStripFeatures,
} from '@rhythmdesk/ecg/rhythm/strip-features';
import { stripThreshold } from '@rhythmdesk/ecg/rhythm/strip-af';
import { recordingQuality } from '@rhythmdesk/ecg/signal/quality';
import { crossValidate, importance, trainTrees } from './boost.ts';
import type { BoostOptions, TrainingRows } from './boost.ts';
import { findBeats } from './find-beats.ts';
import { readStrip, stripLabels } from './records.ts';
import { keepFigures, writeModels } from './write-model.ts';

const options: BoostOptions = { trees: 100, depth: 2, rate: 0.1, lambda: 5, min_weight: 4 };

function stripRow(name: string): Float32Array {
  const record = readStrip(name);
  const found = findBeats(record, [0]);
  const length = record.leads[0]?.length ?? 0;
  const table = tableOf(found, record.sampling_hz, length);
  const quality = recordingQuality(found.leads, found.chosen, Math.ceil(length / record.sampling_hz));
  const row = new Float32Array(stripFeatureCount);
  writeStripFeatures(found, table, quality, row);
  return row;
}

function score(
  labels: Uint8Array,
  odds: Float32Array,
  threshold: number,
): { text: string; rows: AccuracyRow[] } {
  let tp = 0;
  let fn = 0;
  let fp = 0;
  labels.forEach((label, i) => {
    const called = (odds[i] ?? 0) > threshold;
    if (label && called) tp++;
    else if (label) fn++;
    else if (called) fp++;
  });
  const f1 = (2 * tp) / (2 * tp + fn + fp);
  return {
    text: `F1 of A ${f1.toFixed(3)} (${tp} found, ${fn} missed, ${fp} false)`,
    rows: [{ name: 'cinc2017', cells: [[tp, fn, fp], [tp], [fn], [fp]] }],
  };
}

export function main(): void {
  const strips = stripLabels().filter(({ label }) => label !== '~');
  const rows = new Float32Array(strips.length * stripFeatureCount);
  strips.forEach(({ name }, i) => rows.set(stripRow(name), i * stripFeatureCount));
  const data: TrainingRows = {
    rows,
    width: stripFeatureCount,
    labels: Uint8Array.from(strips, ({ label }) => (label === 'A' ? 1 : 0)),
    weights: new Float32Array(strips.length).fill(1),
    groups: Uint16Array.from(strips, (_, i) => i % 10),
  };
  const odds = crossValidate(data, 10, options);
  const figures = score(data.labels, odds, stripThreshold);
  console.log(figures.text);
  const model = trainTrees(
    data,
    Int32Array.from(strips, (_, i) => i),
    options,
  );
  console.log(importance(model, stripFeatureNames));
  keepFigures('trained_strips', figures.rows);
  writeModels('train-strips.ts', `1100 strips of cinc2017, ten folds: ${figures.text}.`, {
    'rhythm/strip-model.ts': ['stripModel', model],
  });
}

if (import.meta.main) main();
