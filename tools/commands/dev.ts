/**
 * `npm run dev`: runs the server, restarted at every change, and the page with hot reload, on this machine only and on
 * the demo's data. If one of the two ends, so does the other.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { demoEnvironment } from '../demo-run/demo-environment.ts';
import { own } from '../processes/child-process.ts';
import { repositoryRoot } from '../processes/repository.ts';

const env = demoEnvironment(process.env, '.data/demo');

function start(args: readonly string[], cwd: string): ChildProcess {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
  own(child);
  return child;
}

const children = [
  start(['--watch', '--watch-preserve-output', 'packages/server/src/app/main.ts'], repositoryRoot),
  start([join(repositoryRoot, 'node_modules/vite/bin/vite.js')], join(repositoryRoot, 'packages/web')),
];
for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
    for (const other of children) other.kill('SIGTERM');
  });
}
