/** The server's own programs, each a file of `packages/server/src/app`, run in the foreground with this Node. */
import type { StdioOptions } from 'node:child_process';
import { join } from 'node:path';
import { runChild } from '../setup/run-child.mjs';
import { repositoryRoot } from './repository.ts';

export type ServerProgram = 'main' | 'worker';

export const serverProgram = (program: ServerProgram): string =>
  join(repositoryRoot, 'packages/server/src/app', `${program}.ts`);

/** Runs it to its end; stop signals go to it. */
export function runServerProgram(
  program: ServerProgram,
  env: NodeJS.ProcessEnv = process.env,
  stdio: StdioOptions = 'inherit',
): Promise<number> {
  return runChild(process.execPath, [serverProgram(program)], { cwd: repositoryRoot, env, stdio });
}
