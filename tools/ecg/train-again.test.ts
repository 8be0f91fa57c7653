/**
 * Checks that the same recordings give the same models, bit for bit. It runs a small synthetic heart through all steps
 * of a class model: beats as the engine finds them, their features, the trees, the file.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { byteV } from '@rhythmdesk/ecg/beats/beat-class';
import type { TreeModel } from '@rhythmdesk/ecg/beats/boosted-trees';
import {
  classFeatureCount,
  createClassContext,
  writeClassFeatures,
} from '@rhythmdesk/ecg/beats/class-features';
import { fModel } from '@rhythmdesk/ecg/beats/f-model';
import { firstStageModel } from '@rhythmdesk/ecg/beats/first-stage-model';
import { sModel } from '@rhythmdesk/ecg/beats/s-model';
import { secondStageModel } from '@rhythmdesk/ecg/beats/second-stage-model';
import { shapeModel } from '@rhythmdesk/ecg/beats/shape-model';
import { vModel } from '@rhythmdesk/ecg/beats/v-model';
import { afModel } from '@rhythmdesk/ecg/rhythm/af-model';
import { stripModel } from '@rhythmdesk/ecg/rhythm/strip-model';
import { gainUv, knownSignal } from '@rhythmdesk/ecg/rhythm/test-signal';
import { matchBeats } from '@rhythmdesk/ecg/scoring/match-beats';
import { expect, test } from 'vitest';
import { crossValidate, trainTrees, type TrainingRows } from './boost.ts';
import { findBeats } from './find-beats.ts';
import { modelText, shapeModelText } from './write-model.ts';

const modelFile = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../packages/ecg/src/${path}`, import.meta.url)), 'utf8');
/** Returns the script that trained a model according to its file, and the file's notes. */
const origin = (file: string): readonly [script: string, notes: string] => {
  const [, script = '', notes = ''] =
    /Learned by tools\/ecg\/([a-z-]+\.ts);[^\n]*\n \* ([^\n]*)\n/.exec(file) ?? [];
  return [script, notes];
};

const hz = 250;
const seconds = 120;

/**
 * Collects three hearts with ventricular beats, each a group of rows: every beat's features, and whether it is
 * ventricular.
 */
function collect(): TrainingRows {
  const rows: Float32Array[] = [];
  const [labels, groups]: [number[], number[]] = [[], []];
  for (const group of [0, 1, 2]) {
    const { frames, samples, classes } = knownSignal('ventricular', seconds, hz, 11 + group);
    const record = {
      name: 'synthetic',
      sampling_hz: hz,
      leads: [frames],
      gains_uv: [gainUv],
      annotations: [],
    };
    const { columns } = findBeats(record, [0]);
    const peaks = columns.peak.subarray(0, columns.count);
    const pairs = matchBeats(Uint32Array.from(samples), Uint32Array.from(peaks), 38);
    const context = createClassContext(columns);
    for (let i = 0; i < columns.count; i += 1) {
      const row = new Float32Array(classFeatureCount);
      writeClassFeatures(context, i, row, 0);
      rows.push(row);
      labels.push(classes[pairs.test_partner[i] ?? -1] === byteV ? 1 : 0);
      groups.push(group);
    }
  }
  const all = new Float32Array(rows.length * classFeatureCount);
  rows.forEach((row, i) => all.set(row, i * classFeatureCount));
  return {
    rows: all,
    width: classFeatureCount,
    labels: Uint8Array.from(labels),
    weights: new Float32Array(rows.length).fill(1),
    groups: Uint16Array.from(groups),
  };
}

/** The options of the class training, in which every share is drawn. */
const options = {
  ...{ trees: 12, depth: 3, rate: 0.1, lambda: 5, min_weight: 3 },
  ...{ feature_share: 0.3, row_share: 0.7, group_share: 0.8 },
};

function learn(): { readonly text: string; readonly odds: readonly number[]; readonly model: TreeModel } {
  const data = collect();
  const model = trainTrees(data, Int32Array.from(data.labels.keys()), options);
  const odds = [...crossValidate(data, 3, options)];
  return { text: modelText('beats/v-model.ts', 'train-classes.ts', 'a test', 'vModel', model), odds, model };
}

test('trained twice from the same signals, a class model is the same file with the same cross-validated odds', () => {
  const [first, again] = [learn(), learn()];
  expect(again.text).toBe(first.text);
  expect(again.odds).toEqual(first.odds);
  expect(new Set(first.model.features).size).toBeGreaterThan(3);
  expect(new Set(first.odds).size).toBeGreaterThan(10);
});

test('one beat of another class gives another model', () => {
  const data = collect();
  const chosen = Int32Array.from(data.labels.keys());
  const whole = trainTrees(data, chosen, options);
  const turned = { ...data, labels: data.labels.map((label, i) => (i === 0 ? 1 - label : label)) };
  expect(trainTrees(turned, chosen, options)).not.toEqual(whole);
});

test.each<[string, string, TreeModel]>([
  ['beats/first-stage-model.ts', 'firstStageModel', firstStageModel],
  ['beats/second-stage-model.ts', 'secondStageModel', secondStageModel],
  ['beats/v-model.ts', 'vModel', vModel],
  ['beats/s-model.ts', 'sModel', sModel],
  ['beats/f-model.ts', 'fModel', fModel],
  ['rhythm/af-model.ts', 'afModel', afModel],
  ['rhythm/strip-model.ts', 'stripModel', stripModel],
])(
  'the numbers of %s are written as in its file, so that a training can reproduce it',
  (path, name, model) => {
    const kept = modelFile(path);
    const [script, notes] = origin(kept);
    expect(modelText(path, script, notes, name, model)).toBe(kept);
  },
);

test('the same is true of the shape network', () => {
  const kept = modelFile('beats/shape-model.ts');
  const [script, notes] = origin(kept);
  expect(shapeModelText(script, notes, shapeModel)).toBe(kept);
});
