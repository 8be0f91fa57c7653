/**
 * Creates a new database for a test file, copied from one that is migrated once per run.
 *
 *     const { db } = await testDatabase();          // all tables, empty, application's role
 *     const { owner } = await emptyTestDatabase();  // nothing in it, for tests of migrations
 *
 * It is closed and dropped after the file's tests.
 */
import { randomUUID } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { afterFile } from '../test-after-file.ts';
import { appRole, ownerRole, type Connection, type EmbeddedConnections } from '../postgres/roles.ts';
import { openDb, openPool, type Db } from './database.ts';
import { templateName, testCluster, testScopeKey } from './test-cluster.ts';

export interface TestDatabase {
  db: Db;
  pool: Pool;
  /** The application's role, with the key of its scopes. */
  app: Connection & { readonly scopeKey: Buffer };
  /** The role that owns the tables. */
  owner: Connection;
  superuser: Connection;
}

async function asSuperuser(superuser: Connection, statements: string[]): Promise<void> {
  const client = new Client(superuser);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates a database of this name as a copy of a template, and returns its connections. */
export async function createCopy(template: string, database: string): Promise<EmbeddedConnections> {
  const cluster = await testCluster();
  await asSuperuser(cluster.superuser, [
    `create database ${database} template ${template} owner ${ownerRole}`,
    `grant connect on database ${database} to ${appRole}`,
  ]);
  return {
    superuser: { ...cluster.superuser, database },
    owner: { ...cluster.owner, database },
    app: { ...cluster.app, database },
  };
}

/** Copies a template under a new name; the copy is dropped after the file's tests. */
export async function copyOf(template: string, as: 'app' | 'owner' = 'app'): Promise<TestDatabase> {
  const cluster = await testCluster();
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const { superuser, owner, app } = await createCopy(template, database);
  const sealing = { ...app, scopeKey: testScopeKey };
  const pool = openPool(as === 'app' ? sealing : owner, () => undefined, {
    connections: 10,
    rows: 'everything',
  });
  afterFile(async () => {
    if (!pool.ended) await pool.end();
    await asSuperuser(cluster.superuser, [`drop database ${database} with (force)`]);
  });
  return { db: openDb(pool), pool, app: sealing, owner, superuser };
}

export function testDatabase(): Promise<TestDatabase> {
  return copyOf(templateName);
}

/**
 * Creates a database for tests that start their own server on it. That server uses another seal key, so the test works
 * as the owner.
 */
export function testDatabaseOfOwner(): Promise<TestDatabase> {
  return copyOf(templateName, 'owner');
}

export function emptyTestDatabase(): Promise<TestDatabase> {
  return copyOf('template0');
}
