/**
 * `npm run demo`: the product with invented hospitals, people and recordings, on this machine only.
 * `-- --reset` starts afresh, `-- --long` adds a recording of 14 days, `-- --dir=…` keeps its data elsewhere.
 */
import { demoEnvironment, demoOrigin } from '../demo-run/demo-environment.ts';
import { claimDemoFolder, emptyDemoFolder } from '../demo-run/demo-folder.ts';
import { untilReady } from '../demo-run/until-ready.ts';
import { isPortFree } from '../processes/ports.ts';
import { runNode } from '../processes/child-process.ts';
import { repositoryRoot } from '../processes/repository.ts';
import { runServerProgram } from '../processes/server-program.ts';
import { ensureWebBuilt } from '../web-build/web-build.ts';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    reset: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    dir: { type: 'string', default: '.data/demo' },
  },
});
process.chdir(repositoryRoot);
const env = demoEnvironment(process.env, values.dir);
const origin = demoOrigin(env['HOST'] ?? '', env['PORT'] ?? '');

/** Whether the demo's people, cases and recordings are there now. */
async function loadData(): Promise<boolean> {
  const onOutput = (text: string): void => void process.stdout.write(text);
  const args = ['tools/demo/load.ts', ...(values.long ? ['--long'] : [])];
  const { code } = await runNode(args, { cwd: repositoryRoot, env, onOutput });
  return code === 0;
}

async function run(folder: string): Promise<number> {
  claimDemoFolder(folder);
  if (values.reset) await emptyDemoFolder(folder);
  await ensureWebBuilt(repositoryRoot);
  const server = runServerProgram('main', { NODE_ENV: 'production', ...env });
  const isUp = await untilReady(origin, server);
  const isLoaded = isUp && (await loadData());
  if (isLoaded) process.stdout.write(`The demo is ready at ${origin}\n`);
  else if (isUp) process.kill(process.pid, 'SIGTERM');
  const code = await server;
  return isLoaded ? code : code || 1;
}

if (await isPortFree(env['HOST'] ?? '', Number(env['PORT']))) {
  process.exitCode = await run(env['DATA_DIR'] ?? '');
} else {
  process.stderr.write(`Port ${String(env['PORT'])} is in use. Choose another: PORT=8081 npm run demo\n`);
  process.exitCode = 1;
}
