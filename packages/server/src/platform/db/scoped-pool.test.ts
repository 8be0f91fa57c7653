/** Tests that the scope of a single statement is opened and ended with it, in one round trip to the database. */
import { sql } from 'drizzle-orm';
import { Socket } from 'node:net';
import { Client, type PoolClient } from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openDb, openPool, type Db, type Tx } from './database.ts';
import { beyondScope, everything, inScope } from './row-scope.ts';
import { testDatabase } from './test-database.ts';
import { sqlState, violatedConstraint } from './transact.ts';

const { app, owner } = await testDatabase();
const pool = openPool(app, () => undefined, { connections: 1 });
afterAll(() => pool.end());
const db = openDb(pool);
const client = new Client(owner);
await client.connect();
await client.query(`create table parent (id int primary key);
  create table child (parent_id int constraint child_parent references parent deferrable initially deferred);
  grant all on parent, child to ${app.user}`);
await client.end();

const stated = sql`select coalesce(present_scope() ->> 'everything', '') as now`;
const scopeNow = async (): Promise<unknown> => (await db.execute(stated)).rows[0]?.['now'];
const children = async (): Promise<number> =>
  Number((await db.execute(sql`select count(*) as n from child`)).rows[0]?.['n']);

/** Records what is sent and answered on the only connection, in order. */
function watched(client: PoolClient): string[] {
  const seen: string[] = [];
  const send = client.query.bind(client);
  Object.defineProperty(client, 'query', {
    configurable: true,
    value: async (text: unknown, values?: unknown) => {
      seen.push('sent');
      const answer: unknown = await Reflect.apply(send, undefined, [text, values]);
      seen.push('answered');
      return answer;
    },
  });
  return seen;
}

async function exchangesOf(work: () => Promise<unknown>): Promise<string> {
  const client = await pool.connect();
  const seen = watched(client);
  client.release();
  await work();
  Reflect.deleteProperty(client, 'query');
  return seen.join(' ');
}

test('a scope lasts for its statement and no longer', async () => {
  expect(await scopeNow()).toBe('');
  expect(await inScope(everything, scopeNow)).toBe('on');
  expect(await scopeNow()).toBe('');
});

test('a statement in a scope leaves in one packet', async () => {
  const client = await pool.connect();
  const { stream } = z.object({ stream: z.instanceof(Socket) }).parse(Reflect.get(client, 'connection'));
  client.release();
  const single = vi.spyOn(stream, '_write');
  const together = vi.spyOn(stream, '_writev');
  expect(await inScope(everything, scopeNow)).toBe('on');
  expect([single.mock.calls.length, together.mock.calls.length]).toEqual([0, 1]);
  vi.restoreAllMocks();
});

test('a statement in a scope is one exchange; a transaction has its scope with its first statement', async () => {
  expect(await exchangesOf(() => inScope(everything, scopeNow))).toBe(
    'sent sent sent sent answered answered answered answered',
  );
  const change = () => db.transaction((tx) => tx.execute(stated));
  expect(await exchangesOf(() => inScope(everything, change))).toBe(
    'sent answered sent sent answered answered sent answered',
  );
  expect((await inScope(everything, change)).rows).toEqual([{ now: 'on' }]);
});

test('a statement that fails leaves nothing behind, and the next one of its connection works', async () => {
  const fault: unknown = await inScope(everything, () => db.execute(sql`select 1 / 0`)).catch(
    (thrown: unknown) => thrown,
  );
  expect(sqlState(fault)).toBe('22012');
  expect(await scopeNow()).toBe('');
  expect(await inScope(everything, scopeNow)).toBe('on');
});

test('a statement that only the end of the transaction refuses is refused', async () => {
  const orphan = () => db.execute(sql`insert into child values (7)`);
  const fault: unknown = await inScope(everything, orphan).catch((thrown: unknown) => thrown);
  expect(violatedConstraint(fault)).toBe('child_parent');
  expect(await children()).toBe(0);
});

test('a transaction whose work fails leaves the connection unchanged', async () => {
  const failing = () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`insert into parent values (1)`);
      throw new Error('no');
    });
  await expect(inScope(everything, failing)).rejects.toThrow('no');
  expect(await scopeNow()).toBe('');
  expect((await db.execute(sql`select 1 from parent`)).rows).toEqual([]);
});

test('a step outside the scope ends with the step, also in another and on a connection with the scope of everything', async () => {
  const now = async (tx: Tx): Promise<unknown> => (await tx.execute(stated)).rows[0]?.['now'];
  const steps = (tx: Tx) =>
    beyondScope(tx, async () => [await now(tx), await beyondScope(tx, () => now(tx)), await now(tx)]);
  const read = (from: Db) =>
    from.transaction(async (tx) => [await now(tx), ...(await steps(tx)), await now(tx)]);
  expect(await read(db)).toEqual(['', 'on', 'on', 'on', '']);
  const tool = openPool(app, () => undefined, { connections: 1, rows: 'everything' });
  expect(await read(openDb(tool))).toEqual(['on', 'on', 'on', 'on', 'on']);
  await tool.end();
});

test('no statement uses parallel workers', async () => {
  const { rows } = await db.execute(
    sql`select current_setting('max_parallel_workers_per_gather') as workers`,
  );
  expect(rows).toEqual([{ workers: '0' }]);
});
