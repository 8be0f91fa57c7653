/**
 * Runs the short forms of one group in turn, in a process of its own: some programs replace functions of the process or
 * count its work. `npm run faults -- --short` starts it. The exit code is the number of broken programs.
 */
import { parseArgs } from 'node:util';
import { faultPrograms } from './programs.ts';
import { runProgram } from './run-program.ts';
import { endShared } from './shared-context.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { count: { type: 'string' } } });
const count = values.count === undefined ? undefined : Number(values.count);
let broken = 0;
try {
  for (const program of faultPrograms.filter(({ name }) => positionals.includes(name))) {
    const lines: string[] = [];
    const held = await runProgram(program, { size: 'short', count, show: (line) => void lines.push(line) });
    // All at once, because another group writes to the same terminal.
    process.stdout.write(`${lines.join('\n')}\n`);
    if (!held) broken += 1;
  }
} finally {
  await endShared();
}
process.exitCode = broken;
