import { sql, type SQL } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../db/test-database.ts';
import { transact } from '../db/transact.ts';
import { refusalOf } from './answer-fault.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

async function faultOf(...statements: readonly SQL[]): Promise<unknown> {
  return transact(database.db, async (tx) => {
    for (const statement of statements) await tx.execute(statement);
  }).catch((fault: unknown) => fault);
}

const lock = sql`select pg_advisory_xact_lock(7)`;
const comeBack = { code: 'server/unavailable', detail: { retry_after_s: 5 } };

test('a statement that waits too long for a lock is answered with “try again”', async () => {
  await transact(database.db, async (tx) => {
    await tx.execute(lock);
    expect(refusalOf(await faultOf(sql`set local lock_timeout = 20`, lock))).toMatchObject(comeBack);
  });
});

test('a statement that runs too long is answered with “try again”', async () => {
  const endless = sql`select pg_sleep(60)`;
  const fault = await faultOf(sql`set local statement_timeout = 20`, endless);
  expect(refusalOf(fault)).toMatchObject(comeBack);
});

test('another fault of a statement is a fault of the server', async () => {
  expect(refusalOf(await faultOf(sql`select 1 / 0`))).toBeNull();
});
