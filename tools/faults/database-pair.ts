/**
 * Runs two PostgreSQL servers under Patroni, with etcd and HAProxy, all on this machine, by the configurations that
 * `docs/operating.md` recommends. Only names, addresses, folders and passwords are replaced.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@rhythmdesk/server/platform/test-ports';
import { examples, withBalancer } from './balancer.ts';
import { postgresUser, type User } from './postgres-user.ts';
import { until } from './until.ts';

export const pairPrograms = ['etcd', 'patroni', 'haproxy'];

type Member = {
  readonly name: string;
  readonly port: number;
  readonly rest: number;
  readonly data: string;
  readonly file: string;
  patroni: ChildProcess | null;
};

export type DatabasePair = {
  /** The port that always leads to the primary. */
  readonly port: number;
  readonly password: string;
  /** Kills the primary and its Patroni as a power cut does. */
  readonly killPrimary: () => Promise<void>;
  /** Starts what was killed and waits until both have each commit again. */
  readonly repair: () => Promise<void>;
};

const secret = (): string => randomBytes(12).toString('hex');

/** Returns the recommended configuration for one member on this machine. */
async function patroniFile(
  { name, port, rest, data }: Pick<Member, 'name' | 'port' | 'rest' | 'data'>,
  etcd: number,
  passwords: readonly string[],
): Promise<string> {
  const local = (each: number): string => `127.0.0.1:${String(each)}`;
  const replaced: readonly (readonly [RegExp, string])[] = [
    [/^name: .*$/m, `name: ${name}`],
    [/0\.0\.0\.0:8008|10\.0\.0\.21:8008/g, local(rest)],
    [/0\.0\.0\.0:5432|10\.0\.0\.21:5432/g, local(port)],
    [/hosts: .*$/m, `hosts: ${local(etcd)}`],
    [/10\.0\.0\.0\/24/g, '127.0.0.1/32'],
    [/data_dir: .*$/m, `data_dir: ${data}`],
    [/bin_dir: .*$/m, `bin_dir: /usr/lib/postgresql/15/bin\n  pgpass: ${data}.pgpass`],
    [/max_connections: 300/, `max_connections: 300\n        unix_socket_directories: ${path.dirname(data)}`],
  ];
  const text = await readFile(path.join(examples, 'patroni.yml'), 'utf8');
  const placed = replaced.reduce((all, [from, to]) => all.replace(from, to), text);
  return placed.replaceAll(/change-me-(\d)/g, (_all, at: string) => passwords[Number(at) - 1] ?? '');
}

const roleOf = async ({ rest }: Member, role: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${String(rest)}/${role}`).then(
    ({ status }) => status === 200,
    () => false,
  );

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child, 'exit');
  if (!isRunning(child)) return;
  child.kill(signal);
  await gone;
}

class Pair {
  readonly members: Member[] = [];
  readonly password = secret();
  readonly #folder: string;
  readonly #user: User;
  #etcd: ChildProcess | null = null;

  constructor(folder: string, user: User) {
    this.#folder = folder;
    this.#user = user;
  }

  #spawn(program: string, args: readonly string[]): ChildProcess {
    return spawn(program, args, { ...this.#user, cwd: this.#folder, stdio: 'ignore' });
  }

  async start(): Promise<void> {
    const [client, peer] = [await freePort(), await freePort()];
    const url = (port: number): string => `http://127.0.0.1:${String(port)}`;
    const flags = {
      'data-dir': path.join(this.#folder, 'etcd'),
      'listen-client-urls': url(client),
      'advertise-client-urls': url(client),
      'listen-peer-urls': url(peer),
      'initial-advertise-peer-urls': url(peer),
      'initial-cluster': `default=${url(peer)}`,
    };
    this.#etcd = this.#spawn(
      'etcd',
      Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, value]),
    );
    const passwords = [this.password, secret(), secret()];
    for (const name of ['one', 'two']) {
      const place = {
        name,
        port: await freePort(),
        rest: await freePort(),
        data: path.join(this.#folder, name),
      };
      const file = `${place.data}.yml`;
      await writeFile(file, await patroniFile(place, client, passwords));
      this.members.push({ ...place, file, patroni: null });
    }
    await this.repair();
  }

  /** Starts each member that does not run, and waits until there is a primary and a standby that has each commit. */
  async repair(): Promise<void> {
    for (const member of this.members) {
      if (member.patroni !== null && isRunning(member.patroni)) continue;
      member.patroni = this.#spawn('patroni', [member.file]);
    }
    await until('a primary and a synchronous standby run', async () => {
      const [primary, standby] = [await this.#with('primary'), await this.#with('synchronous')];
      return primary !== undefined && standby !== undefined && primary !== standby;
    });
  }

  async #with(role: string): Promise<Member | undefined> {
    for (const member of this.members) if (await roleOf(member, role)) return member;
    return undefined;
  }

  async killPrimary(): Promise<void> {
    const primary = await this.#with('primary');
    if (primary === undefined || primary.patroni === null) throw new Error('there is no primary to kill');
    const lines = await readFile(path.join(primary.data, 'postmaster.pid'), 'utf8');
    const patroniGone = end(primary.patroni, 'SIGKILL');
    process.kill(Number(lines.split('\n')[0]), 'SIGKILL');
    await patroniGone;
  }

  async stop(): Promise<void> {
    for (const { patroni } of this.members) if (patroni !== null) await end(patroni, 'SIGTERM');
    if (this.#etcd !== null) await end(this.#etcd, 'SIGTERM');
  }
}

/** Runs `work` with a primary and a synchronous standby. */
export async function withDatabasePair<Result>(
  work: (pair: DatabasePair) => Promise<Result>,
): Promise<Result> {
  const user = await postgresUser();
  const folder = await mkdtemp(path.join(tmpdir(), 'rhythmdesk-pair-'));
  await mkdir(path.join(folder, 'etcd'), { mode: 0o700 });
  for (const place of [folder, path.join(folder, 'etcd')]) await chown(place, user.uid, user.gid);
  const pair = new Pair(folder, user);
  try {
    await pair.start();
    const servers = pair.members.map(({ port, rest }) => `127.0.0.1:${String(port)} port ${String(rest)}`);
    const isUp = () => Promise.resolve(true);
    return await withBalancer({ example: 'haproxy-postgresql.cfg', servers, isUp }, (port) =>
      work({
        port,
        password: pair.password,
        killPrimary: () => pair.killPrimary(),
        repair: () => pair.repair(),
      }),
    );
  } finally {
    await pair.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
