/**
 * Learns the two stages of beat detection from mitdb and nstdb and copies of them: other leads, gain and rate,
 * and the electrode-motion noise of nstdb (its records minus record 118) added to other records.
 * Prints figures cross-validated by record, then writes packages/ecg/src/beats/first-stage-model.ts and second-stage-model.ts.
 */
import type { AccuracyRow } from '@rhythmdesk/ecg/scoring/accuracy';
import { firstStageNames, secondStageNames } from '@rhythmdesk/ecg/beats/candidate-features';
import { createLeadDetector } from '@rhythmdesk/ecg/beats/lead-detector';
import type { DetectorModels } from '@rhythmdesk/ecg/beats/lead-detector';
import { createTreeScorer } from '@rhythmdesk/ecg/beats/boosted-trees';
import type { TreeModel } from '@rhythmdesk/ecg/beats/boosted-trees';
import { crossValidate, importance, trainTrees } from './boost.ts';
import type { BoostOptions, TrainingRows } from './boost.ts';
import { keepFigures, writeModels } from './write-model.ts';
import { trainingLeads } from './detector-leads.ts';
import type { TrainingLead } from './detector-leads.ts';

const never: TreeModel = { depth: 1, bias: 0, features: [], thresholds: [], leaves: [] };

/** Which candidate stands for each reference beat: the nearest within 150 ms, a higher one within 90 ms first. */
function labelCandidates(lead: TrainingLead, at: readonly number[], heights: readonly number[]): Uint8Array {
  const labels = new Uint8Array(at.length);
  let from = 0;
  for (const beat of lead.beats) {
    while (from < at.length && (at[from] ?? 0) < beat - 19) from++;
    let best = -1;
    let score = -1;
    for (let k = from; k < at.length && (at[k] ?? 0) <= beat + 18; k++) {
      const far = Math.abs((at[k] ?? 0) - beat);
      const value = (heights[k] ?? 0) * (far < 11 ? 1 : 0.25);
      if (value > score) {
        score = value;
        best = k;
      }
    }
    if (best >= 0) labels[best] = 1;
  }
  return labels;
}

const inside = (lead: TrainingLead, h: number): boolean => lead.excluded.some(([a, b]) => h >= a && h <= b);

/** One lead through the detector: every candidate, and the rows of one stage. */
function judgedBy(lead: TrainingLead, stage: 1 | 2, models: DetectorModels) {
  const own: { h: number; row: Float32Array }[] = [];
  const all: number[] = [];
  const heights: number[] = [];
  const detector = createLeadDetector(models, {
    beat: () => undefined,
    judged: (h, _, height) => {
      all.push(h);
      heights.push(height);
    },
    row: (which, h, row) => {
      if (which === stage) own.push({ h, row: row.slice() });
    },
  });
  for (let i = 0; i < lead.work.length; i += 2048)
    detector.append(lead.work, i, Math.min(2048, lead.work.length - i));
  detector.finish();
  return { own, all, heights };
}

/** Runs the detector with given models and collects the rows of one stage. */
function collect(
  leads: readonly TrainingLead[],
  stage: 1 | 2,
  modelsOf: (lead: TrainingLead) => DetectorModels,
): TrainingRows & { lead: Uint16Array; at: Float64Array } {
  const rows: Float32Array[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  const groups: number[] = [];
  const leadIndex: number[] = [];
  const times: number[] = [];
  leads.forEach((lead, index) => {
    const { own, all, heights } = judgedBy(lead, stage, modelsOf(lead));
    const label = new Map(all.map((h, i) => [h, i]));
    const truth = labelCandidates(lead, all, heights);
    for (const { h, row } of own) {
      rows.push(row);
      labels.push(truth[label.get(h) ?? -1] ?? 0);
      weights.push(inside(lead, h) ? 0 : lead.weight);
      groups.push(lead.group);
      leadIndex.push(index);
      times.push(h);
    }
  });
  const width = stage === 1 ? firstStageNames.length : secondStageNames.length;
  const flat = new Float32Array(rows.length * width);
  rows.forEach((row, i) => flat.set(row.subarray(0, width), i * width));
  return {
    rows: flat,
    width,
    labels: Uint8Array.from(labels),
    weights: Float32Array.from(weights),
    groups: Uint16Array.from(groups),
    lead: Uint16Array.from(leadIndex),
    at: Float64Array.from(times),
  };
}

const firstOptions: BoostOptions = { trees: 30, depth: 4, rate: 0.25, lambda: 5, min_weight: 4 };
const secondOptions: BoostOptions = { trees: 50, depth: 4, rate: 0.15, lambda: 5, min_weight: 2 };

function errors(data: TrainingRows, odds: Float32Array): { text: string; rows: AccuracyRow[] } {
  let fn = 0;
  let fp = 0;
  let loss = 0;
  data.labels.forEach((label, i) => {
    const weight = data.weights[i] ?? 0;
    const z = odds[i] ?? 0;
    loss += weight * Math.log1p(Math.exp(label ? -z : z));
    if (weight < 1) return;
    if (label && z <= 0) fn++;
    if (!label && z > 0) fp++;
  });
  return {
    text: `${fn} missed, ${fp} false (loss ${loss.toFixed(0)})`,
    rows: [{ name: 'first_lead', cells: [[fn], [fp]] }],
  };
}

function perRecord(
  leads: readonly TrainingLead[],
  data: TrainingRows & { lead: Uint16Array; at: Float64Array },
  odds: Float32Array,
): void {
  const lines = new Map<string, { fn: number; fp: number; where: string[] }>();
  data.labels.forEach((label, i) => {
    const z = odds[i] ?? 0;
    if ((data.weights[i] ?? 0) === 0 || label === (z > 0 ? 1 : 0)) return;
    const name = leads[data.lead[i] ?? 0]?.name ?? '';
    const line = lines.get(name) ?? { fn: 0, fp: 0, where: [] };
    if (label) line.fn++;
    else line.fp++;
    if ((data.weights[i] ?? 0) === 1)
      line.where.push(`${label ? 'fn' : 'fp'}@${((data.at[i] ?? 0) / 125).toFixed(1)}(${z.toFixed(1)})`);
    lines.set(name, line);
  });
  for (const [name, line] of lines) console.log(name, line.fn, line.fp, line.where.slice(0, 40).join(' '));
}

export function main(): void {
  const leads = trainingLeads();
  const t0 = performance.now();
  const first = collect(leads, 1, () => ({ first: never, second: never }));
  console.log(
    `${first.labels.length} candidates, ${leads.length} leads, ${(performance.now() - t0).toFixed(0)} ms`,
  );
  const all = Int32Array.from(first.labels, (_, i) => i);
  const folds = 6;
  const foldModels = Array.from({ length: folds }, (_, fold) =>
    trainTrees(
      first,
      all.filter((i) => (first.groups[i] ?? 0) % folds !== fold),
      firstOptions,
    ),
  );
  const scorers = foldModels.map((model) => createTreeScorer(model));
  const heldOut = Float32Array.from(
    first.labels,
    (_, i) =>
      (scorers[(first.groups[i] ?? 0) % folds] ?? scorers[0])?.score(first.rows, i * first.width) ?? 0,
  );
  console.log('stage 1 by record:', errors(first, heldOut).text);
  const firstModel = trainTrees(first, all, firstOptions);
  console.log(importance(firstModel, firstStageNames));
  // Stage two learns from stage-one odds of models that did not see the record, as it will meet them.
  const second = collect(leads, 2, (lead) => ({
    first: foldModels[lead.group % folds] ?? firstModel,
    second: never,
  }));
  console.log(`${second.labels.length} uncertain`);
  const odds = crossValidate(second, folds, secondOptions);
  const found = errors(second, odds);
  const figures = `first leads of mitdb, all 30 minutes, judged by stage two: ${found.text}`;
  console.log('stage 2 by record:', figures);
  perRecord(leads, second, odds);
  const secondModel = trainTrees(
    second,
    Int32Array.from(second.labels, (_, i) => i),
    secondOptions,
  );
  console.log(importance(secondModel, secondStageNames));
  keepFigures('trained_detector', found.rows);
  writeModels('train-detector.ts', `Cross-validated by record, ${figures}.`, {
    'beats/first-stage-model.ts': ['firstStageModel', firstModel],
    'beats/second-stage-model.ts': ['secondStageModel', secondModel],
  });
}
if (import.meta.main) main();
