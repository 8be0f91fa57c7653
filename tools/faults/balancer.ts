/**
 * Runs HAProxy with the configurations that `docs/operating.md` recommends, in front of servers of this machine. Only
 * the addresses are replaced.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@rhythmdesk/server/platform/test-ports';
import { repositoryRoot } from '../processes/repository.ts';
import { until } from './until.ts';

export const examples = path.join(repositoryRoot, 'docs/examples');

export type Balanced = {
  /** Name of the configuration in `docs/examples`. */
  readonly example: string;
  /** The servers as HAProxy names them, after their name: `127.0.0.1:8080`. */
  readonly servers: readonly string[];
  /** Returns whether the balancer passes on what arrives at this port. */
  readonly isUp: (port: number) => Promise<boolean>;
};

/** Returns the recommended configuration for a port of this machine and these servers, without TLS. */
async function configurationFor(port: number, { example, servers }: Balanced): Promise<string> {
  const text = await readFile(path.join(examples, example), 'utf8');
  const lines = text.split('\n').filter((line) => !/^\s+server /.test(line));
  const list = servers.map((each, at) => `    server node${String(at)} ${each}`);
  return [...lines, ...list, '']
    .join('\n')
    .replace(/^ {4}bind .*$/m, `    bind 127.0.0.1:${String(port)}`)
    .replace('Forwarded-Proto https', 'Forwarded-Proto http');
}

/** Runs `work` with the port of a balancer. */
export async function withBalancer<Result>(
  balanced: Balanced,
  work: (port: number) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rhythmdesk-balancer-'));
  const port = await freePort();
  const file = path.join(folder, 'haproxy.cfg');
  await writeFile(file, await configurationFor(port, balanced));
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const said: string[] = [];
  child.stderr.on('data', (data: Buffer) => said.push(data.toString()));
  const gone = once(child, 'exit');
  try {
    await until('the balancer answers', async () => {
      if (child.exitCode !== null) throw new Error('HAProxy has ended');
      return balanced.isUp(port);
    });
    return await work(port);
  } catch (fault) {
    throw new Error(`HAProxy said: ${said.join('')}`, { cause: fault });
  } finally {
    child.kill('SIGTERM');
    await gone;
    await rm(folder, { recursive: true, force: true });
  }
}
