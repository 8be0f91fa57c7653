/**
 * The static checks, each a step with a name, a time and an answer. Two steps run at a time, the long ones first.
 * The compiler's own record of what changed is kept warm in node_modules/.cache; `fresh` works without it.
 */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from '../processes/child-process.ts';
import { auditDependencies } from './audit-dependencies.ts';
import { checkNames } from './file-names.ts';
import { goSettings } from './go-settings.ts';
import { checkImports } from './import-rules.ts';
import { lint, silencedFiles } from './lint.ts';
import { checkSizes } from './size-ratchet.ts';
import { checkCoverage } from './specification-coverage.ts';

export type CheckResult = {
  readonly name: string;
  readonly passed: boolean;
  readonly output: string;
  readonly ms: number;
};
type Answer = { readonly passed: boolean; readonly output: string };
type Step = { readonly name: string; readonly run: () => Promise<Answer> };
export type CheckOptions = { readonly fresh: boolean; readonly onResult: (result: CheckResult) => void };

const cacheFolder = (root: string): string => join(root, 'node_modules/.cache/rhythmdesk');

async function tool(root: string, args: readonly string[]): Promise<Answer> {
  const { code, output } = await runNode(args, { cwd: root, env: goSettings() });
  return { passed: code === 0, output };
}

const complaints = (lines: readonly string[]): Answer => ({
  passed: lines.length === 0,
  output: lines.join('\n'),
});

async function lintStep(root: string): Promise<Answer> {
  const { code, output } = await lint(root, 'default');
  const silenced = silencedFiles(root).map(
    (path) => `${path}: no file switches a rule off for itself; an exception stands in lint-rules.ts`,
  );
  return { passed: code === 0 && silenced.length === 0, output: [...silenced, output].join('\n') };
}

/** A step for every tsconfig, by the native compiler, which takes a quarter of the time; one thread each, since two steps run. */
function typeSteps(root: string, fresh: boolean): Step[] {
  const configs = globSync(
    ['packages/*/tsconfig*.json', 'tools/{,bench/}tsconfig.json', 'e2e/tsconfig.json'],
    {
      cwd: root,
    },
  );
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
    const args = [...compiler, '-p', config, ...(fresh ? [] : memory)];
    return { name: `types ${name}`, run: () => tool(root, args) };
  });
}

function steps(root: string, fresh: boolean): Step[] {
  const weight = (name: string): number =>
    ['web', 'server', 'tools'].findIndex((room) => name === `types ${room}`);
  const types = typeSteps(root, fresh).sort((a, b) => weight(b.name) - weight(a.name));
  return [
    { name: 'lint', run: () => lintStep(root) },
    ...types,
    { name: 'format', run: () => tool(root, ['node_modules/oxfmt/bin/oxfmt', '--check']) },
    // What nobody imports, tests included, and packages that nobody uses (`knip.json`).
    { name: 'exports', run: () => tool(root, ['node_modules/knip/bin/knip.js', '--no-progress']) },
    { name: 'imports', run: async () => complaints(await checkImports(root)) },
    { name: 'sizes', run: async () => complaints(checkSizes(root)) },
    { name: 'names', run: async () => complaints(checkNames(root)) },
    { name: 'specification', run: async () => complaints(checkCoverage(root)) },
    { name: 'audit', run: () => auditDependencies(root) },
  ];
}

async function runStep(step: Step): Promise<CheckResult> {
  const startedAt = performance.now();
  const answer = await step.run().catch((error: unknown) => ({ passed: false, output: String(error) }));
  return { name: step.name, ...answer, ms: performance.now() - startedAt };
}

/** Runs every check to its end, whatever the others say. */
export async function runChecks(root: string, { fresh, onResult }: CheckOptions): Promise<CheckResult[]> {
  if (!existsSync(join(root, 'package.json'))) throw new Error(`${root} is not the repository`);
  const waiting = steps(root, fresh);
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
