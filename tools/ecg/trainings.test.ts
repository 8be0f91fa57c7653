/** Checks that the models in the repository are those in the manifest, trained on the recordings it names. */
import { expect, test } from 'vitest';
import { classTables } from './class-counts.ts';
import { hasDevelopmentData } from './records.ts';
import { entryOf, modelDigest, readManifest, trainings } from './trainings.ts';
import { trainingCounts, trainingFigures } from './write-model.ts';

const manifest = readManifest();

test('every model is the one of the manifest, and every training has its figures', () => {
  expect(Object.keys(manifest)).toEqual(trainings.map(({ name }) => name));
  const figures: Readonly<Record<string, readonly unknown[]>> = {
    ...trainingFigures(),
    ...classTables(trainingCounts()),
  };
  for (const { name, models, figures: tables } of trainings) {
    expect(manifest[name]?.models).toEqual(
      Object.fromEntries(models.map((path) => [path, modelDigest(path)])),
    );
    for (const table of tables) expect(figures[table]?.length).toBeGreaterThan(0);
  }
});

test.skipIf(!hasDevelopmentData())('the recordings are those of the training (needs ../shared/data)', () => {
  for (const training of trainings) expect(manifest[training.name]).toEqual(entryOf(training));
});
