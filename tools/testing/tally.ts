/**
 * Counts the results of a part of the test run from the machine-readable reports of its runner.
 *
 * Invariants: a failed test counts as failed, whatever a repetition would give. Only files whose process crashed
 * without a result run once more, and they are listed. A failure is never lost. A test file that fails outside its
 * tests (it does not load, or its set-up or tear-down throws), an error outside any file, and a runner that fails
 * without naming a failed test count as one failure each.
 */
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import type { FileTime } from './times.ts';

export type Tally = {
  readonly passed: number;
  readonly failed: number;
  /** The failures, each with the first lines of its reason; they are repeated at the end of a long log. */
  readonly failures: readonly string[];
  /** The names of the skipped tests. */
  readonly skipped: readonly string[];
  /** Files that ran once more because their process crashed, with the result. */
  readonly repeated: readonly string[];
  /** The times of the test files. */
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

/** Formats one failure: its name and the first lines of its reason. */
export function failure(name: string, reason: string): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, 8);
  return [name, ...lines].join('\n    ');
}

/** Counts a runner that fails without naming a failed test as one failure, with the last errors that it printed. */
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

/** Reads vitest's `json` report. Of the `lost` files, which run again, only failures count. */
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

/** Returns the test files that ran in a process that crashed. */
export const lostFiles = (report: unknown): string[] =>
  unhandledErrors.parse(report).flatMap(({ lost }) => lost);

/**
 * Reads the report of `unhandled-errors.ts`: each error that belongs to no test is a failure. The crash of a process
 * whose files run again is not, but it is listed too.
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

/** Reads playwright's `json` report. A test that passed only when repeated has failed. */
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

/** Returns the last line of `npm test`. */
export const lastLine = ({ passed, failed }: Tally): string => `${passed} passed, ${failed} failed`;

/** Lists the failures once more at the end of the log. */
export const failureLines = ({ failures }: Tally): string[] => failures.map((text) => `FAILED ${text}`);

/** Lists the skipped tests, one line each, so that they are not taken as tested. */
export const skippedLines = ({ skipped }: Tally): string[] => skipped.map((name) => `SKIPPED ${name}`);

/** Lists what ran once more, one line each. The later result counts, but the cause of the crash has to be found. */
export const repeatedLines = ({ repeated }: Tally): string[] => repeated.map((text) => `REPEATED ${text}`);

/** A run without any passed test is not green; `complete` also requires that nothing was skipped. */
export const isGreen = ({ passed, failed, skipped }: Tally, complete: boolean): boolean =>
  failed === 0 && passed > 0 && (!complete || skipped.length === 0);
