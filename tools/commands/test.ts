/**
 * `npm test`: every check and every test, one after the other, to the end. The last line is the sum.
 * `npm test -- checks unit` runs the parts named; without a name, all of them.
 */
import { repositoryRoot } from '../processes/repository.ts';
import { parts } from '../testing/parts.ts';
import { add, isGreen, lastLine, noTests, type Tally } from '../testing/tally.ts';

const names = process.argv.slice(2);
const chosen = names.length === 0 ? parts : parts.filter(({ name }) => names.includes(name));

let total: Tally = noTests;
for (const { name, run } of chosen) {
  process.stdout.write(`\n── ${name}\n`);
  const startedAt = performance.now();
  const tally = await run(repositoryRoot).catch((error: unknown) => {
    process.stdout.write(`${String(error)}\n`);
    return { ...noTests, failed: 1 };
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const skipped = tally.skipped === 0 ? '' : `, ${tally.skipped} skipped`;
  process.stdout.write(`── ${name}: ${lastLine(tally)}${skipped}, ${seconds} s\n`);
  total = add(total, tally);
}
const unknown = names.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) process.stdout.write(`There is no part “${unknown.join('”, “')}”.\n`);
process.stdout.write(`\n${lastLine(total)}\n`);
process.exitCode = isGreen(total) && unknown.length === 0 ? 0 : 1;
