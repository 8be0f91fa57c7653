/**
 * Opens the loader's connections to the demo's database, tuned for many small statements: each statement is planned
 * once for each connection, and a commit does not wait for the disk. Data lost in a crash is loaded again, because a
 * demo that was not completely loaded starts from the beginning.
 */
import { createHash } from 'node:crypto';
import { openPool, type ConnectionSettings } from '@rhythmdesk/server/platform/db/database';
import type { Pool, PoolClient } from 'pg';

/** Names a statement with values, so that PostgreSQL keeps its plan. */
function named(config: unknown, values: unknown): unknown {
  if (typeof config !== 'object' || config === null || !('text' in config) || !Array.isArray(values))
    return config;
  const name = createHash('sha256').update(String(config.text)).digest('hex').slice(0, 32);
  return { ...config, name };
}

function keepPlans(client: PoolClient): void {
  const query = client.query.bind(client);
  const queryNamed = (config: unknown, values: unknown, ...rest: unknown[]): unknown =>
    Reflect.apply(query, client, [named(config, values), values, ...rest]);
  Reflect.set(client, 'query', queryNamed);
}

export function openDemoPool(connection: ConnectionSettings, connections: number): Pool {
  const pool = openPool(connection, () => undefined, {
    connections,
    statementTimeoutMs: 60_000,
    rows: 'everything',
  });
  pool.on('connect', (client) => {
    void client.query('set synchronous_commit = off');
    keepPlans(client);
  });
  return pool;
}
