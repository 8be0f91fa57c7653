/**
 * `npm run check`: checks types, lint, imports, format, sizes, names. `-- --fresh` ignores the records of what has
 * passed.
 */
import { describeResult, runChecks } from '../checks/run-checks.ts';
import { repositoryRoot } from '../processes/repository.ts';

const results = await runChecks(repositoryRoot, {
  fresh: process.argv.includes('--fresh'),
  onResult: (result) => process.stdout.write(`${describeResult(result)}\n`),
});
const failed = results.filter(({ passed }) => !passed).length;
process.stdout.write(`${results.length - failed} checks passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
