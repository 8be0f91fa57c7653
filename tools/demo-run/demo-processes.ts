/**
 * Starts the two processes of the demo: the server, whose output is written to a file, and the loader, which reports
 * its progress.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { own } from '../processes/child-process.ts';
import { repositoryRoot } from '../processes/repository.ts';
import { runServerProgram } from '../build/server-program.ts';
import { loadProgress, type LoadProgress } from './load-progress.ts';

/** Runs the server to its end; without a file, its output is shown in the terminal. */
export async function runDemoServer(env: NodeJS.ProcessEnv, logFile: string | null): Promise<number> {
  const serverEnv = { NODE_ENV: 'production', ...env };
  if (logFile === null) return runServerProgram('main', serverEnv);
  const log = openSync(logFile, 'w', 0o600);
  try {
    return await runServerProgram('main', serverEnv, ['ignore', log, log]);
  } finally {
    closeSync(log);
  }
}

/** Returns the readable output of a server that ended: the lines of its log that are not JSON. */
export function lastWords(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n');
  const words = lines.filter((line) => line !== '' && !line.startsWith('{'));
  return words.length === 0 ? `The server has ended; its log is ${logFile}` : words.slice(-5).join('\n');
}

/** Runs the loader to its end. Returns null if it succeeded, otherwise its last output. */
export function runLoader(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  onProgress: (progress: LoadProgress) => void,
): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const loader = spawn(process.execPath, ['tools/demo/load.ts', ...args], {
    cwd: repositoryRoot,
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  own(loader);
  let words = '';
  loader.stderr?.setEncoding('utf8').on('data', (text: string) => (words += text));
  loader.on('message', (message) => onProgress(loadProgress.parse(message)));
  loader.once('error', reject);
  loader.once('close', (code) => resolve(code === 0 ? null : words.trim() || 'The loader was ended.'));
  return promise;
}
