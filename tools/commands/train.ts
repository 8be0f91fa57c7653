/**
 * `npm run train [-- detector classes af strips] [--verify]`: learns the engine's models again from the development
 * recordings, writes them with their figures, and keeps the manifest. `--verify` fails where a model came out other
 * than the manifest says.
 */
import { hasDevelopmentData } from '../ecg/records.ts';
import { keepEntry, modelDigest, readManifest, trainings } from '../ecg/trainings.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const verify = process.argv.includes('--verify');
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const chosen = trainings.filter(({ name }) => named.length === 0 || named.includes(name));
const unknown = named.filter((word) => !trainings.some(({ name }) => name === word));

if (unknown.length > 0 || !hasDevelopmentData()) {
  say(unknown.length > 0 ? `There is no training “${unknown.join(', ')}”.` : 'The recordings are not here.');
  process.exitCode = 1;
} else {
  for (const training of chosen) {
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
}
