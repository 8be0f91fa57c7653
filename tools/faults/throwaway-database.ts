/** A migrated database of its own on the throw-away cluster of the run, dropped after use. */
import { randomUUID } from 'node:crypto';
import { openDb, openPool, type Db } from '@rhythmdesk/server/platform/db/database';
import { templateName, testCluster } from '@rhythmdesk/server/platform/db/test-cluster';
import { appRole, ownerRole, type Connection } from '@rhythmdesk/server/platform/postgres/roles';
import { Client, type Pool } from 'pg';

export type ThrowawayDatabase = {
  readonly db: Db;
  readonly pool: Pool;
  readonly app: Connection;
  readonly owner: Connection;
  readonly superuser: Connection;
};

async function asSuperuser(superuser: Connection, statements: readonly string[]): Promise<void> {
  const client = new Client(superuser);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

export async function withDatabase<Result>(
  work: (database: ThrowawayDatabase) => Promise<Result>,
): Promise<Result> {
  const cluster = await testCluster();
  const database = `fault_${randomUUID().replaceAll('-', '')}`;
  await asSuperuser(cluster.superuser, [
    `create database ${database} template ${templateName} owner ${ownerRole}`,
    `grant connect on database ${database} to ${appRole}`,
  ]);
  const [app, owner] = [
    { ...cluster.app, database },
    { ...cluster.owner, database },
  ];
  const pool = openPool(app, () => undefined, { connections: 10, rows: 'everything' });
  try {
    return await work({ db: openDb(pool), pool, app, owner, superuser: { ...cluster.superuser, database } });
  } finally {
    await pool.end();
    await asSuperuser(cluster.superuser, [`drop database ${database} with (force)`]);
  }
}
