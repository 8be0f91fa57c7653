/**
 * Tests how the database protects the role and group of a user: only a function, called by the user of the sealed
 * scope, changes them.
 */
import { levelOf, roleKeys } from '@rhythmdesk/domain/people/roles';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDb, openPool, type Db, type Tx } from './database.ts';
import { beyondScope, everything, inScope, rowScopeOf, type RowScope } from './row-scope.ts';
import { users } from './schema/people.ts';
import { sqlState } from './transact.ts';
import { rowScopesIn } from '../../testing/test-row-scopes.ts';
import { tenants } from '../../testing/test-tenants.ts';

let world: Awaited<ReturnType<typeof tenants>>;
let db: Db;
let close: () => Promise<void>;
let target: number;
let group: number;
const refused = '42501';

beforeAll(async () => {
  world = await tenants();
  const pool = openPool(world.app, () => undefined, { connections: 2 });
  [db, close] = [openDb(pool), () => pool.end()];
  const [doctor] = await world.db
    .select()
    .from(users)
    .where(eq(users.id, world.person('doctor').id));
  group = doctor?.user_group_id ?? 0;
  ({ id: target } = await world.addUser('placed', 'DOCTOR', group));
});
afterAll(() => close());

const scopeOf = async (name: string): Promise<RowScope> =>
  rowScopeOf((await rowScopesIn(world).callerOf(world.person(name))).actor);

/** Returns the SQL state of the refusal, or null if the change succeeded; it is rolled back in both cases. */
async function tried(scope: RowScope, work: (tx: Tx) => Promise<unknown>): Promise<string | null> {
  const undone = new Error('undone');
  const fault: unknown = await inScope(scope, () =>
    db.transaction(async (tx) => {
      await work(tx);
      throw undone;
    }),
  ).catch((thrown: unknown) => thrown);
  return fault === undone ? null : (sqlState(fault) ?? String(fault));
}

const place = (role: string, id = target) => sql`select place_user(${id}, ${role}, ${group})`;
const beyond = (statement: ReturnType<typeof sql>) => (tx: Tx) =>
  beyondScope(tx, () => tx.execute(statement));
const insert = (role: string) => sql`insert into users (user_id, name, role_key, user_group_id, password_hash)
  values ('x', 'x', ${role}, ${group}, 'x')`;

test('the database knows the levels of the roles', async () => {
  for (const role of roleKeys) {
    const found = await world.db.execute(sql`select role_level(${role}) as level`);
    expect([role, found.rows]).toEqual([role, [{ level: levelOf(role) }]]);
  }
});

test('no statement of the application sets a role or a group itself, in any scope', async () => {
  for (const scope of [everything, await scopeOf('admin')])
    for (const change of [sql`role_key = 'MANAGER'`, sql`user_group_id = user_group_id`])
      expect(await tried(scope, beyond(sql`update users set ${change} where id = ${target}`))).toBe(refused);
});

test('the function moves users below the scope’s user, in a step outside the scope', async () => {
  const admin = await scopeOf('admin');
  expect(await tried(admin, beyond(place('ADMIN')))).toBeNull();
  expect(await tried(await scopeOf('manager'), beyond(place('DOCTOR')))).toBeNull();
  for (const [who, role, id] of [
    ['manager', 'MANAGER', target],
    ['manager', 'ADMIN', target],
    ['manager', 'DOCTOR', world.person('center').id],
    ['doctor', 'DOCTOR', target],
    ['doctor', 'ADMIN', world.person('doctor').id],
    ['admin', 'DOCTOR', world.person('admin').id],
  ] as const)
    expect([who, role, await tried(await scopeOf(who), beyond(place(role, id)))]).toEqual([
      who,
      role,
      refused,
    ]);
});

test('the function moves nobody in a caller’s own scope, or without a user', async () => {
  expect(await tried(await scopeOf('admin'), (tx) => tx.execute(place('MANAGER')))).toBe(refused);
  expect(await tried(everything, (tx) => tx.execute(place('MANAGER')))).toBe(refused);
});

test('a step outside a user’s scope creates no account that is not below that user', async () => {
  expect(await tried(await scopeOf('admin'), beyond(insert('ADMIN')))).toBeNull();
  expect(await tried(await scopeOf('manager'), beyond(insert('DOCTOR')))).toBeNull();
  for (const [who, role] of [
    ['doctor', 'DOCTOR'],
    ['manager', 'MANAGER'],
    ['manager', 'ADMIN'],
  ] as const)
    expect([who, role, await tried(await scopeOf(who), beyond(insert(role)))]).toEqual([who, role, refused]);
});

test('a step outside a user’s scope gives nobody at the same level or above another password, address or state', async () => {
  const changes = [sql`password_hash = 'x'`, sql`email = 'x@example.org'`, sql`use_flag = 'D'`];
  for (const change of changes) {
    const set = (id: number) => beyond(sql`update users set ${change} where id = ${id}`);
    expect(await tried(await scopeOf('manager'), set(target))).toBeNull();
    for (const [who, whose] of [
      ['doctor', target],
      ['manager', world.person('admin').id],
      ['manager', world.person('center').id],
    ] as const)
      expect([who, whose, await tried(await scopeOf(who), set(whose))]).toEqual([who, whose, refused]);
  }
  const gone = beyond(sql`delete from users where id = ${target}`);
  expect(await tried(await scopeOf('doctor'), gone)).toBe(refused);
});
