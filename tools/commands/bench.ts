/**
 * `npm run bench`: runs every benchmark in tools/bench and prints its figures with their goals and the machine's own
 * reference, measured before and after. `npm run bench -- tiles case-lists` runs those named. The figures replace the
 * stored ones in docs/benchmarks.json and the table in docs/benchmarks.md; a missed goal is exit code 1.
 *
 * `npm run bench -- --compare` writes nothing and ends with code 1 if a figure is more than 1.3 times worse than the
 * stored one. A benchmark with such a figure, or during which the machine was busy, runs once more, and the better figure
 * counts. Exit code 2: no figure is worse, but the machine was busy twice, so that some could not be judged.
 */
import { setUpOnDisk } from '@rhythmdesk/server/platform/db/test-run';
import { globSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect, parseArgs } from 'node:util';
import { describeFigure, holds, type Bench, type Figure } from '../bench/bench.ts';
import { combineRuns, compareFigures, mostWorse } from '../bench/compare-figures.ts';
import { machineReferenceMs } from '../bench/machine-reference.ts';
import {
  isKept,
  readFigures,
  replaceFigures,
  storedOf,
  writeFigures,
  type StoredFigure,
} from '../bench/stored-figures.ts';
import { benchmarksPage } from '../documents/pages.ts';
import { stalePages, writePages } from '../documents/stale-pages.ts';
import { runCaptured } from '../processes/child-process.ts';
import { repositoryRoot } from '../processes/repository.ts';

const show = (text: string): void => void process.stdout.write(`${text}\n`);

function isBench(value: unknown): value is Bench {
  return typeof value === 'object' && value !== null && 'name' in value && 'run' in value;
}

/** A reference that moved by more than this share shows that the machine was busy. */
const mostDrift = 0.15;

async function load(file: string): Promise<Bench> {
  const module: unknown = await import(pathToFileURL(join(repositoryRoot, file)).href);
  const bench =
    typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  if (!isBench(bench)) throw new Error(`${file} has no default export { name, run }`);
  return bench;
}

type Outcome = {
  /** True if the benchmark ran to its end. */
  readonly ended: boolean;
  readonly missed: number;
  /** True if the machine's reference moved meanwhile. */
  readonly busy: boolean;
  readonly figures: readonly StoredFigure[];
};

async function runOne(bench: Bench, commit: string | undefined): Promise<Outcome> {
  const before = machineReferenceMs();
  const load = loadavg()[0] ?? 0;
  const figures: Figure[] = [];
  show(`\n${bench.name}   (reference ${before.toFixed(0)} ms)`);
  try {
    await bench.run((figure) => {
      figures.push(figure);
      show(describeFigure(figure, before));
    });
  } catch (error) {
    show(`  failed: ${inspect(error)}`);
    return { ended: false, missed: 0, busy: false, figures: [] };
  }
  const after = machineReferenceMs();
  const busy = Math.abs(after / before - 1) > mostDrift;
  if (busy)
    show(`  the reference moved to ${after.toFixed(0)} ms meanwhile: the machine was busy, run it again`);
  const measured = {
    referenceMs: (before + after) / 2,
    date: new Date().toISOString().slice(0, 10),
    ...(commit !== undefined && { commit }),
    load: Number(load.toFixed(1)),
  };
  const kept = figures.filter(isKept).map((figure) => storedOf(bench.name, figure, measured));
  const twice = kept.filter(({ id }, at) => kept.findIndex((each) => each.id === id) !== at);
  for (const { id } of twice) show(`  two figures are called ${id}`);
  const missed = figures.filter((figure) => !holds(figure)).length;
  return { ended: figures.length > 0 && twice.length === 0, missed, busy, figures: kept };
}

/** Returns the measured commit, with a plus if the tree differs from it; undefined outside of git. */
async function commitNow(): Promise<string | undefined> {
  const git = (...args: string[]) => runCaptured('git', args, { cwd: repositoryRoot });
  const head = await git('rev-parse', '--short=8', 'HEAD');
  if (head.code !== 0) return undefined;
  const differing = await git('status', '--porcelain', '--', '.', ':!docs');
  return `${head.stdout.trim()}${differing.stdout === '' ? '' : '+'}`;
}

async function runAll(benches: readonly Bench[]): Promise<Map<string, Outcome>> {
  const commit = await commitNow();
  const outcomes = new Map<string, Outcome>();
  for (const bench of benches) outcomes.set(bench.name, await runOne(bench, commit));
  return outcomes;
}

const figuresOf = (outcomes: ReadonlyMap<string, Outcome>): StoredFigure[] =>
  [...outcomes.values()].flatMap(({ figures }) => figures);
const namesOf = (list: readonly Bench[]): string[] => list.map(({ name }) => name);

function showList(heading: string, lines: readonly string[]): void {
  if (lines.length > 0) show([`\n${heading}`, ...lines].join('\n  '));
}

/** Returns the exit code. */
async function compare(benches: readonly Bench[], all: readonly Bench[]): Promise<number> {
  const stored = readFigures(repositoryRoot);
  const ran = { benches: namesOf(benches), all: namesOf(all) };
  const first = await runAll(benches);
  const unsure = [...first].filter(([, run]) => combineRuns([run]).unjudged.length > 0).map(([name]) => name);
  const worse = compareFigures(figuresOf(first), stored, ran).again;
  const again = benches.filter(({ name }) => worse.includes(name) || unsure.includes(name));
  if (again.length > 0)
    show(
      `\nThese run again, since a figure became worse or the machine was busy: ${namesOf(again).join(', ')}`,
    );
  const second = await runAll(again);
  const runsOf = (name: string): Outcome[] =>
    [first, second].flatMap((outcomes) => outcomes.get(name) ?? []).filter(({ ended }) => ended);
  const combined = ran.benches.map((name) => combineRuns(runsOf(name)));
  const best = combined.flatMap(({ figures }) => figures);
  const unjudged = combined.flatMap((each) => each.unjudged);
  const { slipped, missing, unmeasured, bare } = compareFigures(best, stored, { ...ran, unjudged });
  const broken = [...first].filter(([, { ended }]) => !ended).map(([name]) => name);
  showList('Measured, but not in docs/benchmarks.json:', missing);
  showList('In docs/benchmarks.json, but not measured:', unmeasured);
  showList('Not compared, since stored without the machine’s reference:', bare);
  showList('Not judged, since the machine was busy:', unjudged);
  showList('Benchmarks that failed:', broken);
  showList(`More than ${mostWorse} times worse than stored:`, slipped);
  const open = unjudged.length === 0 ? '' : `; ${unjudged.length} more could not be judged, run them again`;
  show(`\n${slipped.length} of ${best.length} figures became worse${open}`);
  if (slipped.length > 0 || broken.length > 0) return 1;
  return unjudged.length > 0 ? 2 : 0;
}

/** Returns the exit code. */
async function measure(benches: readonly Bench[]): Promise<number> {
  const outcomes = await runAll(benches);
  const figures = figuresOf(outcomes);
  const stored = readFigures(repositoryRoot);
  writeFigures(repositoryRoot, replaceFigures(stored, figures));
  writePages(repositoryRoot, stalePages(repositoryRoot, [benchmarksPage]));
  const names = namesOf(benches);
  const { unmeasured } = compareFigures(figures, stored, { benches: names, all: names });
  showList('Unchanged in docs/benchmarks.json, since not measured this time:', unmeasured);
  show(`\n${figures.length} figures written into docs/benchmarks.json`);
  return [...outcomes.values()].every(({ ended, missed }) => ended && missed === 0) ? 0 : 1;
}

async function main(): Promise<number> {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: { compare: { type: 'boolean', default: false } },
  });
  const files = globSync('tools/bench/*.bench.ts', { cwd: repositoryRoot }).sort();
  const all = await Promise.all(files.map(load));
  const chosen = names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
  show(`Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`);
  const unknown = names.filter((name) => !namesOf(all).includes(name));
  if (unknown.length > 0) {
    show(`There is no benchmark ${unknown.join(', ')}. There are: ${namesOf(all).join(', ')}`);
    return 1;
  }
  const able = chosen.filter(({ name, lacks }) => {
    const lacking = lacks?.();
    if (lacking !== undefined) show(`${name} is left out: it needs ${lacking}`);
    return lacking === undefined;
  });
  // Some benchmarks need a database on the temporary cluster of a run.
  const tearDown = await setUpOnDisk();
  try {
    return values.compare ? await compare(able, all) : await measure(able);
  } finally {
    await tearDown();
  }
}

process.exitCode = await main();
