/**
 * Configures the unit and server tests in three projects. The files of a project share a process, so that each module
 * is loaded once instead of once per file: `shared` without a page, `pages` in one document, which its set-up empties
 * after each test. Files in `alone` need a separate process and are found by what they call: they replace or reload a
 * module, set the environment, measure the memory of their process, or use the random lives of cases, whose module has
 * its own database that ends with the first file.
 *
 * Time limits only end a wait whose event never comes. Each is ten times the slowest test on an idle machine with two
 * cores: 1.9 s in `pages`, 20 s in `long`, 11 s elsewhere.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { iconsOneByOne } from './tools/testing/icons-one-by-one.ts';
import { isLongTest } from './tools/testing/long-tests.ts';

const include = ['packages/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.{ts,mjs}'];
const files = globSync(include, { cwd: import.meta.dirname, exclude: ['**/node_modules/**'] });
const those = (calling: RegExp): string[] =>
  files.filter((file) => calling.test(readFileSync(join(import.meta.dirname, file), 'utf8')));
const ofPages = those(/@vitest-environment happy-dom/);
const alone = those(/\bvi\.(mock|doMock|resetModules|stubEnv)\(|memoryUsage|test-random-lives/);

/** A long file that started last would run alone. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [
      ...sorted.filter(({ moduleId }) => isLongTest(moduleId)),
      ...sorted.filter(({ moduleId }) => !isLongTest(moduleId)),
    ];
  }
}

type Part = { readonly isPage?: boolean; readonly isAlone?: boolean; readonly boundMs?: number };

function project(
  name: string,
  files: string[],
  { isPage = false, isAlone = false, boundMs = 120_000 }: Part,
) {
  // Node loads these modules itself, because none of them needs the build of the page; a module that a test replaces
  // must be loaded by vitest.
  const external = isAlone ? [] : [/packages\/(ecg|domain|contract)\/src\/(?!.*\.test\.ts$)/];
  return {
    extends: true,
    test: {
      ...{ name, include: files, exclude: [], isolate: isAlone, server: { deps: { external } } },
      setupFiles: isPage ? ['packages/web/src/platform/test-set-up.ts'] : [],
      ...{ testTimeout: boundMs, hookTimeout: boundMs },
      expect: { poll: { timeout: (boundMs * 2) / 3, interval: 10 } },
    },
  } satisfies TestProjectInlineConfiguration;
}

const others = files.filter((file) => !ofPages.includes(file) && !alone.includes(file));

export default defineConfig({
  plugins: [iconsOneByOne],
  test: {
    sequence: { sequencer: LongFirst },
    globalSetup: ['packages/server/src/platform/db/test-run.ts', 'tools/build/test-set-up.ts'],
    setupFiles: ['packages/server/src/platform/test-set-up.ts'],
    maxWorkers: 3,
    projects: [
      project('long', others.filter(isLongTest), { boundMs: 200_000 }),
      project(
        'shared',
        others.filter((file) => !isLongTest(file)),
        {},
      ),
      project(
        'pages',
        ofPages.filter((file) => !alone.includes(file)),
        { isPage: true, boundMs: 30_000 },
      ),
      project(
        'alone',
        alone.filter((file) => !ofPages.includes(file)),
        { isAlone: true },
      ),
      project(
        'pages alone',
        alone.filter((file) => ofPages.includes(file)),
        { isPage: true, isAlone: true },
      ),
    ],
  },
});
