/**
 * Runs HAProxy with the configuration that `docs/operating.md` recommends, in front of servers of this machine. Only the
 * addresses are replaced.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../processes/ports.ts';
import { repositoryRoot } from '../processes/repository.ts';
import { ask } from './ask.ts';
import { until } from './until.ts';

const example = path.join(repositoryRoot, 'docs/examples/haproxy.cfg');

/** Returns whether HAProxy is installed. */
export function hasBalancer(): boolean {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Returns the recommended configuration for these ports of this machine, without TLS. */
async function configurationFor(port: number, servers: readonly number[]): Promise<string> {
  const text = await readFile(example, 'utf8');
  const lines = text.split('\n').filter((line) => !/^\s+server /.test(line));
  const list = servers.map((each, at) => `    server node${String(at)} 127.0.0.1:${String(each)}`);
  return [...lines, ...list, '']
    .join('\n')
    .replace(/^ {4}bind .*$/m, `    bind 127.0.0.1:${String(port)}`)
    .replace('Forwarded-Proto https', 'Forwarded-Proto http');
}

/** Runs `work` with the address of a balancer in front of these ports. */
export async function withBalancer<Result>(
  servers: readonly number[],
  work: (address: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rhythmdesk-balancer-'));
  const port = await freePort();
  const file = path.join(folder, 'haproxy.cfg');
  await writeFile(file, await configurationFor(port, servers));
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const said: string[] = [];
  child.stderr.on('data', (data: Buffer) => said.push(data.toString()));
  const gone = once(child, 'exit');
  try {
    const address = `http://127.0.0.1:${String(port)}`;
    await until('the balancer answers', async () => {
      if (child.exitCode !== null) throw new Error('HAProxy has ended');
      return (await ask(address, 'healthz', null)).status === 200;
    });
    return await work(address);
  } catch (fault) {
    throw new Error(`HAProxy said: ${said.join('')}`, { cause: fault });
  } finally {
    child.kill('SIGTERM');
    await gone;
    await rm(folder, { recursive: true, force: true });
  }
}
