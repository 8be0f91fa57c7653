// @ts-check
/**
 * Runs one child process in the foreground: its output is ours unless `stdio` redirects it, our signals are passed to
 * it, and its exit code is ours.
 *
 * Invariant: the child gets each stop signal once. Ctrl+C at a terminal reaches the whole foreground group by itself,
 * and npm passes it on a second time; a server that treats a second signal as “stop at once” would not finish its
 * requests.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** @param {NodeJS.Signals} signal whether the terminal has sent it to the child already */
const sentByTerminal = (signal) => signal === 'SIGINT' && process.stdin.isTTY === true;

/**
 * Calls `end` when the parent shell of an npm script ends. npm starts a script in a shell and sends its own stop signal
 * only to that shell, which ends without passing it on. So the script treats the end of its shell as that signal. Other
 * callers may leave a program running after them.
 * @param {() => void} end
 */
function whenParentEnds(end) {
  if (process.env['npm_lifecycle_event'] === undefined) return undefined;
  const parent = process.ppid;
  const look = () => {
    if (process.ppid !== parent) end();
  };
  return setInterval(look, 500).unref();
}

/**
 * @param {string} executable
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions }} options
 * @returns {Promise<number>} the exit code; 128 + the signal's number for a child that a signal ended
 */
export function runChild(executable, args, { cwd, env = process.env, stdio = 'inherit' }) {
  return new Promise((resolve, reject) => {
    const child = spawn(executable, args, { cwd, env, stdio });
    /** @type {Set<NodeJS.Signals>} */
    const sent = new Set();
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      if (!sent.has(signal) && !sentByTerminal(signal)) child.kill(signal);
      sent.add(signal);
    };
    for (const signal of forwarded) process.on(signal, forward);
    const watch = whenParentEnds(() => forward('SIGTERM'));
    const done = () => {
      clearInterval(watch);
      for (const signal of forwarded) process.off(signal, forward);
    };
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      done();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
