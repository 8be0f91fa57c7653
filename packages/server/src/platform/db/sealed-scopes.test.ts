/**
 * Tests what an attacker gets by plain SQL with the application's database password and nothing else: no row of
 * anybody, no role, no scope. Also tests that every table and view is classified: covered, or listed in
 * docs/security.md.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openDb, openPool } from './database.ts';

import { accounts, everything, inScope, rowScopeOf } from './row-scope.ts';
import { placeOf, sealOf } from './scope-seal.ts';
import { sqlState } from './transact.ts';
import { rowScopesIn, type RowScopes } from '../../testing/test-row-scopes.ts';
import { tenants } from '../../testing/test-tenants.ts';

let world: Awaited<ReturnType<typeof tenants>>;
let callerOf: RowScopes['callerOf'];
let case_id: number;
/** The application's role with its password, on two connections. */
let intruder: Client;
let second: Client;

const refused = { code: '42501' };

async function connect(): Promise<Client> {
  const { host, user, password, database } = world.app;
  const client = new Client({ host, user, password, database });
  await client.connect();
  return client;
}

beforeAll(async () => {
  world = await tenants();
  ({ callerOf } = rowScopesIn(world));
  case_id = await world.caseIn('start');
  [intruder, second] = [await connect(), await connect()];
});
afterAll(async () => {
  await Promise.all([intruder.end(), second.end()]);
});

const numbers = z.array(z.object({ n: z.coerce.number() }));
const names = z.array(z.object({ name: z.string() }));
const countOf = async (client: Client, from: string): Promise<number> =>
  numbers.parse((await client.query(`select count(*) as n from ${from}`)).rows)[0]?.n ?? -1;

async function coveredTables(): Promise<string[]> {
  const found = await intruder.query(`select oid::regclass::text as name from pg_class
    where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
      and relkind in ('r', 'p') and relrowsecurity order by 1`);
  return names.parse(found.rows).map(({ name }) => name);
}

async function uncovered(): Promise<string[]> {
  const found = await intruder.query(`select relname as name from pg_class c
    where relnamespace = 'public'::regnamespace and (relkind in ('r', 'p') and not relrowsecurity
      or relkind in ('m', 'f') or relkind = 'v'
        and not coalesce('security_invoker=true' = any (reloptions), false)) order by 1`);
  return names.parse(found.rows).map(({ name }) => name);
}

async function withoutPolicy(): Promise<string> {
  const doc = await readFile(path.resolve(import.meta.dirname, '../../../../../docs/security.md'), 'utf8');
  const [, section = ''] = doc.split('### Tables without a policy');
  return section.split('\n#')[0] ?? '';
}

test('every table has a policy, or is named in docs/security.md with the reason', async () => {
  const listed = [...(await withoutPolicy()).matchAll(/^\| `([a-z_]+)` \| (?=\S)/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(await uncovered());
});

test('of the tables without a policy the application’s role writes those that docs/security.md names', async () => {
  const [, sentence = ''] = /also writes ([^.]*)\./.exec(await withoutPolicy()) ?? [];
  const listed = [...sentence.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name);
  const rights = await intruder.query(
    `select name from unnest($1::text[]) name
     where has_table_privilege(name, 'insert, update, delete, truncate') or has_any_column_privilege(name, 'insert, update')
     order by 1`,
    [await uncovered()],
  );
  expect(listed).toEqual(names.parse(rights.rows).map(({ name }) => name));
});

test('a policy requires a scope: without one no covered table shows a row', async () => {
  const filled: string[] = [];
  for (const table of await coveredTables()) {
    const all = numbers.parse((await world.db.execute(sql.raw(`select count(*) as n from ${table}`))).rows);
    if ((all[0]?.n ?? 0) > 0) filled.push(table);
    expect([table, await countOf(intruder, table)]).toEqual([table, 0]);
  }
  expect(filled).toEqual(expect.arrayContaining(['users', 'sessions', 'cases', 'user_groups', 'audit_log']));
});

const stated = [
  `set rhythmdesk.everything = 'on'`,
  `set rhythmdesk.scope = '{"everything":"on"}'`,
  `set rhythmdesk.seal = 'standing ${'0'.repeat(64)}'`,
  `select set_config('rhythmdesk.seal', 'transaction ' || encode(sha256('{"everything":"on"}'), 'hex'), false)`,
];

test('setting a scope without its seal opens nothing', async () => {
  for (const statement of stated) {
    await second.query(statement);
    for (const table of [
      'users',
      'sessions',
      'exports',
      'password_links',
      'cases',
      'every_case',
      'every_recording',
    ])
      expect([statement, table, await countOf(second, table)]).toEqual([statement, table, 0]);
  }
  const open = `select scope_all('') as is_open, scope_open() as is_any, scope_ids('user_id') as ids`;
  expect((await second.query(open)).rows).toEqual([{ is_open: false, is_any: false, ids: null }]);
});

const made: readonly (readonly [string, unknown[]])[] = [
  ['select open_scope($1, $2)', [everything.text, '']],
  ['select open_scope($1, null)', [everything.text]],
  ['select open_scope($1, $2, true)', [everything.text, '0'.repeat(64)]],
  ['select open_scope(null, null)', []],
  [`select scope_seal('x')`, []],
  ['select * from scope_keys', []],
  ['update scope_keys set inner_key = outer_key', []],
  ['set role rhythmdesk_owner', []],
  ['set session authorization rhythmdesk_owner', []],
  ['alter table users disable row level security', []],
  ['alter table users disable trigger all', []],
  [`set session_replication_role = 'replica'`, []],
  [`create or replace function scope_all(name text) returns boolean language sql as 'select true'`, []],
  [`create function public.mine() returns int language sql as 'select 1'`, []],
  ['create policy mine on users using (true)', []],
  ['set row_security = off; select count(*) from users', []],
  ['truncate sessions', []],
];

test.each(made)('%s is refused', async (text, values) => {
  const answer = values.length === 0 ? intruder.query(text) : intruder.query(text, values);
  await expect(answer).rejects.toMatchObject(refused);
  await intruder.query('set row_security = on');
});

test('an own function of the same name is not the one that a policy calls', async () => {
  await second.query(`create function pg_temp.scope_all(name text) returns boolean language sql as 'select true';
    create function pg_temp.present_scope() returns json language sql as 'select ''{"everything":"on"}''::json';
    create temp table scope_keys as select true as id, ''::bytea as inner_key, ''::bytea as outer_key;
    set search_path = pg_temp, public`);
  expect([await countOf(second, 'users'), await countOf(second, 'cases')]).toEqual([0, 0]);
  await expect(second.query('select open_scope($1, $2)', [everything.text, ''])).rejects.toMatchObject(
    refused,
  );
  await second.query('reset search_path');
});

test('no trigger function that works as the owner can be put on an own table', async () => {
  const found = await intruder.query(`select oid::regprocedure::text as name from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef and prorettype = 'trigger'::regtype order by 1`);
  const functions = names.parse(found.rows).map(({ name }) => name);
  expect(functions).toEqual(expect.arrayContaining(['continue_audit()', 'end_kept()', 'guard_user()']));
  await intruder.query('create temp table bait as select 1::bigint as id');
  for (const name of functions) {
    const bait = `create trigger bait after delete on bait for each row execute function ${name}`;
    await expect(intruder.query(bait)).rejects.toMatchObject(refused);
  }
});

test('no row is written, no role set, no job added', async () => {
  const changed = async (text: string): Promise<number | null> => (await intruder.query(text)).rowCount;
  expect(await changed(`update users set password_hash = 'x'`)).toBe(0);
  expect(await changed(`update sessions set revoked_at = null`)).toBe(0);
  expect(await changed(`delete from users`)).toBe(0);
  for (const text of [
    `update users set role_key = 'ADMIN'`,
    `update users set user_group_id = 1`,
    `select place_user(1, 'ADMIN', 1)`,
    `insert into sessions (token_hash, user_id, expires_at) values ('\\x00', 1, now())`,
    `insert into password_links (link_id, token_hash, user_id, created_at, expires_at)
      values (gen_random_uuid(), '\\x00', 1, now(), now())`,
    `insert into users (user_id, name, role_key, user_group_id, password_hash) values ('x', 'x', 'ADMIN', 1, 'x')`,
    `select graphile_worker.add_job('send-mail', '{}'::json)`,
  ])
    await expect(intruder.query(text)).rejects.toMatchObject(refused);
});

test('a seal is valid only for its scope, its connection and its transaction', async () => {
  const open = 'select open_scope($1, $2)';
  const { text } = accounts;
  const seal = sealOf(world.app.scopeKey, placeOf(intruder), text);
  await expect(second.query(open, [text, seal])).rejects.toMatchObject(refused);
  await expect(intruder.query(open, [everything.text, seal])).rejects.toMatchObject(refused);
  await expect(intruder.query('select open_scope($1, $2, true)', [text, seal])).rejects.toMatchObject(
    refused,
  );
  await intruder.query('begin');
  await intruder.query(open, [text, seal]);
  expect(await countOf(intruder, 'users')).toBeGreaterThan(0);
  const held = await intruder.query<{ seal: string }>(`select current_setting('rhythmdesk.seal') as seal`);
  await intruder.query(`select set_config('rhythmdesk.scope', $1, true)`, [everything.text]);
  expect(await countOf(intruder, 'users')).toBe(0);
  await intruder.query('commit');
  const again = `select set_config('rhythmdesk.scope', $1, false), set_config('rhythmdesk.seal', $2, false)`;
  await intruder.query(again, [text, held.rows[0]?.seal]);
  expect(await countOf(intruder, 'users')).toBe(0);
  await intruder.query('reset all');
});

test('a caller’s scope shows only their own sessions and exports, and changes no role, not even their own', async () => {
  const pool = openPool(world.app, () => undefined, { connections: 1 });
  const db = openDb(pool);
  const doctor = await callerOf(world.person('doctor'));
  const scope = rowScopeOf(doctor.actor);
  const read = async (text: string) => (await inScope(scope, () => db.execute(sql.raw(text)))).rows;
  expect(await read('select distinct user_id::int as user_id from sessions')).toEqual([
    { user_id: doctor.id },
  ]);
  expect(await read(`select 1 from password_links where user_id <> ${String(doctor.id)}`)).toEqual([]);
  expect(await read(`select 1 from exports where user_id <> ${String(doctor.id)}`)).toEqual([]);
  const far = rowScopeOf((await callerOf(world.person('far doctor'))).actor);
  const seen = await inScope(far, () => db.execute(sql`select 1 from cases where case_id = ${case_id}`));
  expect(seen.rows).toEqual([]);
  const group = `(select max(id) from user_groups)`;
  for (const [who, text] of [
    [scope, `update users set role_key = 'ADMIN' where id = ${String(doctor.id)}`],
    [scope, `update users set user_group_id = ${group} where id = ${String(doctor.id)}`],
    [scope, `update users set password_hash = 'x' where id <> ${String(doctor.id)}`],
    [scope, `delete from users where id = ${String(doctor.id)}`],
    [accounts, `update users set role_key = 'ADMIN'`],
    [
      accounts,
      `insert into users (user_id, name, role_key, user_group_id, password_hash)
      values ('x', 'x', 'ADMIN', ${group}, 'x')`,
    ],
  ] as const) {
    const fault: unknown = await inScope(who, () => db.execute(sql.raw(text))).catch(
      (thrown: unknown) => thrown,
    );
    expect([text, sqlState(fault)]).toEqual([text, '42501']);
  }
  await pool.end();
});
