/**
 * `npm run train [-- detector classes af strips] [--verify]`: trains the engine's models again on the development
 * recordings, writes them with their figures, and updates the manifest. `--verify` fails if a model differs from the
 * manifest. Several trainings run one after the other, each in a separate process: a process that has loaded a model
 * file would keep using the old one, and its results would match neither model.
 */
import { runNode } from '../processes/child-process.ts';
import { repositoryRoot } from '../processes/repository.ts';
import { hasDevelopmentData } from '../ecg/records.ts';
import { keepEntry, modelDigest, readManifest, type Training, trainings } from '../ecg/trainings.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const verify = process.argv.includes('--verify');
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const chosen = trainings.filter(({ name }) => named.length === 0 || named.includes(name));
const unknown = named.filter((word) => !trainings.some(({ name }) => name === word));

async function learn(training: Training): Promise<void> {
  const before = readManifest()[training.name]?.models ?? {};
  await training.run();
  const changed = training.models.filter((path) => modelDigest(path) !== before[path]);
  say(
    changed.length === 0
      ? `${training.name}: the same models, bit for bit`
      : `${training.name}: changed ${changed.join(', ')}`,
  );
  if (verify && changed.length > 0) process.exitCode = 1;
  if (!verify) keepEntry(training);
}

async function learnApart(name: string): Promise<void> {
  const args = [import.meta.filename, name, ...(verify ? ['--verify'] : [])];
  const onOutput = (text: string): void => void process.stdout.write(text);
  const { code } = await runNode(args, { cwd: repositoryRoot, onOutput });
  if (code !== 0) process.exitCode = 1;
}

if (unknown.length > 0 || !hasDevelopmentData()) {
  say(unknown.length > 0 ? `There is no training “${unknown.join(', ')}”.` : 'The recordings are not here.');
  process.exitCode = 1;
} else {
  const [training] = chosen;
  if (training !== undefined && chosen.length === 1) await learn(training);
  else for (const { name } of chosen) await learnApart(name);
}
