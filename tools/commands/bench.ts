/**
 * `npm run bench`: every benchmark in tools/bench, its figures beside their goals and beside the machine's own
 * reference, taken before and after. `npm run bench -- tiles list` runs those named. A missed goal is exit code 1.
 */
import { setUpOnDisk } from '@rhythmdesk/server/platform/db/test-run';
import { globSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { describeFigure, holds, type Bench, type Figure } from '../bench/bench.ts';
import { machineReferenceMs } from '../bench/machine-reference.ts';
import { repositoryRoot } from '../processes/repository.ts';

const show = (text: string): void => void process.stdout.write(`${text}\n`);

function isBench(value: unknown): value is Bench {
  return typeof value === 'object' && value !== null && 'name' in value && 'run' in value;
}

async function load(file: string): Promise<Bench> {
  const module: unknown = await import(pathToFileURL(join(repositoryRoot, file)).href);
  const bench =
    typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  if (!isBench(bench)) throw new Error(`${file} has no default export { name, run }`);
  return bench;
}

/** Whether the benchmark ran to its end and met its goals. */
async function runOne(bench: Bench): Promise<boolean> {
  const before = machineReferenceMs();
  const figures: Figure[] = [];
  show(`\n${bench.name}   (reference ${before.toFixed(0)} ms)`);
  try {
    await bench.run((figure) => {
      figures.push(figure);
      show(describeFigure(figure, before));
    });
  } catch (error) {
    show(`  broke off: ${inspect(error)}`);
    return false;
  }
  const after = machineReferenceMs();
  const drift = Math.abs(after / before - 1);
  if (drift > 0.15)
    show(`  the reference moved to ${after.toFixed(0)} ms meanwhile: the machine was busy, run it again`);
  return figures.length > 0 && figures.every(holds);
}

const files = globSync('tools/bench/*.bench.ts', { cwd: repositoryRoot }).sort();
const benches = await Promise.all(files.map(load));
const names = process.argv.slice(2);
const chosen = names.length === 0 ? benches : benches.filter(({ name }) => names.includes(name));
show(`Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`);
if (chosen.length === 0) show(`Nothing to run. There are: ${benches.map(({ name }) => name).join(', ')}`);
let green = chosen.length > 0;
// Some ask for a database on the throw-away cluster of a run.
const tearDown = await setUpOnDisk();
try {
  for (const bench of chosen) green = (await runOne(bench)) && green;
} finally {
  await tearDown();
}
process.exitCode = green ? 0 : 1;
