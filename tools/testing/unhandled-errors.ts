/**
 * A reporter for vitest: writes the errors that no test answers for (a promise whose rejection nobody takes, a worker
 * that ends) to the file that `UNHANDLED_ERRORS` names. vitest ends with code 1 on one, and its `json` report is silent.
 */
import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

type UnhandledError = { readonly name: string; readonly reason: string };

export default class UnhandledErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const file = process.env['UNHANDLED_ERRORS'];
    if (file === undefined) return;
    const told: UnhandledError[] = errors.map(({ message, stack, VITEST_TEST_PATH: path }) => ({
      name: typeof path === 'string' ? `${path} › outside its tests` : 'outside any test file',
      reason: stack ?? message,
    }));
    writeFileSync(file, JSON.stringify(told));
  }
}
