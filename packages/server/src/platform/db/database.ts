/**
 * Opens the application's access to the database: one pool, and transactions that are passed as arguments.
 *
 * Every connection limits the time of a statement, of a lock and of an idle transaction, so that one slow call never
 * blocks the others. A job that needs longer uses `set local statement_timeout`.
 */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { z } from 'zod';
import { auditTransaction } from '../audit/write-audit.ts';
import { isTracing } from '../traces/traces.ts';
import { traceQueries } from '../traces/trace-queries.ts';
import { isConnectionFault } from './connection-fault.ts';
import { enterTransaction, UnnamedClient, wayOf, type Limits, type Way } from './pooler.ts';
import type { Replica } from './replica-port.ts';
import { everything, openingOf, presentScope, sealedWith } from './row-scope.ts';
import { placeOf, scopeKeyOf } from './scope-seal.ts';
import { poolInScope } from './scoped-pool.ts';

export type Db = NodePgDatabase;
/** An open transaction. Every function that changes something takes one as an argument. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** For reads that work both in a transaction and outside one. */
export type Queryable = Db | Tx;

/**
 * Where to connect: a URL, or host, user, password and database. For the application's role it includes the key with
 * which it seals scopes.
 */
export type ConnectionSettings = (
  | { connectionString: string }
  | { host: string; user: string; password: string; database: string }
) & { readonly scopeKey?: Buffer };

export interface PoolSettings {
  connections: number;
  statementTimeoutMs: number;
  name: string;
  /**
   * The rows of cases and their dependent tables that statements outside of any scope may touch. `none` is for code
   * that serves callers; `everything` is for tools and tests, which belong to the operator.
   */
  rows: 'none' | 'everything';
  /** Whether the connections lead to PostgreSQL itself or to a pooler in transaction mode. */
  through: 'nothing' | 'pooler';
  /** How long a statement waits for a connection. */
  connectMs: number;
}

/** On a busy machine, opening a connection takes longer than a query. */
export const longestConnectMs = 10_000;

const defaults: PoolSettings = {
  connections: 20,
  statementTimeoutMs: 15_000,
  name: 'rhythmdesk',
  rows: 'none',
  through: 'nothing',
  connectMs: longestConnectMs,
};

/** The oldest server version that the queries support. */
const oldestVersion = 150_000;

/**
 * The number of connections kept open without use: as many as a browser sends requests at once, so that each finds one.
 */
const keptOpen = 6;

/**
 * Each statement runs in one process. Parallel workers make the short statements of lists slower, and they take processors
 * from other statements (docs/decisions/0146-what-a-search-costs.md).
 */
const noParallelWorkers = '-c max_parallel_workers_per_gather=0';

/**
 * Opens a pool whose connections send queries without waiting for the previous response. `onFault` receives the faults
 * of idle connections; without a listener Node would end the process.
 */
export function openPool(
  connection: ConnectionSettings,
  onFault: (fault: Error) => void,
  settings: Partial<PoolSettings> = {},
): Pool {
  const { connections, statementTimeoutMs, name, rows, through, connectMs } = { ...defaults, ...settings };
  const limits: Limits = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: 8_000,
    idle_in_transaction_session_timeout: 60_000,
  };
  const options: PoolConfig = {
    ...connection,
    ...(through === 'pooler' ? { Client: UnnamedClient, limits } : { ...limits, options: noParallelWorkers }),
    max: connections,
    min: Math.min(keptOpen, connections),
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 60_000,
    application_name: name,
    keepAlive: true,
    pipeline: true,
  };
  const pool = new Pool(options);
  pool.on('error', onFault);
  pool.on('connect', (client) => client.on('error', onFault));
  if (isTracing()) pool.on('connect', traceQueries);
  if (rows === 'everything') {
    // A pooler would pass the connection with its scope on to other programs.
    if (through === 'pooler') throw new Error('no scope stays open behind a pooler');
    const key = scopeKeyOf(pool);
    pool.on('connect', (client) => {
      client.query(openingOf(everything, { key, place: placeOf(client, 'standing') })).catch(onFault);
    });
  }
  return pool;
}

/** Runs a transaction on a connection in the scope of its caller. */
async function transactOn<Result>(
  client: PoolClient,
  { key, limits, position }: Way,
  work: (tx: Tx) => Promise<Result>,
  config: PgTransactionConfig | undefined,
): Promise<Result> {
  const scope = presentScope();
  let audited = (): void => undefined;
  const result = await drizzle(client).transaction(async (tx) => {
    const on = {
      key,
      place: limits === null ? placeOf(client) : await enterTransaction(client, limits, position),
    };
    const whole = () =>
      sealedWith(on, async () => {
        const given = await work(tx);
        if (position === null) audited = await auditTransaction(tx);
        return given;
      });
    if (scope === undefined) return whole();
    // Sent before the first statement without waiting: if it fails, so does all that follows.
    const stated = client.query(openingOf(scope, on));
    const [done, saying] = await Promise.allSettled([whole(), stated]);
    if (saying.status === 'rejected') throw saying.reason;
    if (done.status === 'rejected') throw done.reason;
    return done.value;
  }, config);
  audited();
  return result;
}

/**
 * Takes and returns the connection of a transaction, because drizzle never releases its own if the very first statement
 * fails, as on a connection that broke while it was idle.
 */
async function transactIn<Result>(
  pool: Pool,
  way: Way,
  work: (tx: Tx) => Promise<Result>,
  config?: PgTransactionConfig,
): Promise<Result> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    return await transactOn(client, way, work, config);
  } catch (fault) {
    isBroken = isConnectionFault(fault);
    throw fault;
  } finally {
    client.release(isBroken);
  }
}

/** Later snapshots of the transaction are then not older than the position that was compared. */
const onReplicaConfig: PgTransactionConfig = { isolationLevel: 'read committed', accessMode: 'read only' };

/**
 * Runs every statement and every transaction in the scope of its caller; those that may read from the replica, there if
 * it has what they must see.
 */
export function openDb(pool: Pool, replica: Replica | null = null): Db {
  const db = drizzle(poolInScope(pool, replica));
  const way = wayOf(pool);
  db.transaction = (work, config) => {
    const onThePrimary = () => transactIn(pool, way, work, config);
    if (replica === null) return onThePrimary();
    return replica.read(
      (position) => transactIn(replica.pool, { ...wayOf(replica.pool), position }, work, onReplicaConfig),
      onThePrimary,
    );
  };
  return db;
}

const factsShape = z.object({ version: z.coerce.number(), is_superuser: z.boolean(), encoding: z.string() });

type ServerFacts = z.output<typeof factsShape>;

/** Returns why this server or role cannot be used, in plain words; null if it can. */
export function unfit({ version, encoding, is_superuser }: ServerFacts): string | null {
  const major = Math.floor(version / 10_000);
  if (version < oldestVersion) return `DATABASE_URL leads to PostgreSQL ${major}; 15 or newer is needed.`;
  if (encoding !== 'UTF8') return `The database's encoding is ${encoding}; UTF8 is needed.`;
  if (!is_superuser) return null;
  return 'DATABASE_URL names a superuser. Give the application a role of its own without that right.';
}

/** A database that the settings name and that cannot be used. The message is one sentence for an operator. */
export class WrongDatabase extends Error {
  readonly code = 'database/wrong';
}

/** Throws `WrongDatabase` if the server is too old or not UTF-8, or if the application's role is a superuser. */
export async function checkServer(pool: Pool): Promise<void> {
  const answer = await pool.query(
    `select current_setting('server_version_num') as version, rolsuper as is_superuser,
       current_setting('server_encoding') as encoding
     from pg_roles where rolname = current_user`,
  );
  const why = unfit(factsShape.parse(answer.rows[0]));
  if (why !== null) throw new WrongDatabase(why);
}

/** Returns whether the database answers within the time; for `/readyz`. */
export async function answers(pool: Pool, timeoutMs = 2_000): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), timeoutMs).unref());
  const probe = pool.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([probe, late]);
}
