/**
 * Tests that a pool behind a pooler leaves nothing on a connection that the next transaction of another program could
 * find: no scope, no limit, no named statement, no lock. The long program `pgbouncer` tests the same with PgBouncer.
 */
import { eq, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { rowScopesIn, type RowScopes } from '../../testing/test-row-scopes.ts';
import { tenants } from '../../testing/test-tenants.ts';
import { openDb, openPool, type Db, type Queryable } from './database.ts';
import { accounts, beyondScope, everything, inScope, rowScopeOf } from './row-scope.ts';
import { sessions } from './schema/people.ts';
import { sealOf, type SealPlace } from './scope-seal.ts';
import { sqlState, transact, violatedConstraint } from './transact.ts';

let world: Awaited<ReturnType<typeof tenants>>;
let callerOf: RowScopes['callerOf'];
let db: Db;
const closing: (() => Promise<void>)[] = [];

const refused = { code: '42501' };
const owners = z.array(z.object({ user_id: z.number() }));

beforeAll(async () => {
  world = await tenants();
  ({ callerOf } = rowScopesIn(world));
  const pool = openPool(world.app, () => undefined, { connections: 1, through: 'pooler' });
  closing.push(() => pool.end());
  db = openDb(pool);
});
afterAll(async () => {
  for (const close of closing) await close();
});

async function intruder(): Promise<Client> {
  const { host, user, password, database } = world.app;
  const client = new Client({ host, user, password, database });
  await client.connect();
  closing.push(() => client.end());
  return client;
}

const ownSessions = async (from: Queryable = db): Promise<number[]> => {
  const { rows } = await from.execute(sql`select distinct user_id::int as user_id from sessions order by 1`);
  return owners.parse(rows).map(({ user_id }) => user_id);
};

const left = sql`select current_setting('rhythmdesk.scope', true) as scope, current_setting('rhythmdesk.seal', true) as seal,
  current_setting('statement_timeout') as longest, current_setting('lock_timeout') as longest_lock,
  (select count(*)::int from pg_prepared_statements) as statements,
  (select count(*)::int from pg_locks where pid = pg_backend_pid() and locktype = 'advisory') as locks`;

test('nothing of a transaction is left on its connection', async () => {
  const named = db
    .select()
    .from(sessions)
    .where(eq(sessions.token_hash, sql.placeholder('hash')))
    .prepare('a_named_statement');
  await inScope(accounts, () => named.execute({ hash: Buffer.from('none') }));
  await inScope(everything, () =>
    transact(db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(1)`);
      return beyondScope(tx, () =>
        tx.select({ id: sessions.user_id }).from(sessions).prepare('another').execute(),
      );
    }),
  );
  const { rows } = await db.execute(left);
  const nothing = { scope: '', seal: '', longest: '0', longest_lock: '0', statements: 0, locks: 0 };
  expect(rows).toEqual([nothing]);
});

test('requests that take turns on one connection see their own rows, and none without a scope', async () => {
  const names = ['doctor', 'far doctor', 'technician'];
  const callers = await Promise.all(names.map((name) => callerOf(world.person(name))));
  const asked = callers.flatMap(({ id, actor }) => {
    const scope = rowScopeOf(actor);
    return Array.from({ length: 10 }, () => [
      inScope(scope, () => ownSessions()).then((seen) => ({ of: [id], seen })),
      inScope(scope, () => db.transaction((tx) => ownSessions(tx))).then((seen) => ({ of: [id], seen })),
      ownSessions().then((seen) => ({ of: [], seen })),
    ]).flat();
  });
  for (const { of, seen } of await Promise.all(asked)) expect(seen).toEqual(of);
});

test('the limits hold in each transaction', async () => {
  const limits = sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle,
    current_setting('max_parallel_workers_per_gather') as workers`;
  const expected = [{ statement: '15s', lock: '8s', idle: '1min', workers: '0' }];
  expect((await inScope(everything, () => db.execute(limits))).rows).toEqual(expected);
  expect((await db.transaction((tx) => tx.execute(limits))).rows).toEqual(expected);
});

test('a statement that fails leaves nothing behind, and the next one of its connection works', async () => {
  const fail = (): Promise<unknown> => db.execute(sql`select 1 / 0`);
  expect(sqlState(await inScope(everything, fail).catch((fault: unknown) => fault))).toBe('22012');
  await db.execute(
    sql`create temp table probe (id int constraint probe_once unique deferrable initially deferred)`,
  );
  const twice = (): Promise<unknown> => db.execute(sql`insert into probe values (1), (1)`);
  const atTheEnd: unknown = await inScope(everything, twice).catch((fault: unknown) => fault);
  expect(violatedConstraint(atTheEnd)).toBe('probe_once');
  expect((await inScope(everything, () => ownSessions())).length).toBeGreaterThan(1);
});

test('a seal for one transaction opens nothing in another one, on another connection or for longer', async () => {
  const [client, other] = [await intruder(), await intruder()];
  const open = 'select open_scope($1, $2)';
  const { text } = everything;
  const placeOn = async (asked: Client): Promise<SealPlace> => {
    const { rows } = await asked.query<{ place: SealPlace }>('select scope_place() as place');
    return rows[0]?.place ?? 'once ';
  };
  const count = async (asked: Client): Promise<unknown> =>
    (await asked.query('select count(*)::int as n from users')).rows;
  await client.query('begin');
  await other.query('begin');
  const seal = sealOf(world.app.scopeKey, await placeOn(client), text);
  await expect(other.query(open, [text, seal])).rejects.toMatchObject(refused);
  await client.query('savepoint before');
  await expect(client.query('select open_scope($1, $2, true)', [text, seal])).rejects.toMatchObject(refused);
  await client.query('rollback to before');
  await expect(client.query(open, [accounts.text, seal])).rejects.toMatchObject(refused);
  await client.query('rollback to before');
  await client.query(open, [text, seal]);
  expect(await count(client)).not.toEqual([{ n: 0 }]);
  // What a statement could leave for the next program that gets this connection.
  await client.query(`select set_config('rhythmdesk.scope', current_setting('rhythmdesk.scope'), false),
    set_config('rhythmdesk.seal', current_setting('rhythmdesk.seal'), false)`);
  await client.query('commit');
  expect(await count(client)).toEqual([{ n: 0 }]);
  await client.query('begin');
  await expect(client.query(open, [text, seal])).rejects.toMatchObject(refused);
  await client.query('rollback');
});

test('no connection behind a pooler gets a scope that stays', () => {
  const open = () => openPool(world.app, () => undefined, { through: 'pooler', rows: 'everything' });
  expect(open).toThrow('no scope stays open behind a pooler');
});
