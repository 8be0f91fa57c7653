/**
 * The application's way to the database: one pool, and transactions that are passed as arguments.
 *
 * Every connection bounds how long a statement, a lock and a silent transaction may take, so one slow call never
 * stops the others; a job that needs longer says so with `set local statement_timeout`.
 */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, type PoolConfig } from 'pg';
import { z } from 'zod';
import { auditTransaction } from '../audit/write-audit.ts';
import { isConnectionFault } from './connection-fault.ts';
import { everything, onConnection, openingOf, presentScope } from './row-scope.ts';
import { scopeKeyOf } from './scope-seal.ts';
import { poolInScope } from './scoped-pool.ts';

export type Db = NodePgDatabase;
/** An open transaction. Whoever changes something takes one as an argument. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** For reads that work in a transaction and outside one. */
export type Queryable = Db | Tx;

/** Where to connect: a URL, or host, user, password and database; for the application's role, by which key it seals. */
export type ConnectionSettings = (
  | { connectionString: string }
  | { host: string; user: string; password: string; database: string }
) & { readonly scopeKey?: Buffer };

export interface PoolSettings {
  connections: number;
  statementTimeoutMs: number;
  name: string;
  /**
   * What statements outside of any scope may touch of cases and what hangs on them. `none` is for what serves callers;
   * `everything` for tools and tests, which are the operator's own.
   */
  rows: 'none' | 'everything';
}

const defaults: PoolSettings = {
  connections: 20,
  statementTimeoutMs: 15_000,
  name: 'rhythmdesk',
  rows: 'none',
};

/** The oldest server that the queries are written for. */
const oldestVersion = 150_000;

/** Kept open however long nothing is asked: as many requests as a browser sends at once, each of which finds one. */
const keptOpen = 6;

/** A connection asks more of a busy machine than a question does. */
export const longestConnectMs = 10_000;

/**
 * A pool whose connections send what is asked of them without waiting for the answer before. `onFault` hears of idle
 * connections that broke; without a listener Node would end the process.
 */
export function openPool(
  connection: ConnectionSettings,
  onFault: (fault: Error) => void,
  settings: Partial<PoolSettings> = {},
): Pool {
  const { connections, statementTimeoutMs, name, rows } = { ...defaults, ...settings };
  const options: PoolConfig = {
    ...connection,
    max: connections,
    min: Math.min(keptOpen, connections),
    connectionTimeoutMillis: longestConnectMs,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 8_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: name,
    keepAlive: true,
    pipeline: true,
  };
  const pool = new Pool(options);
  pool.on('error', onFault);
  pool.on('connect', (client) => client.on('error', onFault));
  if (rows === 'everything') {
    const key = scopeKeyOf(pool);
    pool.on('connect', (client) => {
      client.query(openingOf(everything, { client, key }, 'standing')).catch(onFault);
    });
  }
  return pool;
}

/**
 * Every statement and every transaction runs in the scope in which it is asked for. A transaction takes and returns its
 * connection here: drizzle keeps one of its own for ever where the very first statement fails, as on a connection that
 * broke while it was idle.
 */
export function openDb(pool: Pool): Db {
  const db = drizzle(poolInScope(pool));
  const key = scopeKeyOf(pool);
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    let isBroken = false;
    try {
      const scope = presentScope();
      let audited = (): void => undefined;
      const result = await drizzle(client).transaction(async (tx) => {
        const whole = () =>
          onConnection({ client, key }, async () => {
            const given = await work(tx);
            audited = await auditTransaction(tx);
            return given;
          });
        if (scope === undefined) return whole();
        // Sent ahead of the first statement and not waited for: where it fails, so does all that follows.
        const stated = client.query(openingOf(scope, { client, key }));
        const [done, saying] = await Promise.allSettled([whole(), stated]);
        if (saying.status === 'rejected') throw saying.reason;
        if (done.status === 'rejected') throw done.reason;
        return done.value;
      }, config);
      audited();
      return result;
    } catch (fault) {
      isBroken = isConnectionFault(fault);
      throw fault;
    } finally {
      client.release(isBroken);
    }
  };
  return db;
}

const factsShape = z.object({ version: z.coerce.number(), is_superuser: z.boolean(), encoding: z.string() });

type ServerFacts = z.output<typeof factsShape>;

/** Why this server or role cannot be used, in plain words; null where it can. */
export function unfit({ version, encoding, is_superuser }: ServerFacts): string | null {
  const major = Math.floor(version / 10_000);
  if (version < oldestVersion) return `DATABASE_URL leads to PostgreSQL ${major}; 15 or newer is needed.`;
  if (encoding !== 'UTF8') return `The database's encoding is ${encoding}; UTF8 is needed.`;
  if (!is_superuser) return null;
  return 'DATABASE_URL names a superuser. Give the application a role of its own without that right.';
}

/** Throws where the server is too old or not UTF-8, or the application's role may do everything. */
export async function checkServer(pool: Pool): Promise<void> {
  const answer = await pool.query(
    `select current_setting('server_version_num') as version, rolsuper as is_superuser,
       current_setting('server_encoding') as encoding
     from pg_roles where rolname = current_user`,
  );
  const why = unfit(factsShape.parse(answer.rows[0]));
  if (why !== null) throw new Error(why);
}

/** Whether the database answers within the time; for `/readyz`. */
export async function answers(pool: Pool, timeoutMs = 2_000): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), timeoutMs).unref());
  const probe = pool.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([probe, late]);
}
