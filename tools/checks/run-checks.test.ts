import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plant, type Planted } from './test-repository.ts';
import { repositoryRoot } from '../processes/repository.ts';
import { readImportGraph } from './import-graph.ts';
import { affectedChecks, describeResult, runChecks, type CheckResult } from './run-checks.ts';

/** Each file breaks one check: the compiler settings of a pure package, those of the others, and the format. */
const files = {
  'packages/ecg/src/impure.ts': 'export const f = (): string => document.title;\n',
  'packages/domain/src/impure.ts': 'export const f = (): string => process.title;\n',
  'packages/contract/src/enum.ts': 'export enum Colour {\n  Red,\n}\n',
  'packages/server/src/unchecked.ts': 'export const f = (x: string[]): string => x[0];\n',
  'packages/web/src/optional.ts': 'export const f: { a?: string } = { a: undefined };\n',
  'tools/format.ts': 'export const f = "double"\n',
  'tools/checks/size-exceptions.json': '[]\n',
  'e2e/fine.ts': 'export const f = 1;\n',
  'oxlint.config.ts': 'export default { ignorePatterns: ["node_modules"] };\n',
};

let planted: Planted;
let results: CheckResult[] = [];

beforeAll(async () => {
  planted = plant(files);
  results = await runChecks(planted.root, { fresh: true, onResult: () => undefined });
});

afterAll(() => planted.remove());

test.each([
  ['types ecg.pure', 'impure.ts', "Cannot find name 'document'"],
  ['types domain.pure', 'impure.ts', "Cannot find name 'process'"],
  ['types node', 'enum.ts', 'erasableSyntaxOnly'],
  ['types node', 'unchecked.ts', "'string | undefined' is not assignable"],
  ['types web', 'optional.ts', 'exactOptionalPropertyTypes'],
  ['format', 'tools/format.ts', 'Format issues'],
  ['exports', 'packages/server/src/unchecked.ts', 'Unused exports'],
])('%s catches %s', (name, file, words) => {
  const result = results.find((each) => each.name === name);
  expect(result?.passed).toBe(false);
  expect(result?.output).toContain(file);
  expect(result?.output).toContain(words);
});

test('code in order passes, and every check has reported', () => {
  const passed = results.filter((result) => result.passed).map(({ name }) => name);
  expect(passed).toEqual(
    expect.arrayContaining(['types browser', 'sizes', 'names', 'imports', 'lint', 'conflicts']),
  );
  expect(results).toHaveLength(14);
});

test('a change runs the checks that it can affect, and the compiler’s programs that contain it', () => {
  const graph = readImportGraph(repositoryRoot);
  const always = ['format', 'names', 'conflicts', 'specification'];
  const code = ['exports', 'imports', 'sizes', ...always];
  const types = (...names: string[]): string[] => names.map((name) => `types ${name}`);
  const affected = (path: string): string[] => affectedChecks(graph, [path]);
  expect(affected(join('docs', 'map.md'))).toEqual(always);
  const page = join('packages/web/src/features', 'billing/billings-page.tsx');
  expect(affected(page)).toEqual(['lint', ...types('web'), ...code]);
  const journey = join('e2e', 'journeys/sign-in.journey.ts');
  expect(affected(journey)).toEqual(['lint', ...types('browser'), ...code]);
  const rule = join('packages/domain/src', 'case/guards.ts');
  expect(affected(rule)).toEqual(['lint', ...types('web', 'node', 'browser', 'domain.pure'), ...code]);
});

test('only a failed check prints more than its line', () => {
  const result = { name: 'names', passed: true, output: 'noise', ms: 1234 };
  expect(describeResult(result)).toBe('ok     names                   1.2 s');
  expect(describeResult({ ...result, passed: false })).toMatch(/^FAILED names .*\n {7}noise$/);
});
