/**
 * What a part of the test run came to, read from the machine-readable reports of its runner.
 *
 * Laws: a test that failed has failed, whatever a repetition would say: only files whose process ended by itself, without
 * an answer, run once more, and are named. A failure is never lost. A test file that fails outside its tests (it does not load, or what comes before or
 * after them throws), an error outside any file, and a runner that ends badly without naming a failed test count as one
 * failure each.
 */
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import type { FileTime } from './times.ts';

export type Tally = {
  readonly passed: number;
  readonly failed: number;
  /** What failed, each with the first lines of its reason: they are repeated where a long log ends. */
  readonly failures: readonly string[];
  /** The names of those that did not run. */
  readonly skipped: readonly string[];
  /** What ran once more since its process had ended by itself, and how that ended. */
  readonly repeated: readonly string[];
  /** How long the test files took. */
  readonly files: readonly FileTime[];
};

export const noTests: Tally = { passed: 0, failed: 0, failures: [], skipped: [], repeated: [], files: [] };

export function add(a: Tally, b: Tally): Tally {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    failures: [...a.failures, ...b.failures],
    skipped: [...a.skipped, ...b.skipped],
    repeated: [...a.repeated, ...b.repeated],
    files: [...a.files, ...b.files],
  };
}

/** One failure: its name, and of its reason as much as tells where to look. */
export function failure(name: string, reason: string): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, 8);
  return [name, ...lines].join('\n    ');
}

/** Counts a runner that ends badly without naming a failed test as one failure, with the last errors that it printed. */
export function believe(tally: Tally, { code, output }: { code: number; output: string }): Tally {
  if (code === 0 || tally.failed > 0) return tally;
  const lines = output.split('\n').filter((line) => line.includes('Error: '));
  const reason = lines.slice(-3).join('\n');
  const failures = [failure(`the runner ended with code ${code} and named no failed test`, reason)];
  return { ...tally, failed: 1, failures };
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** From vitest's `json` reporter; of the files that are `lost` and run again only what failed counts. */
export function readVitest(report: unknown, lost: readonly string[] = []): Tally {
  const { testResults } = vitestReport.parse(report);
  const files = testResults.filter(({ name }) => !lost.includes(name));
  const statuses = files.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
  const inNoTest = files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const broken = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => failure(`${name} › ${test.fullName}`, (test.failureMessages ?? []).join('\n'))),
  );
  return {
    ...noTests,
    passed: statuses.filter((status) => status === 'passed').length,
    failed: broken.length + inNoTest.length,
    failures: [...inNoTest.map(({ name, message }) => failure(name, message)), ...broken],
    skipped: files.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== 'passed' && status !== 'failed')
        .map(({ fullName }) => fullName),
    ),
  };
}

const unhandledErrors = z.array(
  z.object({ name: z.string(), reason: z.string(), lost: z.array(z.string()) }),
);

/** The test files that were running in a process that ended by itself. */
export const lostFiles = (report: unknown): string[] =>
  unhandledErrors.parse(report).flatMap(({ lost }) => lost);

/**
 * From the reporter beside it (`unhandled-errors.ts`): each error that no test answers for is a failure, but for the end
 * of a process whose files run again; that is named all the same.
 */
export function readUnhandledErrors(report: unknown, repeats: boolean): Tally {
  const errors = unhandledErrors.parse(report);
  const isRepeated = ({ lost }: { lost: readonly string[] }): boolean => repeats && lost.length > 0;
  const failures = errors
    .filter((error) => !isRepeated(error))
    .map(({ name, reason }) => failure(name, reason));
  const repeated = errors
    .filter(isRepeated)
    .map(({ lost, reason }) => failure(lost.join(', '), reason.split('\n').slice(0, 2).join('\n')));
  return { ...noTests, failed: failures.length, failures, repeated };
}

const playwrightError = z.object({ message: z.string().default('') });
const playwrightResult = z.object({
  duration: z.number().default(0),
  errors: z.array(playwrightError).default([]),
});
const playwrightSpec = z.object({
  title: z.string(),
  file: z.string().default(''),
  tests: z.array(z.object({ status: z.string(), results: z.array(playwrightResult).default([]) })),
});
type Spec = z.infer<typeof playwrightSpec>;
type Suite = { readonly specs: readonly Spec[]; readonly suites?: readonly Suite[] | undefined };
const playwrightSuite: z.ZodType<Suite> = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});

const specsOf = ({ specs, suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];
const has = (spec: Spec, ...wanted: string[]): boolean =>
  spec.tests.some(({ status }) => wanted.includes(status));
const reasonOf = (spec: Spec): string =>
  spec.tests
    .flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message)))
    .join('\n');

const timeOf = ({ file, tests }: Spec): FileTime => ({
  path: `e2e/journeys/${file}`,
  ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(playwrightSuite),
  errors: z.array(playwrightError),
});

/** From playwright's `json` reporter. A test that passed only when repeated has failed. */
export function readPlaywright(report: unknown): Tally {
  const { stats, suites, errors } = playwrightReport.parse(report);
  const specs = suites.flatMap(specsOf);
  return {
    ...noTests,
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: [
      ...specs
        .filter((spec) => has(spec, 'unexpected', 'flaky'))
        .map((spec) => failure(spec.title, reasonOf(spec))),
      ...errors.map(({ message }) => failure('outside any journey', message)),
    ],
    skipped: specs.filter((spec) => has(spec, 'skipped')).map(({ title }) => title),
    files: specs.map(timeOf),
  };
}

/** The last line of `npm test`. */
export const lastLine = ({ passed, failed }: Tally): string => `${passed} passed, ${failed} failed`;

/** What failed, named once more at the end of the log. */
export const failureLines = ({ failures }: Tally): string[] => failures.map((text) => `FAILED ${text}`);

/** What did not run, one line each, so that nobody takes it for tested. */
export const skippedLines = ({ skipped }: Tally): string[] => skipped.map((name) => `SKIPPED ${name}`);

/** What ran once more, one line each: the tests of it count as they ended then, but why a process ended is to be found. */
export const repeatedLines = ({ repeated }: Tally): string[] => repeated.map((text) => `REPEATED ${text}`);

/** A run in which nothing passed proves nothing; `complete` asks that nothing was skipped either. */
export const isGreen = ({ passed, failed, skipped }: Tally, complete: boolean): boolean =>
  failed === 0 && passed > 0 && (!complete || skipped.length === 0);
