/**
 * `npm run faults`: runs the long form of every fault program, with figures; `npm run faults -- NAME…` runs those
 * named, `--short` in the short form, two groups at a time as `npm test` runs them, `--count=N` for N rounds, requests or
 * seconds, `--store=NAME` with the store of others that `s3` uses. A broken invariant is exit code 1.
 */
import { parseArgs } from 'node:util';
import { setUpOnDisk } from '@rhythmdesk/server/platform/db/test-run';
import setUpPrograms from '../build/test-set-up.ts';
import type { FaultProgram } from '../faults/fault-program.ts';
import { faultGroups, faultPrograms } from '../faults/programs.ts';
import { runProgram } from '../faults/run-program.ts';
import { endShared } from '../faults/shared-context.ts';
import { runNode } from '../processes/child-process.ts';
import { repositoryRoot } from '../processes/repository.ts';

const atOnce = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    count: { type: 'string' },
    store: { type: 'string' },
  },
});
const show = (text: string): void => void process.stdout.write(text);

/** Returns how many programs broke an invariant. */
async function runLong(chosen: readonly FaultProgram[]): Promise<number> {
  const count = values.count === undefined ? undefined : Number(values.count);
  let broken = 0;
  for (const program of chosen) {
    if (
      !(await runProgram(program, {
        size: 'long',
        count,
        store: values.store,
        show: (line) => show(`${line}\n`),
      }))
    )
      broken += 1;
  }
  await endShared();
  return broken;
}

/** Returns how many programs broke an invariant. A group that ends by itself counts as one. */
async function runShort(chosen: readonly FaultProgram[]): Promise<number> {
  const count = values.count === undefined ? [] : [`--count=${values.count}`];
  const waiting = faultGroups
    .map((group) => group.filter((program) => chosen.includes(program)).map(({ name }) => name))
    .filter((names) => names.length > 0);
  let broken = 0;
  const work = async (): Promise<void> => {
    for (let names = waiting.shift(); names !== undefined; names = waiting.shift()) {
      const args = ['tools/faults/run-group.ts', ...count, ...names];
      const { code } = await runNode(args, { cwd: repositoryRoot, onOutput: show });
      broken += code;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return broken;
}

const possible = values.short ? faultGroups.flat() : faultPrograms;
const chosen = possible.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const unknown = positionals.filter((name) => !possible.some((program) => program.name === name));
if (unknown.length > 0) show(`There are: ${possible.map(({ name }) => name).join(', ')}\n`);
await setUpPrograms();
const tearDown = await setUpOnDisk();
const started = performance.now();
let broken = unknown.length;
try {
  broken += await (values.short ? runShort(chosen) : runLong(chosen));
} finally {
  await tearDown();
}
const seconds = ((performance.now() - started) / 1000).toFixed(1);
show(`\n${String(chosen.length)} programs in ${seconds} s, ${String(broken)} broken\n`);
process.exitCode = broken === 0 ? 0 : 1;
