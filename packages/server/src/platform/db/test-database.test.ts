import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testDatabase } from './test-database.ts';

const { db, pool } = await testDatabase();
const other = await testDatabase();

test('a test database has every table and UTF-8 with trigrams of Korean', async () => {
  const answer = await db.execute<{ words: string[]; encoding: string }>(
    sql`select show_trgm('김민수') as words, current_setting('server_encoding') as encoding`,
  );
  expect(answer.rows[0]?.encoding).toBe('UTF8');
  expect(answer.rows[0]?.words.length).toBeGreaterThan(0);
  expect((await pool.query('select * from case_history')).rows).toEqual([]);
});

test('the application is no superuser, owns nothing and cannot change a table', async () => {
  const answer = await pool.query(
    `select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user`,
  );
  expect(answer.rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
  await expect(pool.query('alter table cases add column wrong int')).rejects.toThrow(/must be owner/);
  await expect(pool.query('create table wrong (id int)')).rejects.toThrow(/permission denied/);
  await expect(pool.query('alter table case_history disable trigger all')).rejects.toThrow(/must be owner/);
});

test('history and audit log only grow', async () => {
  for (const table of ['case_history', 'audit_log']) {
    for (const change of [`delete from ${table}`, `truncate ${table}`]) {
      await expect(pool.query(change)).rejects.toThrow(/permission denied/);
    }
  }
  await expect(pool.query('update case_history set description = null')).rejects.toThrow(/permission denied/);
});

test('two test databases share nothing', async () => {
  await pool.query(`insert into audit_log (action, target, request_id) values ('look', 'case 1', 'r1')`);
  expect((await pool.query('select count(*)::int as n from audit_log')).rows).toEqual([{ n: 1 }]);
  expect((await other.pool.query('select count(*)::int as n from audit_log')).rows).toEqual([{ n: 0 }]);
});
