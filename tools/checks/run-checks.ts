/**
 * Runs the static checks, each a step with a name, a time and a result. Two steps run at a time, the long ones first.
 *
 * Files that have not changed since they passed are left out: the compiler, the linter and the import rules each keep a
 * record in node_modules/.cache. `fresh` ignores the records. `changed` leaves out what these files cannot affect.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from '../processes/child-process.ts';
import { isCode } from '../processes/repository.ts';
import { auditDependencies } from './audit-dependencies.ts';
import { cacheFolder } from './check-record.ts';
import { checkConflictMarkers } from './conflict-markers.ts';
import { checkNames } from './file-names.ts';
import { goSettings } from './go-settings.ts';
import { reach, readImportGraph, reversed, type ImportGraph } from './import-graph.ts';
import { checkChangedImports } from './import-rules.ts';
import { lintStale, silencedFiles } from './lint.ts';
import { checkSizes } from './size-ratchet.ts';
import { checkCoverage } from './specification-coverage.ts';
import { checkSupportNames } from './support-names.ts';

export type CheckResult = {
  readonly name: string;
  readonly passed: boolean;
  readonly output: string;
  readonly ms: number;
};
type Answer = { readonly passed: boolean; readonly output: string };
type Step = { readonly name: string; readonly run: () => Promise<Answer> };
type Scope = { readonly fresh: boolean; readonly changed?: readonly string[] | undefined };
export type CheckOptions = Scope & { readonly onResult: (result: CheckResult) => void };

async function tool(root: string, args: readonly string[]): Promise<Answer> {
  const { code, output } = await runNode(args, { cwd: root, env: goSettings() });
  return { passed: code === 0, output };
}

const complaints = (lines: readonly string[]): Answer => ({
  passed: lines.length === 0,
  output: lines.join('\n'),
});

async function lintStep(root: string, graph: ImportGraph, scope: Scope): Promise<Answer> {
  const { passed, output } = await lintStale(root, graph, scope);
  const silenced = silencedFiles(root).map(
    (path) => `${path}: a file may not switch off a rule; add an exception to lint-rules.ts`,
  );
  return { passed: passed && silenced.length === 0, output: [...silenced, output].join('\n') };
}

/**
 * The programs that the compiler checks, the longest first, each with its root files. Everything that runs on Node is
 * one program, so that a file that several packages import is checked once. Benchmarks and journeys, whose code partly
 * runs in a browser, also know the page's types.
 */
const programs = [
  { name: 'web', config: 'packages/web', roots: /^packages\/web\// },
  { name: 'node', config: 'tsconfig.node.json', roots: /^(packages\/(?!web\/)|tools\/(?!bench\/))/ },
  { name: 'browser', config: 'tsconfig.browser.json', roots: /^(tools\/bench|e2e)\// },
  { name: 'ecg.pure', config: 'packages/ecg/tsconfig.pure.json', roots: /^packages\/ecg\// },
  { name: 'domain.pure', config: 'packages/domain/tsconfig.pure.json', roots: /^packages\/domain\// },
] as const;

/** Returns the programs in which one of these files is checked. */
function affectedPrograms(graph: ImportGraph, changed: readonly string[]): string[] {
  const affected = [...reach(reversed(graph.names), changed)].filter(isCode);
  return programs.filter(({ roots }) => affected.some((file) => roots.test(file))).map(({ name }) => name);
}

/** The native compiler takes a quarter of the time; it gets one thread, because two steps run at once. */
function typeSteps(root: string, fresh: boolean): Step[] {
  return programs.map(({ name, config }) => {
    const record = join(cacheFolder(root), `native-types-${name}.tsbuildinfo`);
    const memory = fresh ? [] : ['--incremental', '--tsBuildInfoFile', record];
    const compiler = ['node_modules/typescript-native/bin/tsc', '--singleThreaded', '--noEmit'];
    return { name: `types ${name}`, run: () => tool(root, [...compiler, '-p', config, ...memory]) };
  });
}

function steps(root: string, graph: ImportGraph, scope: Scope): Step[] {
  return [
    { name: 'lint', run: () => lintStep(root, graph, scope) },
    ...typeSteps(root, scope.fresh),
    { name: 'format', run: () => tool(root, ['node_modules/oxfmt/bin/oxfmt', '--check']) },
    // Finds exports that nothing imports, tests included, and packages that nothing uses (`knip.json`).
    { name: 'exports', run: () => tool(root, ['node_modules/knip/bin/knip.js', '--no-progress']) },
    { name: 'imports', run: async () => complaints(await checkChangedImports(root, graph, scope.fresh)) },
    { name: 'sizes', run: async () => complaints(checkSizes(root)) },
    { name: 'names', run: async () => complaints([...checkNames(root), ...checkSupportNames(graph)]) },
    { name: 'conflicts', run: async () => complaints(await checkConflictMarkers(root)) },
    { name: 'specification', run: async () => complaints(checkCoverage(root)) },
    { name: 'audit', run: () => auditDependencies(root) },
  ];
}

/** Returns the names of the checks whose result these files can change. */
export function affectedChecks(graph: ImportGraph, changed: readonly string[]): string[] {
  const types = affectedPrograms(graph, changed).map((name) => `types ${name}`);
  const code = ['lint', ...types, 'exports', 'imports', 'sizes'];
  const rules = ['knip.json', 'tools/checks/size-exceptions.json'];
  const touchesCode = changed.some((file) => isCode(file) || rules.includes(file));
  return [...(touchesCode ? code : []), 'format', 'names', 'conflicts', 'specification'];
}

async function runStep(step: Step): Promise<CheckResult> {
  const startedAt = performance.now();
  const answer = await step.run().catch((error: unknown) => ({ passed: false, output: String(error) }));
  return { name: step.name, ...answer, ms: performance.now() - startedAt };
}

/** Runs every check to its end, whatever the result of the others. */
export async function runChecks(root: string, { onResult, ...scope }: CheckOptions): Promise<CheckResult[]> {
  if (!existsSync(join(root, 'package.json'))) throw new Error(`${root} is not the repository`);
  const graph = readImportGraph(root, scope.changed);
  const wanted = scope.changed === undefined ? undefined : affectedChecks(graph, scope.changed);
  const waiting = steps(root, graph, scope).filter(({ name }) => wanted?.includes(name) ?? true);
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

/** Returns one line for a result, followed by the output of a failed check. */
export function describeResult({ name, passed, output, ms }: CheckResult): string {
  const line = `${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(20)} ${(ms / 1000).toFixed(1).padStart(6)} s`;
  return passed ? line : `${line}\n${output.trim().replaceAll(/^/gm, '       ')}`;
}
