/**
 * Writes the errors that belong to no test (an unhandled rejection, a worker that ends) to the file named by
 * `UNHANDLED_ERRORS`, as a vitest reporter. vitest ends with code 1 on such an error, but its `json` report does not
 * contain it.
 */
import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

type UnhandledError = {
  readonly name: string;
  readonly reason: string;
  /** The test files of a process that crashed. */
  readonly lost: readonly string[];
};
type Reported = { readonly message: string; readonly stack?: string; readonly cause?: Reported };

const causesOf = (cause: Reported | undefined): string[] =>
  cause === undefined ? [] : [cause.message, ...causesOf(cause.cause)];

/**
 * The cause comes before the place where it was noticed, because only the first lines are repeated at the end of the
 * log.
 */
function reasonOf({ message, stack, cause }: Reported): string {
  const causes = causesOf(cause).map((each) => `caused by: ${each}`);
  return causes.length === 0 ? (stack ?? message) : [message, ...causes, stack ?? ''].join('\n');
}

const lostOf = ({ cause }: Reported): string[] =>
  causesOf(cause).flatMap((each) => {
    const [, files] = /^Worker exited unexpectedly .* while running test files? (.+)$/.exec(each) ?? [];
    return files?.split(', ') ?? [];
  });

export default class UnhandledErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const file = process.env['UNHANDLED_ERRORS'];
    if (file === undefined) return;
    const listed: UnhandledError[] = errors.map((error) => {
      const path = error['VITEST_TEST_PATH'];
      return {
        name: typeof path === 'string' ? `${path} › outside its tests` : 'outside any test file',
        reason: reasonOf(error),
        lost: lostOf(error),
      };
    });
    writeFileSync(file, JSON.stringify(listed));
  }
}
