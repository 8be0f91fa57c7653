/** Runs the server's own programs in the foreground with this Node. */
import type { StdioOptions } from 'node:child_process';
import { join } from 'node:path';
import { ensureServerBuilt, type ServerProgram } from './server-build.ts';
import { runChild } from '../setup/run-child.mjs';
import { repositoryRoot } from '../processes/repository.ts';

/** Builds the program if its sources have changed and runs it to its end; stop signals are passed to it. */
export async function runServerProgram(
  program: ServerProgram,
  env: NodeJS.ProcessEnv = process.env,
  stdio: StdioOptions = 'inherit',
): Promise<number> {
  const file = join(await ensureServerBuilt(repositoryRoot), `${program}.js`);
  return runChild(process.execPath, [file], { cwd: repositoryRoot, env, stdio });
}
