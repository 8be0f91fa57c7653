/**
 * The static checks, each a step with a name, a time and an answer. Two steps run at a time, the long ones first.
 * What was learned is kept warm in node_modules/.cache. `sound` uses only caches that cannot be wrong: the types'
 * (TypeScript knows what a file depends on) and the format's (by content). A lint cache cannot see that another
 * file's types changed. `none` works without any.
 */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from '../processes/child-process.ts';
import { checkNames } from './file-names.ts';
import { checkImports } from './import-rules.ts';
import { checkSizes } from './size-ratchet.ts';

export type CheckResult = {
  readonly name: string;
  readonly passed: boolean;
  readonly output: string;
  readonly ms: number;
};
type Answer = { readonly passed: boolean; readonly output: string };
type Step = { readonly name: string; readonly run: () => Promise<Answer> };
type Caches = 'all' | 'sound' | 'none';
export type CheckOptions = { readonly caches: Caches; readonly onResult: (result: CheckResult) => void };

const cacheFolder = (root: string): string => join(root, 'node_modules/.cache/rhythmdesk');

async function tool(root: string, args: readonly string[]): Promise<Answer> {
  const { code, output } = await runNode(args, { cwd: root });
  return { passed: code === 0, output };
}

const complaints = (lines: readonly string[]): Answer => ({
  passed: lines.length === 0,
  output: lines.join('\n'),
});

function lintStep(root: string, caches: Caches): Step {
  const cache = [
    '--cache',
    '--cache-strategy',
    'content',
    '--cache-location',
    join(cacheFolder(root), 'eslint/'),
  ];
  const args = [
    'node_modules/eslint/bin/eslint.js',
    '.',
    '--max-warnings=0',
    ...(caches === 'all' ? cache : []),
  ];
  return { name: 'lint', run: () => tool(root, args) };
}

function formatStep(root: string, caches: Caches): Step {
  const cache = [
    '--cache',
    '--cache-strategy',
    'content',
    '--cache-location',
    join(cacheFolder(root), 'prettier'),
  ];
  const args = [
    'node_modules/prettier/bin/prettier.cjs',
    '.',
    '--check',
    '--log-level=warn',
    ...(caches === 'none' ? [] : cache),
  ];
  return { name: 'format', run: () => tool(root, args) };
}

/** What nobody imports, tests included, and packages that nobody uses (`knip.json`). */
function exportStep(root: string): Step {
  return { name: 'exports', run: () => tool(root, ['node_modules/knip/bin/knip.js', '--no-progress']) };
}

/** A step for every tsconfig, by the native compiler, which takes a quarter of the time; one thread each, since two steps run. */
function typeSteps(root: string, caches: Caches): Step[] {
  const configs = globSync(['packages/*/tsconfig*.json', 'tools/tsconfig.json', 'e2e/tsconfig.json'], {
    cwd: root,
  });
  return configs.sort().map((config) => {
    const name = config
      .replaceAll('\\', '/')
      .replace('packages/', '')
      .replace('/tsconfig', '')
      .replace('.json', '');
    const memory = [
      '--incremental',
      '--tsBuildInfoFile',
      join(cacheFolder(root), `native-types-${name}.tsbuildinfo`),
    ];
    const compiler = ['node_modules/typescript-native/bin/tsc', '--singleThreaded', '--noEmit'];
    const args = [...compiler, '-p', config, ...(caches === 'none' ? [] : memory)];
    return { name: `types ${name}`, run: () => tool(root, args) };
  });
}

function steps(root: string, caches: Caches): Step[] {
  const weight = (name: string): number =>
    ['web', 'server', 'tools'].findIndex((room) => name === `types ${room}`);
  const types = typeSteps(root, caches).sort((a, b) => weight(b.name) - weight(a.name));
  return [
    lintStep(root, caches),
    ...types,
    formatStep(root, caches),
    exportStep(root),
    { name: 'imports', run: async () => complaints(await checkImports(root)) },
    { name: 'sizes', run: async () => complaints(checkSizes(root)) },
    { name: 'names', run: async () => complaints(checkNames(root)) },
  ];
}

async function runStep(step: Step): Promise<CheckResult> {
  const startedAt = performance.now();
  const answer = await step.run().catch((error: unknown) => ({ passed: false, output: String(error) }));
  return { name: step.name, ...answer, ms: performance.now() - startedAt };
}

/** Runs every check to its end, whatever the others say. */
export async function runChecks(root: string, { caches, onResult }: CheckOptions): Promise<CheckResult[]> {
  if (!existsSync(join(root, 'package.json'))) throw new Error(`${root} is not the repository`);
  const waiting = steps(root, caches);
  const results: CheckResult[] = [];
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const result = await runStep(step);
      results.push(result);
      onResult(result);
    }
  };
  await Promise.all([work(), work()]);
  return results;
}

/** One line for a result, and under it what a failed check had to say. */
export function describeResult({ name, passed, output, ms }: CheckResult): string {
  const line = `${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(20)} ${(ms / 1000).toFixed(1).padStart(6)} s`;
  return passed ? line : `${line}\n${output.trim().replaceAll(/^/gm, '       ')}`;
}
