/**
 * `npm start`: builds the page if its sources have changed, then runs the server with the settings of the environment.
 */
import { plainWords } from '../processes/plain-words.ts';
import { repositoryRoot } from '../processes/repository.ts';
import { runServerProgram } from '../build/server-program.ts';
import { ensureWebBuilt } from '../build/web-build.ts';

async function start(): Promise<number> {
  await ensureWebBuilt(repositoryRoot);
  return runServerProgram('main', { NODE_ENV: 'production', ...process.env });
}

process.exitCode = await start().catch((fault: unknown) => {
  process.stderr.write(`${plainWords(fault)}\n`);
  return 1;
});
