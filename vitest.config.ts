/**
 * The unit and server tests. Most files share their process with others, so that a module is evaluated once and not
 * once a file (a third of the processor time). A component's test has a process of its own, since what a page sends as it
 * goes would reach the next file's server, and a dialog that it leaves open would stand over the next file's page; so has
 * a file that puts something else in the place of a module, a global or the clock, or weighs the memory of its process, and
 * one that reads the random lives of cases: their module has a database of its own, which ends with the first file.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { iconsOneByOne } from './tools/testing/icons-one-by-one.ts';
import { isLongTest } from './tools/testing/long-tests.ts';

const include = ['packages/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.{ts,mjs}'];
const replaces =
  /@vitest-environment|\bvi\.(mock|doMock|stubGlobal|stubEnv|useFakeTimers|spyOn)\(|memoryUsage|test-random-lives/;
const alone = globSync(include, { cwd: import.meta.dirname, exclude: ['**/node_modules/**'] }).filter(
  (file) => replaces.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

const project = (name: string, files: { include: string[]; exclude: string[] }, isolate: boolean) =>
  ({ extends: true, test: { name, ...files, isolate } }) satisfies TestProjectInlineConfiguration;

/** Last, a long file would run alone. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => isLongTest(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  plugins: [iconsOneByOne],
  test: {
    sequence: { sequencer: LongFirst },
    globalSetup: ['packages/server/src/platform/db/test-run.ts'],
    setupFiles: ['packages/server/src/platform/test-set-up.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
    // A wait ends with its event; this only bounds one whose event never comes.
    expect: { poll: { timeout: 500_000, interval: 10 } },
    projects: [
      project('shared', { include, exclude: ['**/node_modules/**', ...alone] }, false),
      project('alone', { include: alone, exclude: [] }, true),
    ],
  },
});
