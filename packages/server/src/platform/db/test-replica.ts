/**
 * Starts a PostgreSQL and a streaming replica of it for a test file. They are not the database of the test run, because a
 * replica would repeat what all other tests do. Both are stopped after the file's tests.
 */
import { appendFile, chmod, cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import { afterFile } from '../test-after-file.ts';
import { prepareBinaries } from '../postgres/binaries.ts';
import { makeLayout, makeSocketFolder, socketFolderFor } from '../postgres/cluster.ts';
import { launchPostmaster, stopPostmaster, waitUntilReady } from '../postgres/postmaster.ts';
import type { Connection, EmbeddedConnections } from '../postgres/roles.ts';
import { chooseRunAs, giveTo } from '../postgres/run-as.ts';
import { openDb, openPool } from './database.ts';
import { endTestCluster, fast, startCluster, templateName, testScopeKey } from './test-cluster.ts';
import type { TestDatabase } from './test-database.ts';

const labelRows = z.tuple([z.object({ label: z.string() })]);

/** Copies the files of a running server, so that a replica of it can start from them. */
async function copyRunning(superuser: Connection, from: string, to: string): Promise<void> {
  const client = new Client(superuser);
  await client.connect();
  try {
    await client.query(`select pg_backup_start('replica', true)`);
    await cp(from, to, { recursive: true, filter: (name) => path.basename(name) !== 'postmaster.pid' });
    const { rows } = await client.query('select labelfile as label from pg_backup_stop(false)');
    await writeFile(path.join(to, 'backup_label'), labelRows.parse(rows)[0].label);
  } finally {
    await client.end();
  }
}

async function startReplica(primary: string, superuser: Connection, folder: string) {
  const [from, layout] = [await makeLayout(primary), await makeLayout(folder)];
  await copyRunning(superuser, from.data, layout.data);
  await writeFile(path.join(layout.data, 'standby.signal'), '');
  const { host, user, password } = superuser;
  const settings = `primary_conninfo = 'host=${host} user=${user} password=${password}'\n`;
  await appendFile(path.join(layout.data, 'postgresql.auto.conf'), settings);
  await chmod(layout.data, 0o700);
  const binaries = await prepareBinaries();
  const runAs = await chooseRunAs(binaries, layout.folder);
  await giveTo(runAs, layout.data);
  const socketFolder = socketFolderFor(layout);
  await makeSocketFolder(layout, socketFolder, runAs);
  const place = { dataFolder: layout.data, socketFolder, startLog: layout.startLog };
  const started = launchPostmaster(binaries, runAs, place, fast);
  await waitUntilReady(started, place);
  const stop = () => stopPostmaster(started.pid, { smartMs: 0, fastMs: 5_000 });
  return { host: socketFolder, stop };
}

const inTemplate = (connections: EmbeddedConnections): EmbeddedConnections => ({
  superuser: { ...connections.superuser, database: templateName },
  owner: { ...connections.owner, database: templateName },
  app: { ...connections.app, database: templateName },
});

export type ReplicatedDatabase = TestDatabase & {
  /** The application's role at the replica. */
  readonly atReplica: TestDatabase['app'];
  readonly asReplicaSuperuser: (statement: string) => Promise<void>;
  readonly stopReplica: () => Promise<void>;
};

export async function testReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(path.join(process.env['RHYTHMDESK_TEST_RUN'] ?? tmpdir(), 'replicated-'));
  const [one, two] = [path.join(folder, 'one'), path.join(folder, 'two')];
  afterFile(() => endTestCluster(one));
  const { superuser, owner, app } = inTemplate(await startCluster(one));
  const replica = await startReplica(one, superuser, two);
  afterFile(() => endTestCluster(two));
  const sealing = { ...app, scopeKey: testScopeKey };
  const pool = openPool(sealing, () => undefined, { connections: 10, rows: 'everything' });
  afterFile(() => pool.end());
  return {
    ...{ db: openDb(pool), pool, app: sealing, owner, superuser },
    atReplica: { ...sealing, host: replica.host },
    asReplicaSuperuser: async (statement) => {
      const client = new Client({ ...superuser, host: replica.host });
      await client.connect();
      await client.query(statement);
      await client.end();
    },
    stopReplica: replica.stop,
  };
}
