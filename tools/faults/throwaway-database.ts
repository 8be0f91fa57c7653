/** Creates a migrated database on the temporary cluster of the run and drops it after use. */
import { randomUUID } from 'node:crypto';
import { openDb, openPool, type Db } from '@rhythmdesk/server/platform/db/database';
import { templateName, testCluster, testScopeKey } from '@rhythmdesk/server/platform/db/test-cluster';
import { appRole, ownerRole, type Connection } from '@rhythmdesk/server/platform/postgres/roles';
import { Client, type Pool } from 'pg';

export type EmptyDatabase = {
  readonly app: Connection & { readonly scopeKey: Buffer };
  readonly owner: Connection;
  readonly superuser: Connection;
};

export type ThrowawayDatabase = EmptyDatabase & { readonly db: Db; readonly pool: Pool };

async function asSuperuser(superuser: Connection, statements: readonly string[]): Promise<void> {
  const client = new Client(superuser);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Runs `work` with a database made from a template. */
async function withCopyOf<Result>(
  template: string,
  work: (database: EmptyDatabase) => Promise<Result>,
): Promise<Result> {
  const cluster = await testCluster();
  const database = `fault_${randomUUID().replaceAll('-', '')}`;
  await asSuperuser(cluster.superuser, [
    `create database ${database} template ${template} owner ${ownerRole}`,
    `grant connect on database ${database} to ${appRole}`,
  ]);
  try {
    return await work({
      app: { ...cluster.app, database, scopeKey: testScopeKey },
      owner: { ...cluster.owner, database },
      superuser: { ...cluster.superuser, database },
    });
  } finally {
    await asSuperuser(cluster.superuser, [`drop database ${database} with (force)`]);
  }
}

export const withEmptyDatabase = <Result>(work: (database: EmptyDatabase) => Promise<Result>) =>
  withCopyOf('template0', work);

const migrated =
  (as: 'app' | 'owner') =>
  <Result>(work: (database: ThrowawayDatabase) => Promise<Result>): Promise<Result> =>
    withCopyOf(templateName, async (database) => {
      const pool = openPool(database[as], () => undefined, { connections: 10, rows: 'everything' });
      try {
        return await work({ ...database, db: openDb(pool), pool });
      } finally {
        await pool.end();
      }
    });

export const withDatabase = migrated('app');

/**
 * For programs that start a server on the database: the server seals row scopes with its own key, so the program works
 * as the owner.
 */
export const withDatabaseOfOwner = migrated('owner');
