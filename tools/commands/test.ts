/**
 * `npm test`: every check and every test, one after the other, to the end. The last line is the sum.
 * `npm test -- checks unit` runs the parts named; without a name, all of them. `--only=…` runs the test files whose
 * path holds this text. `--load=6` keeps six processes busy meanwhile.
 * A table of times comes before it, and what was skipped, repeated and failed is named once more; with `CI=true` a skip
 * fails the run.
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
import { timeTable, type PartTime } from '../testing/times.ts';

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
const times: PartTime[] = [];
for (const { name, run } of chosen) {
  process.stdout.write(`\n── ${name}\n`);
  const startedAt = performance.now();
  const tally = await run({ root: repositoryRoot, only: values.only }).catch((error: unknown) => {
    process.stdout.write(`${String(error)}\n`);
    return { ...noTests, failed: 1, failures: [failure(name, String(error))] };
  });
  const ms = performance.now() - startedAt;
  times.push({ name, ms, files: tally.files });
  const skipped = tally.skipped.length === 0 ? '' : `, ${tally.skipped.length} skipped`;
  process.stdout.write(`── ${name}: ${lastLine(tally)}${skipped}, ${(ms / 1000).toFixed(1)} s\n`);
  total = add(total, tally);
}
await load.stop();
const unknown = names.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) process.stdout.write(`There is no part “${unknown.join('”, “')}”.\n`);
const named = [...skippedLines(total), ...repeatedLines(total), ...failureLines(total)];
for (const block of [timeTable(times), named, [lastLine(total)]])
  if (block.length > 0) process.stdout.write(`\n${block.join('\n')}\n`);
process.exitCode = isGreen(total, process.env['CI'] === 'true') && unknown.length === 0 ? 0 : 1;
