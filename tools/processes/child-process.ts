/**
 * Runs the child processes of the commands. Invariant: stopping a command also stops its children, so that no test
 * server or compiler outlives it; the set of running children is kept only for that.
 */
import { spawn, type ChildProcess } from 'node:child_process';

export type Finished = {
  readonly code: number;
  /** Both streams as they arrived, for people. The order between the streams varies. */
  readonly output: string;
  /** The standard output alone. Code that parses the output reads this. */
  readonly stdout: string;
  readonly ms: number;
};
export type ChildOptions = {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Receives each piece of output as it arrives; `Finished.output` contains the whole in any case. */
  readonly onOutput?: (text: string) => void;
};

const running = new Set<ChildProcess>();
let stopping = false;

function stopAll(signal: NodeJS.Signals): void {
  stopping = true;
  for (const child of running) child.kill(signal);
}

function watchSignals(): void {
  if (process.listeners('SIGTERM').includes(stopAll)) return;
  process.on('SIGTERM', stopAll);
  process.on('SIGINT', stopAll);
}

/** Registers a child as ours until it ends. */
export function own(child: ChildProcess): void {
  watchSignals();
  running.add(child);
  child.once('close', () => {
    running.delete(child);
    if (running.size > 0) return;
    process.off('SIGTERM', stopAll);
    process.off('SIGINT', stopAll);
    // Another listener, such as a server that finishes its requests, ends the process later.
    if (stopping && process.listenerCount('SIGTERM') === 0) process.exit(130);
  });
}

/** Runs a program to its end without input; a program that cannot be started ends with code 127. */
export function runCaptured(
  executable: string,
  args: readonly string[],
  options: ChildOptions,
): Promise<Finished> {
  const startedAt = performance.now();
  const { promise, resolve } = Promise.withResolvers<Finished>();
  const child = spawn(executable, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  own(child);
  let output = '';
  let stdout = '';
  const collect = (text: string): void => {
    output += text;
    options.onOutput?.(text);
  };
  const finish = (code: number): void => resolve({ code, output, stdout, ms: performance.now() - startedAt });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    collect(text);
  });
  child.stderr.setEncoding('utf8').on('data', collect);
  child.once('error', (error) => {
    collect(`${error.message}\n`);
    finish(127);
  });
  child.once('close', (code) => finish(code ?? 1));
  return promise;
}

/** Runs a script with the same Node as this process. */
export function runNode(args: readonly string[], options: ChildOptions): Promise<Finished> {
  return runCaptured(process.execPath, args, options);
}
