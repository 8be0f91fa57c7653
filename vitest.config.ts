/**
 * The unit and server tests, in projects. Files share their process with the others of their project, so that a module is
 * evaluated once and not once a file: `shared` without a page, `pages` in one document, which its set-up empties after
 * each test. `alone` are the files that need a process each, found by what they call: they replace a module or evaluate
 * it anew, set the environment, weigh the memory of their process, or read the random lives of cases, whose module has a
 * database of its own that ends with the first file.
 *
 * Bounds end a wait whose event never comes. Each is ten times what the slowest test took on a quiet machine of two
 * cores: 1.9 s in `pages`, 11 s elsewhere; those that start and kill whole programs have ten minutes.
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

/** Last, a long file would run alone. */
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
  // Node loads these itself, since none of them needs the page's build; a module to be replaced has to come by vitest.
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
      project('long', others.filter(isLongTest), { boundMs: 600_000 }),
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
