/**
 * `npm test`: runs every check and every test, one after the other, to the end. The last line is the total.
 *
 * `npm test -- checks unit` runs the parts named; without a name, all of them. `--only=…` runs the test files whose
 * path contains this text. `--changed` runs what the working tree's changes since the last commit can affect,
 * `--changed=main` the changes since the branch left main. `--load=6` keeps six processes busy meanwhile.
 *
 * A table of times comes before the total, and skipped, repeated and failed tests are listed once more; with `CI=true`
 * a skipped test fails the run. docs/testing.md has the details.
 */
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../processes/repository.ts';
import { startLoad } from '../testing/busy-load.ts';
import { changedFiles } from '../testing/changed-files.ts';
import { planChanged, type ChangedPlan } from '../testing/changed-plan.ts';
import { parts, type Part } from '../testing/parts.ts';
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

const show = (text: string): void => void process.stdout.write(text);
const args = process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg));
const { values, positionals: names } = parseArgs({
  args,
  allowPositionals: true,
  options: {
    changed: { type: 'string' },
    load: { type: 'string', default: '0' },
    only: { type: 'string', multiple: true, default: [] },
  },
});
const named = names.length === 0 ? parts : parts.filter(({ name }) => names.includes(name));

/** Returns the changes since `ref` and what will run because of them; undefined if nothing has changed. */
async function readPlan(ref: string): Promise<ChangedPlan | undefined> {
  const changed = await changedFiles(repositoryRoot, ref);
  if (changed.length === 0) return undefined;
  const plan = planChanged(repositoryRoot, ref, changed);
  show(`${plan.heading}\n`);
  for (const { name } of named) show(`  ${name.padEnd(8)}  ${plan.parts[name]?.why ?? 'all'}\n`);
  return plan;
}

async function runPart(
  { name, run }: Part,
  plan: ChangedPlan | undefined,
): Promise<PartTime & { tally: Tally }> {
  show(`\n── ${name}\n`);
  const startedAt = performance.now();
  const { only, changed } = plan?.parts[name] ?? { only: values.only };
  const tally = await run({ root: repositoryRoot, only, changed }).catch((error: unknown) => {
    show(`${String(error)}\n`);
    return { ...noTests, failed: 1, failures: [failure(name, String(error))] };
  });
  const ms = performance.now() - startedAt;
  const skipped = tally.skipped.length === 0 ? '' : `, ${tally.skipped.length} skipped`;
  show(`── ${name}: ${lastLine(tally)}${skipped}, ${(ms / 1000).toFixed(1)} s\n`);
  return { name, ms, files: tally.files, tally };
}

async function runAll(chosen: readonly Part[], plan: ChangedPlan | undefined): Promise<Tally> {
  const load = await startLoad(Number(values.load));
  const results = [];
  for (const part of chosen) results.push(await runPart(part, plan));
  await load.stop();
  const total = results.reduce((sum, { tally }) => add(sum, tally), noTests);
  const again = [...skippedLines(total), ...repeatedLines(total), ...failureLines(total)];
  for (const block of [timeTable(results), again]) if (block.length > 0) show(`\n${block.join('\n')}\n`);
  return total;
}

async function main(): Promise<boolean> {
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) show(`There is no part “${unknown.join('”, “')}”.\n`);
  const { changed: ref, only } = values;
  if (ref !== undefined && only.length > 0) {
    show('--changed chooses the test files itself: leave out --only.\n');
    return false;
  }
  const plan = ref === undefined ? undefined : await readPlan(ref);
  const isUnchanged = ref !== undefined && plan === undefined;
  if (isUnchanged) show(`Nothing has changed since ${ref}.\n`);
  const chosen = isUnchanged ? [] : named.filter(({ name }) => plan?.parts[name]?.runs ?? true);
  const total = await runAll(chosen, plan);
  show(`\n${lastLine(total)}\n`);
  const needsNothing = ref !== undefined && chosen.length === 0;
  return unknown.length === 0 && (needsNothing || isGreen(total, process.env['CI'] === 'true'));
}

process.exitCode = (await main()) ? 0 : 1;
