/**
 * A reporter for vitest: writes the errors that no test answers for (a promise whose rejection nobody takes, a worker
 * that ends) to the file that `UNHANDLED_ERRORS` names. vitest ends with code 1 on one, and its `json` report is silent.
 */
import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

type UnhandledError = { readonly name: string; readonly reason: string };
type Reported = { readonly message: string; readonly stack?: string; readonly cause?: Reported };

/** What it was caused by comes before where it was noticed: only the first lines are repeated where the log ends. */
function reasonOf({ message, stack, cause }: Reported): string {
  const causes: string[] = [];
  for (let at = cause; at !== undefined; at = at.cause) causes.push(`caused by: ${at.message}`);
  return causes.length === 0 ? (stack ?? message) : [message, ...causes, stack ?? ''].join('\n');
}

export default class UnhandledErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const file = process.env['UNHANDLED_ERRORS'];
    if (file === undefined) return;
    const told: UnhandledError[] = errors.map((error) => {
      const path = error['VITEST_TEST_PATH'];
      return {
        name: typeof path === 'string' ? `${path} › outside its tests` : 'outside any test file',
        reason: reasonOf(error),
      };
    });
    writeFileSync(file, JSON.stringify(told));
  }
}
