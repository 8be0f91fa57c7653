/**
 * Lists every learned model of the engine: its training, its recordings and its files. `npm run train` runs the
 * trainings in this order, since the classes are trained on beats that the detector finds and are scored outside of
 * called fibrillation; models.json is the manifest of the results.
 *
 * Invariant: the same recordings and the same code give the same files, bit for bit (`boost.ts` uses fixed seeds).
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { treeSeed } from './boost.ts';
import { dataFolder } from './records.ts';

export interface Training {
  readonly name: string;
  readonly sets: readonly string[];
  /** Paths below packages/ecg/src. */
  readonly models: readonly string[];
  /** Tables of the accuracy page that it measures. */
  readonly figures: readonly string[];
  run(): Promise<void>;
}

export const trainings: readonly Training[] = [
  {
    name: 'detector',
    sets: ['mitdb', 'svdb', 'nstdb'],
    models: ['beats/first-stage-model.ts', 'beats/second-stage-model.ts'],
    figures: ['trained_detector', 'trained_motion'],
    run: async () => (await import('./train-detector.ts')).main(),
  },
  {
    name: 'af',
    sets: ['afdb_beats', 'ltafdb_beats', 'nsr2db_beats', 'mitdb'],
    models: ['rhythm/af-model.ts'],
    figures: ['trained_af'],
    run: async () => (await import('./train-af.ts')).main(),
  },
  {
    name: 'classes',
    sets: ['mitdb', 'svdb', 'nstdb', 'cinc2017'],
    models: [
      'beats/v-model.ts',
      'beats/shape-model.ts',
      'beats/s-model.ts',
      'beats/f-model.ts',
      'beats/class-reach.ts',
      'beats/class-thresholds.ts',
      'beats/class-certainty.ts',
    ],
    figures: [
      'trained_classes',
      'trained_intervals',
      'trained_false',
      'trained_runs',
      'trained_certainty',
      'unseen',
      'unseen_intervals',
    ],
    run: async () => (await import('./train-classes.ts')).main(),
  },
  {
    name: 'strips',
    sets: ['cinc2017'],
    models: ['rhythm/strip-model.ts'],
    figures: ['trained_strips'],
    run: async () => (await import('./train-strips.ts')).main(),
  },
];

const input = z.strictObject({ set: z.string(), records: z.number().int(), sha256: z.string() });
const entry = z.strictObject({
  command: z.string(),
  seed: z.number().int(),
  inputs: z.array(input),
  models: z.record(z.string(), z.string()),
  figures: z.array(z.string()),
});
export type ManifestEntry = z.output<typeof entry>;
const manifest = z.record(z.string(), entry);
export type Manifest = z.output<typeof manifest>;

const manifestFile = fileURLToPath(new URL('./models.json', import.meta.url));
const modelFile = (path: string): string =>
  fileURLToPath(new URL(`../../packages/ecg/src/${path}`, import.meta.url));

/** Returns the digest over names and bytes of every file of a set, in order of name. */
function inputOf(set: string): ManifestEntry['inputs'][number] {
  const hash = createHash('sha256');
  const files = readdirSync(dataFolder(set)).sort();
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(`${dataFolder(set)}${file}`));
  const records = new Set(files.map((file) => file.replace(/\.[^.]+$/, ''))).size;
  return { set, records, sha256: hash.digest('hex') };
}

export const modelDigest = (path: string): string =>
  createHash('sha256')
    .update(readFileSync(modelFile(path)))
    .digest('hex');

export const readManifest = (): Manifest => manifest.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));

export const entryOf = ({ name, sets, models, figures }: Training): ManifestEntry => ({
  command: `npm run train -- ${name}`,
  seed: treeSeed,
  inputs: sets.map(inputOf),
  models: Object.fromEntries(models.map((path) => [path, modelDigest(path)])),
  figures: [...figures],
});

export function keepEntry(training: Training): void {
  const all = { ...readManifest(), [training.name]: entryOf(training) };
  writeFileSync(manifestFile, `${JSON.stringify(all, null, 2)}\n`);
}
