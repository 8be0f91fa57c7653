/**
 * Tests how PostgreSQL searches users and institutions under their row policies, over enough rows that the planner has
 * a choice: with the search indexes, which are read by functions of the owner, and never with a table scan.
 */
import { sql, type SQL } from 'drizzle-orm';
import { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openDb, openPool, type Tx } from './database.ts';
import { readSortedPage, type SortedRows } from './sorted-page.ts';
import { accounts, inScope, rowScopeOf } from './row-scope.ts';
import { foundBy } from './search-sql.ts';
import { userGroups, users } from './schema/people.ts';
import { testDatabase } from './test-database.ts';
import { afterFile } from '../test-after-file.ts';
import { findGroup } from '../../records/people/find-group.ts';
import { addCaller, addGroup } from '../../features/cases/test-cases.ts';
import { filterSql, reachedBy, sortedInstitutions } from '../../features/institutions/institution-query.ts';
import { sortedUsers, userFilterSql, usersReached } from '../../features/people/users/user-query.ts';

const { db: everyDb, app, owner } = await testDatabase();
/** Like the server's pool: nothing is visible without a scope. */
const pool = openPool(app, () => undefined, { connections: 2 });
afterFile(() => pool.end());
const db = openDb(pool);
const filled = 20_000;
const admins = await addGroup(everyDb, { type: 'admin', name: 'Admins' });
const admin = await addCaller(everyDb, 'searcher', 'ADMIN', admins);
const scope = rowScopeOf(admin.actor);

beforeAll(async () => {
  const client = new Client(owner);
  await client.connect();
  await client.query(`insert into user_groups (type, name, register_code, address)
    select 'hospital', (array['세브란스', '虎の門', 'Whitcombe'])[1 + g % 3] || g, 'C' || g, 'Street ' || g
    from generate_series(1, ${String(filled)}) g`);
  await client.query(`insert into users (user_id, name, email, role_key, user_group_id, password_hash)
    select 'u' || g, (array['김지훈', '王芳', '佐藤', 'Ann Whitlock'])[1 + g % 4] || g, 'U' || g || '@example.org', 'DOCTOR',
      ${String(admins)}, '-' from generate_series(1, ${String(filled)}) g`);
  // New entries of a text index are pending outside of it until the table is vacuumed.
  await client.query('vacuum (analyze) users');
  await client.query('vacuum (analyze) user_groups');
  await client.end();
});

const read = z.object({ read: z.coerce.number() });

/** Returns how many rows of users and institutions `work` read with table scans. */
async function readThrough(within: typeof scope, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  return inScope(within, () =>
    db.transaction(async (tx) => {
      const count = sql`select sum(seq_tup_read) as read from pg_stat_xact_user_tables
        where relname in ('users', 'user_groups')`;
      const before = read.parse((await tx.execute(count)).rows[0]).read;
      await work(tx);
      return read.parse((await tx.execute(count)).rows[0]).read - before;
    }),
  );
}

const window = { size: 50, offset: 0 };
const readIds = (tx: Tx, rows: SortedRows, searched: string) =>
  readSortedPage(tx, rows, { window, searched }, (ids) => Promise.resolve([...ids]));

test.each(['佐', '佐藤', 'whitlock 77', '%', '77', 'u1999'])(
  'a search for the user %s scans no table',
  async (q) => {
    const where = sql`${usersReached(admin, 'user.list')} and ${userFilterSql({ q }, false)}`;
    const through = await readThrough(scope, async (tx) => {
      for (const sort of ['name', '-last_sign_in_at'] as const)
        await readIds(tx, sortedUsers(where, { sort, language: 'ko' }), q);
    });
    expect(through).toBe(0);
  },
);

test.each(['虎', '虎の', 'street 77', '_', 'whitcombe'])(
  'a search for the institution %s scans no table',
  async (q) => {
    const where = sql`${reachedBy(admin, 'institution.administer')} and ${filterSql({ q })}`;
    const through = await readThrough(scope, async (tx) => {
      await readIds(tx, sortedInstitutions(where, { sort: 'name', language: 'ko' }), q);
    });
    expect(through).toBe(0);
  },
);

const one: readonly (readonly [string, SQL])[] = [
  ['a user id', sql`select id from users where ${foundBy('users_called', users.id, 'U77')}`],
  ['an address', sql`select id from users where ${foundBy('users_mailed', users.id, 'u77@EXAMPLE.org')}`],
  ['a register code', sql`select id from user_groups where ${foundBy('groups_coded', userGroups.id, 'c77')}`],
];

test.each(one)('%s is found by its index in upper and lower case, also before sign-in', async (_, text) => {
  let found = 0;
  const through = await readThrough(accounts, async (tx) => {
    found = (await tx.execute(text)).rows.length;
  });
  expect([found, through]).toEqual([1, 0]);
});

test('an institution’s code is found in any spelling', async () => {
  let found: number | null = null;
  await readThrough(scope, async (tx) => {
    found = await findGroup(tx, 'c77');
  });
  expect(found).not.toBeNull();
});

test('without a scope the functions find nothing', async () => {
  for (const call of [
    `users_found('佐')`,
    `users_found('佐藤佐')`,
    `users_called('u77')`,
    `users_mailed('u77@example.org')`,
    `groups_found('虎')`,
    `groups_coded('c77')`,
  ])
    expect([call, (await pool.query(`select ${call}`)).rows]).toEqual([call, []]);
  await pool.query('select 1');
});
