/**
 * What a part of the test run came to, read from the machine-readable reports of its runner.
 *
 * Law: a failure is never lost. A test file that does not even load, an error outside any test, and a runner that
 * ends badly without naming a failed test count as one failure each.
 */
import { z } from 'zod';

export type Tally = {
  readonly passed: number;
  readonly failed: number;
  /** The names of those that did not run. */
  readonly skipped: readonly string[];
};

export const noTests: Tally = { passed: 0, failed: 0, skipped: [] };

export function add(a: Tally, b: Tally): Tally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: [...a.skipped, ...b.skipped] };
}

/** A runner's word against its exit code: a bad end without a failed test is a failure. */
export function believe(tally: Tally, exitCode: number): Tally {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

/** From vitest's `json` reporter. */
export function readVitest(report: unknown): Tally {
  const parsed = vitestReport.parse(report);
  const unloaded = parsed.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: parsed.numPassedTests,
    failed: parsed.numFailedTests + unloaded.length,
    skipped: parsed.testResults.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== 'passed' && status !== 'failed')
        .map(({ fullName }) => fullName),
    ),
  };
}

type Suite = {
  readonly specs: readonly { title: string; tests: readonly { status: string }[] }[];
  readonly suites?: readonly Suite[] | undefined;
};
const playwrightSuite: z.ZodType<Suite> = z.object({
  specs: z.array(z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) })),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});

const skippedIn = ({ specs, suites = [] }: Suite): string[] => [
  ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'skipped')).map(({ title }) => title),
  ...suites.flatMap(skippedIn),
];

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(playwrightSuite),
  errors: z.array(z.unknown()),
});

/** From playwright's `json` reporter. A test that passed only when repeated has failed. */
export function readPlaywright(report: unknown): Tally {
  const { stats, suites, errors } = playwrightReport.parse(report);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: suites.flatMap(skippedIn),
  };
}

/** The last line of `npm test`. */
export const lastLine = ({ passed, failed }: Tally): string => `${passed} passed, ${failed} failed`;

/** What did not run, one line each, so that nobody takes it for tested. */
export const skippedLines = ({ skipped }: Tally): string[] => skipped.map((name) => `SKIPPED ${name}`);

/** A run in which nothing passed proves nothing; `complete` asks that nothing was skipped either. */
export const isGreen = ({ passed, failed, skipped }: Tally, complete: boolean): boolean =>
  failed === 0 && passed > 0 && (!complete || skipped.length === 0);
