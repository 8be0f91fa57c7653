import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emptyTestDatabase } from './test-database.ts';
import { openDb, openPool } from './database.ts';
import { sqlState, transact, violatedConstraint } from './transact.ts';

const { owner } = await emptyTestDatabase();
const pool = openPool(owner, () => undefined, { connections: 6 });
const db = openDb(pool);
await pool.query(
  'create table counter (id int primary key, n int not null constraint counter_n check (n < 1000))',
);
await pool.query('insert into counter values (1, 0), (2, 0)');

const valueOf = async (id: number) =>
  (await pool.query<{ n: number }>('select n from counter where id = $1', [id])).rows[0]?.n;

test('a serialization failure is repeated until both have their effect', async () => {
  let runs = 0;
  const bothRead = Promise.withResolvers<null>();
  const add = () =>
    transact(
      db,
      async (tx) => {
        const found = await tx.execute<{ n: number }>(sql`select n from counter where id = 1`);
        runs += 1;
        if (runs === 2) bothRead.resolve(null);
        await bothRead.promise;
        await tx.execute(sql`update counter set n = ${(found.rows[0]?.n ?? 0) + 1} where id = 1`);
      },
      { isolationLevel: 'serializable' },
    );
  await Promise.all([add(), add()]);
  expect(await valueOf(1)).toBe(2);
  expect(runs).toBeGreaterThan(2);
});

test('a deadlock is repeated', async () => {
  await pool.query('update counter set n = 0');
  const both = (first: number, second: number) =>
    transact(db, async (tx) => {
      await tx.execute(sql`update counter set n = n + 1 where id = ${first}`);
      await tx.execute(sql`select pg_sleep(0.2)`);
      await tx.execute(sql`update counter set n = n + 1 where id = ${second}`);
    });
  await Promise.all([both(1, 2), both(2, 1)]);
  expect([await valueOf(1), await valueOf(2)]).toEqual([2, 2]);
});

test('another error is thrown at once, undone, and says what refused it', async () => {
  await pool.query('update counter set n = 0');
  let runs = 0;
  const fault: unknown = await transact(db, async (tx) => {
    runs += 1;
    await tx.execute(sql`update counter set n = 5 where id = 2`);
    await tx.execute(sql`update counter set n = 1000 where id = 1`);
  }).catch((thrown: unknown) => thrown);
  expect(runs).toBe(1);
  expect(sqlState(fault)).toBe('23514');
  expect(violatedConstraint(fault)).toBe('counter_n');
  expect(await valueOf(2)).toBe(0);
});

test('a slow statement is ended by the pool', async () => {
  const quick = openPool(owner, () => undefined, { connections: 1, statementTimeoutMs: 100 });
  await expect(quick.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
  await quick.end();
  await pool.end();
});

test('a transaction whose first statement meets a broken connection releases its connection of the pool', async () => {
  const small = openPool(owner, () => undefined, { connections: 2 });
  const smallDb = openDb(small);
  const state = { breaks: true };
  small.on('acquire', (client) => {
    if (state.breaks) void client.end();
  });
  const ask = () => transact(smallDb, (tx) => tx.execute<{ n: number }>(sql`select 7 as n`));
  for (let round = 0; round < 3; round += 1) await expect(ask()).rejects.toThrow();
  state.breaks = false;
  expect((await ask()).rows[0]?.n).toBe(7);
  await small.end();
});
