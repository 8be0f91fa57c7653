/** Writes learned tree models as a source file of the engine. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TreeModel } from '@rhythmdesk/ecg/beats/boosted-trees';
import type { ClassOdds } from '@rhythmdesk/ecg/beats/class-odds';
import type { CertaintyCurves } from '@rhythmdesk/ecg/beats/certainty-curve';
import type { LayerWeights, ShapeNetwork } from '@rhythmdesk/ecg/beats/shape-network';
import { isAccuracyRowName } from '@rhythmdesk/ecg/scoring/accuracy';
import type { AccuracyRow, AccuracyRowName, AccuracyTable } from '@rhythmdesk/ecg/scoring/accuracy';
import { z } from 'zod';
import type { CountedSet, CountedTables } from './class-counts.ts';

/** Characters per line of numbers: a model of two hundred trees stays within the size limit of a file. */
const lineWidth = 160;

const list = (values: readonly number[]): string => {
  const lines: string[] = [];
  let line = '   ';
  for (const value of values) {
    const text = ` ${value > 1e38 ? '3e38' : String(Number(value.toPrecision(9)))},`;
    if (line.length + text.length > lineWidth) {
      lines.push(line);
      line = '   ';
    }
    line += text;
  }
  return `[\n${[...lines, line].join('\n')}\n  ]`;
};

const source = (name: string, m: TreeModel): string =>
  `// prettier-ignore\nexport const ${name}: TreeModel = {\n  depth: ${m.depth},\n  bias: ${m.bias},\n  features: ${list(m.features)},\n` +
  `  thresholds: ${list(m.thresholds)},\n  leaves: ${list(m.leaves)},\n};\n`;

/** Returns the text of a model's file: the same numbers give the same bytes. */
export function modelText(
  path: string,
  script: string,
  notes: string,
  name: string,
  model: TreeModel,
): string {
  const from = path.startsWith('beats/') ? './' : '../beats/';
  const header = `/**\n * Learned by tools/ecg/${script}; not edited by hand.\n * ${notes}\n */\n`;
  return `${header}import type { TreeModel } from '${from}boosted-trees.ts';\n\n${source(name, model)}`;
}

/** Writes one file for each model; paths are below packages/ecg/src. `notes` are the figures of the training. */
export function writeModels(
  script: string,
  notes: string,
  models: Readonly<Record<string, readonly [string, TreeModel]>>,
): void {
  for (const [path, [name, model]] of Object.entries(models)) {
    const target = fileURLToPath(new URL(`../../packages/ecg/src/${path}`, import.meta.url));
    writeFileSync(target, modelText(path, script, notes, name, model));
  }
}

const layerSource = ({ step, weights, biases }: LayerWeights): string =>
  `  {\n  step: ${String(step)},\n  weights: ${list(weights)},\n  biases: ${list(biases)},\n  },\n`;

/** Returns the text of the shape network's file. */
export const shapeModelText = (script: string, notes: string, network: ShapeNetwork): string =>
  `/**\n * Learned by tools/ecg/${script}; not edited by hand.\n * ${notes}\n */\n` +
  `import type { ShapeNetwork } from './shape-network.ts';\n\n` +
  `// prettier-ignore\nexport const shapeModel: ShapeNetwork = [\n${network.map(layerSource).join('')}];\n`;

export function writeShapeModel(script: string, notes: string, network: ShapeNetwork): void {
  const target = fileURLToPath(new URL('../../packages/ecg/src/beats/shape-model.ts', import.meta.url));
  writeFileSync(target, shapeModelText(script, notes, network));
}

const figuresFile = fileURLToPath(new URL('./training-figures.json', import.meta.url));

const row = z.strictObject({ name: z.string(), cells: z.array(z.array(z.number())) });
const figures = z.record(z.string(), z.array(row));

/** Returns the figures of the trainings, by the table of the accuracy page that shows them. */
export function trainingFigures(): Readonly<Record<string, readonly AccuracyRow[]>> {
  return figures.parse(JSON.parse(readFileSync(figuresFile, 'utf8')));
}

const rowText = ({ name, cells }: AccuracyRow): string =>
  `{ "name": ${JSON.stringify(name)}, "cells": [${cells.map((cell) => `[${cell.join(', ')}]`).join(', ')}] }`;

/** Stores rows of figures; the next `npm run bench:ecg` shows them. */
export function keepFigures(table: AccuracyTable, rows: readonly AccuracyRow[]): void {
  const all = Object.entries({ ...trainingFigures(), [table]: rows });
  const lines = all.map(
    ([key, list]) => `  "${key}": [\n${list.map((one) => `    ${rowText(one)}`).join(',\n')}\n  ]`,
  );
  writeFileSync(figuresFile, `{\n${lines.join(',\n')}\n}\n`);
}

const countsFile = fileURLToPath(new URL('./training-counts.json', import.meta.url));

const classCounts = z.tuple([z.number(), z.number(), z.number()]);
const counted = z.strictObject({
  name: z.custom<AccuracyRowName>((name) => typeof name === 'string' && isAccuracyRowName(name)),
  without: z.custom<AccuracyRowName>((name) => typeof name === 'string' && isAccuracyRowName(name)),
  records: z.array(z.strictObject({ name: z.string(), v: classCounts, s: classCounts })),
});
const countedTables = z.strictObject({ trained_classes: z.array(counted), unseen: z.array(counted) });

/** Returns the counts of V and S of each record, by the table that is made from them. */
export const trainingCounts = (): CountedTables =>
  countedTables.parse(JSON.parse(readFileSync(countsFile, 'utf8')));

/** Stores counts, one record a line; the next `npm run bench:ecg` shows them. */
export function keepCounts(table: keyof CountedTables, sets: readonly CountedSet[]): void {
  const text = Object.entries({ ...trainingCounts(), [table]: sets }).map(([key, list]) => {
    const parts = list.map(({ name, without, records }) => {
      const lines = records.map((record) => `        ${JSON.stringify(record)}`);
      return `    {\n      "name": "${name}",\n      "without": "${without}",\n      "records": [\n${lines.join(',\n')}\n      ]\n    }`;
    });
    return `  "${key}": [\n${parts.join(',\n')}\n  ]`;
  });
  writeFileSync(countsFile, `{\n${text.join(',\n')}\n}\n`);
}

/** Writes the curves of `ecg/beats/certainty-curve`, one per class. */
export function writeCertainty(script: string, curves: CertaintyCurves): void {
  const target = fileURLToPath(new URL('../../packages/ecg/src/beats/class-certainty.ts', import.meta.url));
  const lines = Object.entries(curves).map(
    ([name, { slope, offset }]) => `  ${name}: { slope: ${slope}, offset: ${offset} },\n`,
  );
  writeFileSync(
    target,
    `/** Learned by tools/ecg/${script} on records left out of its training; not edited by hand. */\n` +
      `import type { CertaintyCurves } from './certainty-curve.ts';\n\nexport const classCertainty: CertaintyCurves = {\n${lines.join('')}};\n`,
  );
}

/** Writes how soft the trees of the classes are. */
export function writeReach(script: string, reach: readonly number[]): void {
  const target = fileURLToPath(new URL('../../packages/ecg/src/beats/class-reach.ts', import.meta.url));
  writeFileSync(
    target,
    `/** Measured by tools/ecg/${script}; not edited by hand. */\n\n` +
      `/** How far around a threshold both branches of a tree count, for each feature of a beat (\`SoftTrees\`). */\n` +
      `// prettier-ignore\nexport const classReach: readonly number[] = ${list(reach)};\n`,
  );
}

/** Writes the thresholds of `ecg/beats/class-thresholds`. */
export function writeThresholds(script: string, { v, s, f }: ClassOdds): void {
  const target = fileURLToPath(new URL('../../packages/ecg/src/beats/class-thresholds.ts', import.meta.url));
  writeFileSync(
    target,
    `/** Learned by tools/ecg/${script} on records left out of its training; not edited by hand. */\n` +
      `import type { ClassOdds } from './class-odds.ts';\n\n/** Log-odds from which a class is called. */\n` +
      `export const classThresholds: ClassOdds = { v: ${String(v)}, s: ${String(s)}, f: ${String(f)} };\n`,
  );
}
