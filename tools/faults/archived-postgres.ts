/**
 * Runs a PostgreSQL 15 of one's own that pgBackRest archives, by the configurations that `docs/operating.md` recommends.
 * Only folders are replaced.
 */
import { execFile } from 'node:child_process';
import { appendFile, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Connection } from '@rhythmdesk/server/platform/postgres/roles';
import { appRole, ownerRole } from '@rhythmdesk/server/platform/postgres/roles';
import { Client } from 'pg';
import { examples } from './balancer.ts';
import { postgresUser, type User } from './postgres-user.ts';
import { until } from './until.ts';

const binaries = '/usr/lib/postgresql/15/bin';
export const archivedPrograms = ['pgbackrest'];
const execute = promisify(execFile);

/** Returns the folders of the example and their places here. */
const placesIn = (folder: string): readonly (readonly [string, string])[] => [
  ['/backup/pgbackrest', path.join(folder, 'repository')],
  ['/var/lib/postgresql/15/main', `${path.join(folder, 'data')}\npg1-socket-path=${folder}`],
  ['[global]', `[global]\nlog-path=${folder}\nlock-path=${folder}\nspool-path=${folder}`],
];

export class ArchivedPostgres {
  readonly folder: string;
  readonly #user: User;
  constructor(folder: string, user: User) {
    this.folder = folder;
    this.#user = user;
  }

  get #data(): string {
    return path.join(this.folder, 'data');
  }
  get #config(): string {
    return path.join(this.folder, 'pgbackrest.conf');
  }

  connection(user: string, database = 'rhythmdesk'): Connection {
    return { host: this.folder, user, password: 'unused', database };
  }

  /** Runs a program of PostgreSQL or pgBackRest to its end. Returns its seconds. */
  async run(program: string, ...args: readonly string[]): Promise<number> {
    const began = performance.now();
    await execute(program, [...args], {
      ...this.#user,
      cwd: this.folder,
      env: { PATH: process.env['PATH'] },
    });
    return (performance.now() - began) / 1000;
  }

  backrest(...args: readonly string[]): Promise<number> {
    return this.run('pgbackrest', `--config=${this.#config}`, '--stanza=rhythmdesk', ...args);
  }

  async ask(statement: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new Client(this.connection('postgres', database));
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  async create(): Promise<void> {
    await mkdir(path.join(this.folder, 'repository'));
    await chown(path.join(this.folder, 'repository'), this.#user.uid, this.#user.gid);
    const example = await readFile(path.join(examples, 'pgbackrest.conf'), 'utf8');
    await writeFile(
      this.#config,
      placesIn(this.folder).reduce((all, [from, to]) => all.replace(from, to), example),
    );
    await this.run(`${binaries}/initdb`, '-D', this.#data, '-A', 'trust', '-U', 'postgres');
    await appendFile(
      path.join(this.#data, 'postgresql.conf'),
      `listen_addresses = ''
unix_socket_directories = '${this.folder}'
archive_mode = on
archive_command = 'pgbackrest --config=${this.#config} --stanza=rhythmdesk archive-push %p'
archive_timeout = 60
`,
    );
    await this.start();
    await this.ask(`create role ${ownerRole} login`);
    await this.ask(`create role ${appRole} login`);
    await this.ask(
      `create database rhythmdesk owner ${ownerRole} encoding 'UTF8' locale 'C.UTF-8' template template0`,
    );
  }

  /** Starts the server, and waits until it is no longer recovering. */
  async start(): Promise<void> {
    await this.run(
      `${binaries}/pg_ctl`,
      '-D',
      this.#data,
      '-l',
      path.join(this.folder, 'log'),
      '-w',
      'start',
    );
    await until('PostgreSQL has recovered', async () => {
      const [row] = await this.ask('select pg_is_in_recovery() as is_recovering');
      return row?.['is_recovering'] === false;
    });
  }

  async stop(): Promise<void> {
    await this.run(`${binaries}/pg_ctl`, '-D', this.#data, '-m', 'fast', '-w', 'stop');
  }
}

export async function withArchivedPostgres(
  work: (postgres: ArchivedPostgres) => Promise<void>,
): Promise<void> {
  const user = await postgresUser();
  const folder = await mkdtemp(path.join(tmpdir(), 'pgbackrest-'));
  await chown(folder, user.uid, user.gid);
  const postgres = new ArchivedPostgres(folder, user);
  try {
    await postgres.create();
    await work(postgres);
  } finally {
    await postgres.stop().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}
