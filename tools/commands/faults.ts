/**
 * `npm run faults`: runs the long form of every fault program, with figures; `npm run faults -- NAME…` runs those
 * named, `--short` in the short form, `--count=N` for N rounds, requests or seconds. A broken invariant is exit code 1.
 */
import { inspect, parseArgs } from 'node:util';
import { setUpOnDisk } from '@rhythmdesk/server/platform/db/test-run';
import setUpPrograms from '../build/test-set-up.ts';
import type { FaultProgram, FaultSize } from '../faults/fault-program.ts';
import { faultPrograms } from '../faults/programs.ts';
import { endShared } from '../faults/shared-context.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, count: { type: 'string' } },
});
const count = values.count === undefined ? undefined : Number(values.count);
const show = (text: string): void => void process.stdout.write(`${text}\n`);

async function runOne({ name, says, run }: FaultProgram, size: FaultSize): Promise<boolean> {
  show(`\n${name}: ${says}`);
  const started = performance.now();
  try {
    await run(size, (figure, value) => show(`  ${figure}: ${String(value)}`), count);
  } catch (fault) {
    show(`  BROKEN: ${inspect(fault).slice(0, 4000)}`);
    return false;
  }
  show(`  held, ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return true;
}

const chosen = faultPrograms.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const unknown = positionals.filter((name) => !faultPrograms.some((program) => program.name === name));
if (unknown.length > 0) show(`There are: ${faultPrograms.map(({ name }) => name).join(', ')}`);
await setUpPrograms();
const tearDown = await setUpOnDisk();
let broken = unknown.length;
try {
  for (const program of chosen) if (!(await runOne(program, values.short ? 'short' : 'long'))) broken += 1;
} finally {
  await endShared();
  await tearDown();
}
show(`\n${String(chosen.length)} programs, ${String(broken)} broken`);
process.exitCode = broken === 0 ? 0 : 1;
