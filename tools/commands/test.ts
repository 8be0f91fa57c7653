/**
 * `npm test`: every check and every test, one after the other, to the end. The last line is the sum.
 * `npm test -- checks unit` runs the parts named; without a name, all of them. `--only=…` runs the test files whose
 * path holds this text. `--load=6` keeps six processes busy meanwhile.
 * What was skipped, repeated and failed is named once more above it; with `CI=true` a skip fails the run.
 */
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../processes/repository.ts';
import { startLoad } from '../testing/busy-load.ts';
import { parts } from '../testing/parts.ts';
import {
  add,
  failure,
  failureLines,
  isGreen,
  lastLine,
  noTests,
  repeatedLines,
  skippedLines,
  type Tally,
} from '../testing/tally.ts';

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    load: { type: 'string', default: '0' },
    only: { type: 'string', multiple: true, default: [] },
  },
});
const chosen = names.length === 0 ? parts : parts.filter(({ name }) => names.includes(name));
const load = await startLoad(Number(values.load));

let total: Tally = noTests;
for (const { name, run } of chosen) {
  process.stdout.write(`\n── ${name}\n`);
  const startedAt = performance.now();
  const tally = await run({ root: repositoryRoot, only: values.only }).catch((error: unknown) => {
    process.stdout.write(`${String(error)}\n`);
    return { ...noTests, failed: 1, failures: [failure(name, String(error))] };
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const skipped = tally.skipped.length === 0 ? '' : `, ${tally.skipped.length} skipped`;
  process.stdout.write(`── ${name}: ${lastLine(tally)}${skipped}, ${seconds} s\n`);
  total = add(total, tally);
}
await load.stop();
const unknown = names.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) process.stdout.write(`There is no part “${unknown.join('”, “')}”.\n`);
for (const line of [...skippedLines(total), ...repeatedLines(total), ...failureLines(total)])
  process.stdout.write(`${line}\n`);
process.stdout.write(`\n${lastLine(total)}\n`);
process.exitCode = isGreen(total, process.env['CI'] === 'true') && unknown.length === 0 ? 0 : 1;
