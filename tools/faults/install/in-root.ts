/** Runs commands in a root by `chroot`. The caller is in its own network, which has nothing but the loopback. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCaptured, type Finished } from '../../processes/child-process.ts';

const clean = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C',
  HOME: '/root',
};

export class Root {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Makes the kernel's folders of the root; they end with the namespace of the caller. */
  async mount(): Promise<void> {
    for (const name of ['proc', 'dev']) mkdirSync(join(this.folder, name), { recursive: true });
    await this.#outside('mount', ['-t', 'proc', 'proc', join(this.folder, 'proc')]);
    await this.#outside('mount', ['--rbind', '/dev', join(this.folder, 'dev')]);
  }

  async #outside(file: string, args: readonly string[]): Promise<void> {
    const { code, output } = await runCaptured(file, args, { cwd: '/' });
    if (code !== 0) throw new Error(`${file} ${args.join(' ')}: ${output}`);
  }

  /** Runs a shell command to its end. */
  try(command: string): Promise<Finished> {
    return runCaptured('chroot', [this.folder, '/bin/sh', '-c', command], { cwd: '/', env: clean });
  }

  /** Runs a shell command that must succeed; returns what it wrote to the standard output. */
  async run(command: string): Promise<string> {
    const { code, output, stdout } = await this.try(command);
    if (code !== 0) throw new Error(`“${command}” ended with ${String(code)}:\n${output.slice(-3000)}`);
    return stdout;
  }

  /** Starts a command and kills its whole group once it has written `words`. */
  async killAt(command: string, words: string): Promise<void> {
    const child = spawn('chroot', [this.folder, '/bin/sh', '-c', command], {
      detached: true,
      env: clean,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    let output = '';
    for await (const piece of child.stdout) {
      output += String(piece);
      if (output.includes(words) && child.pid !== undefined) break;
    }
    if (!output.includes(words) || child.pid === undefined)
      throw new Error(`“${command}” ended before it wrote “${words}”:\n${output}`);
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  }
}
