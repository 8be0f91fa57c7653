/**
 * What a part of the test run came to, read from the machine-readable reports of its runner.
 *
 * Law: a failure is never lost. A test file that does not even load, an error outside any test, and a runner that
 * ends badly without naming a failed test count as one failure each.
 */
import { z } from 'zod';

export type Tally = { readonly passed: number; readonly failed: number; readonly skipped: number };

export const noTests: Tally = { passed: 0, failed: 0, skipped: 0 };

export function add(a: Tally, b: Tally): Tally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** A runner's word against its exit code: a bad end without a failed test is a failure. */
export function believe(tally: Tally, exitCode: number): Tally {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number().default(0),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
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
    skipped: parsed.numPendingTests + parsed.numTodoTests,
  };
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
});

/** From playwright's `json` reporter. A test that passed only when repeated has failed. */
export function readPlaywright(report: unknown): Tally {
  const { stats, errors } = playwrightReport.parse(report);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

/** The last line of `npm test`. */
export const lastLine = ({ passed, failed }: Tally): string => `${passed} passed, ${failed} failed`;

/** A run in which nothing passed proves nothing. */
export const isGreen = ({ passed, failed }: Tally): boolean => failed === 0 && passed > 0;
