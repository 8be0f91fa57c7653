/**
 * Trains the two stages of beat detection on mitdb, svdb and nstdb and copies of them (`detector-leads`), and writes
 * packages/ecg/src/beats/first-stage-model.ts and second-stage-model.ts.
 *
 * The figures that it prints and stores are cross-validated by record: each record in turn is left out, with all its
 * copies, and then run as a whole through the detector that was trained without it.
 */
import { firstStageNames } from '@rhythmdesk/ecg/beats/candidate-features';
import type { DetectorModels } from '@rhythmdesk/ecg/beats/lead-detector';
import type { TreeModel } from '@rhythmdesk/ecg/beats/boosted-trees';
import { secondStageNames } from '@rhythmdesk/ecg/beats/uncertain-features';
import { importance, trainTrees } from './boost.ts';
import type { BoostOptions } from './boost.ts';
import { trainingLeads } from './detector-leads.ts';
import { collectRows } from './detector-rows.ts';
import type { DetectorRows } from './detector-rows.ts';
import { beatRows, motionRows } from './detector-trial.ts';
import { keepFigures, writeModels } from './write-model.ts';

const never: TreeModel = { depth: 1, bias: 0, features: [], thresholds: [], leaves: [] };
const firstOptions: BoostOptions = { trees: 40, depth: 4, rate: 0.2, lambda: 5, min_weight: 4 };
const secondOptions: BoostOptions = {
  ...{ trees: 80, depth: 4, rate: 0.12, lambda: 5, min_weight: 2 },
  ...{ row_share: 0.7, feature_share: 0.4 },
};
const folds = 6;
const foldNumbers = Array.from({ length: folds }, (_, fold) => fold);

/** Trains a model on all rows but those of one fold's records; on all rows if there is no such fold. */
function trainWithout(fold: number, data: DetectorRows, options: BoostOptions): TreeModel {
  const chosen = Int32Array.from(data.labels, (_, i) => i).filter(
    (i) => (data.groups[i] ?? 0) % folds !== fold,
  );
  return trainTrees(data, chosen, options);
}

export function main(): void {
  const leads = trainingLeads();
  const first = collectRows(leads, 1, () => ({ first: never, second: never }));
  console.log(`${leads.length} leads, ${first.labels.length} candidates`);
  const firstModels = foldNumbers.map((fold) => trainWithout(fold, first, firstOptions));
  const firstModel = trainWithout(-1, first, firstOptions);
  console.log(importance(firstModel, firstStageNames));
  // Stage two is trained with stage-one odds from models that did not see the record, as in real use.
  const second = collectRows(leads, 2, ({ group }) => ({
    first: firstModels[group % folds] ?? firstModel,
    second: never,
  }));
  console.log(`${second.labels.length} uncertain`);
  const unseen = (group: number): DetectorModels => models[group % folds] ?? { first: never, second: never };
  const models = foldNumbers.map((fold) => ({
    first: firstModels[fold] ?? firstModel,
    second: trainWithout(fold, second, secondOptions),
  }));
  const beats = beatRows(unseen);
  keepFigures('trained_detector', beats);
  keepFigures('trained_motion', motionRows(unseen));
  const secondModel = trainWithout(-1, second, secondOptions);
  console.log(importance(secondModel, secondStageNames));
  const [[hits = 0, of = 0] = [], [missed] = [], [wrong] = []] = beats[0]?.cells ?? [];
  const notes = `Cross-validated by record, first leads of mitdb: ${String(missed)} of ${of} beats missed, ${String(wrong)} false (${((100 * hits) / of).toFixed(2)} % found).`;
  writeModels('train-detector.ts', notes, {
    'beats/first-stage-model.ts': ['firstStageModel', firstModel],
    'beats/second-stage-model.ts': ['secondStageModel', secondModel],
  });
}
if (import.meta.main) main();
