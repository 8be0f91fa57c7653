/**
 * Tests the row policies of the database as the second line of defence: every scope condition is removed from the
 * queries, and every check whether an object is in scope returns true. Only the database's own policies remain, and
 * they let nothing through.
 */
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Route } from '@rhythmdesk/contract/route';
import { routes } from '@rhythmdesk/contract/routes';
import { listCases } from '../../features/cases/case-list.ts';
import { openDb, openPool } from './database.ts';
import { everything, inScope, rowScopeOf } from './row-scope.ts';
import { caseComments, cases, pinAnswers } from './schema/cases.ts';
import { notifications } from './schema/notices.ts';
import { uploads } from './schema/recordings.ts';
import type { Caller } from '../http/caller.ts';
import { rowScopesIn, type RowScopes } from '../../testing/test-row-scopes.ts';
import { tenants } from '../../testing/test-tenants.ts';
import type { Person } from '../../testing/test-two-centers.ts';

vi.mock(import('./scope-sql.ts'), async () => {
  const { sql: text } = await import('drizzle-orm');
  return { scopeSql: () => text`true`, disjointScopeSql: () => [text`true`] };
});
vi.mock(import('@rhythmdesk/domain/people/can'), async (original) => ({
  ...(await original()),
  reaches: () => true,
  may: () => true,
}));

let world: Awaited<ReturnType<typeof tenants>>;
let callerOf: RowScopes['callerOf'];
let countedBy: RowScopes['countedBy'];
let case_id: number;
const nobodys = 999_999_999;
const outside = [
  ...['carrier', 'far carrier', 'neighbour doctor', 'far doctor', 'far technician', 'far chief'],
  ...['neighbour manager', 'far center', 'far distributer'],
];

beforeAll(async () => {
  world = await tenants();
  ({ callerOf, countedBy } = rowScopesIn(world));
  case_id = await world.caseIn('start');
  await world.db.insert(uploads).values({
    upload_id: 'a'.repeat(32),
    user_id: world.person('doctor').id,
    user_group_id: (await callerOf(world.person('doctor'))).user_group.id,
    hospital_id: (await callerOf(world.person('doctor'))).user_group.id,
    filename: '田中.zip',
    hn_id: 'HNT000001',
    size_bytes: 1,
    capability_hash: Buffer.alloc(32),
    capability_expires_at: new Date(),
  });
});

const fill = (path: string, id: number): string =>
  path
    .replace(':case_id', String(id))
    .replace(/:(lead|level|index)/g, '0')
    .replace(':version', '1');

async function ask({ method, path, upload }: Route, id: number, who: Person) {
  const body = method === 'GET' || upload !== undefined ? undefined : { version: 1 };
  const query = path.endsWith('/export') ? '?format=csv' : '';
  const answer = await world.call(`${fill(path, id)}${query}`, who.token, { method, body });
  const text = await answer.text();
  return { status: answer.status, body: text.replace(/"request_id":"[^"]*"/, '') };
}

test('without every condition of the code, a case outside of the scope is still not found', async () => {
  const ofCases = Object.entries<Route>(routes).filter(([, { path }]) => path.includes(':case_id'));
  for (const name of outside) {
    const who = world.person(name);
    for (const [route, row] of ofCases) {
      const real = await ask(row, case_id, who);
      expect([route, name, real]).toEqual([route, name, await ask(row, nobodys, who)]);
    }
  }
  expect(ofCases.length).toBeGreaterThan(25);
});

const today = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test('no list, count, search or history leads to it', async () => {
  const period = `from_time=${today(20)}&to_time=${today(-1)}`;
  const counted = z.object({ counts: z.record(z.string(), z.number()) });
  for (const name of outside) {
    const { token } = world.person(name);
    const read = async (path: string): Promise<unknown> => (await world.call(path, token)).json();
    expect(await read(`case/cases?${period}`)).toMatchObject({ total: 0, items: [] });
    expect(await read(`case/find?q=HNT000001`)).toMatchObject({ items: [] });
    const { counts } = counted.parse(await read('case/views'));
    expect([name, Object.values(counts).every((count) => count === 0)]).toEqual([name, true]);
    const history = await world.call(`upload/history?${period}`, token);
    const historyBody: unknown = await history.json();
    if (history.status === 200) expect(historyBody).toMatchObject({ total: 0, items: [] });
    else expect([name, history.status]).toEqual([name, 403]);
  }
});

test('the test can fail: without the policies the same queries leak', async () => {
  const caller = await callerOf(world.person('far doctor'));
  const input = { page: 1, size: 10, view: 'all', sort: 'hn_id' } as const;
  const period = { from_time: today(20), to_time: today(-1) };
  const list = () =>
    listCases(world.db, caller, { ...input, ...period }, { language: 'en', now: new Date() });
  expect((await inScope(everything, list)).total).toBeGreaterThan(0);
  expect((await inScope(rowScopeOf(caller.actor), list)).total).toBe(0);
});

test('a statement without any condition changes no row outside of the scope', async () => {
  const far = await callerOf(world.person('far doctor'));
  const own = await callerOf(world.person('doctor'));
  const close = (caller: Caller) =>
    inScope(rowScopeOf(caller.actor), async () => {
      const changed = await world.db
        .update(cases)
        .set({ comment: 'changed' })
        .returning({ id: cases.case_id });
      const { rows } = await world.db.execute(sql`select (select count(*)::int from case_history) as history,
        (select count(*)::int from recordings) as recordings, (select count(*)::int from uploads) as uploads`);
      return { changed: changed.length, ...rows[0] };
    });
  expect(await close(far)).toEqual({ changed: 0, history: 0, recordings: 0, uploads: 0 });
  const seen = await close(own);
  expect(Object.values(seen).every((count) => count > 0)).toBe(true);
  const written = inScope(rowScopeOf(far.actor), () =>
    world.db.insert(caseComments).values({
      case_id,
      user_id: far.id,
      user_group_id: far.user_group.id,
      internal: false,
      content: 'from elsewhere',
    }),
  );
  await expect(written).rejects.toMatchObject({ cause: { code: '42501' } });
});

test('the answer of a pinned comment is read and written only with its case', async () => {
  const chief = await callerOf(world.person('chief'));
  const written = { case_id, user_group_id: chief.user_group.id, internal: true, content: 'here' };
  const pins = [0, 1].map((start_sample) => ({ ...written, user_id: chief.id, start_sample }));
  const [pin, other] = await inScope(rowScopeOf(chief.actor), () =>
    world.db.insert(caseComments).values(pins).returning({ comment_id: caseComments.comment_id }),
  );
  if (pin === undefined || other === undefined) throw new Error('nothing was pinned');
  const answerOf = ({ comment_id }: { comment_id: number }, { id: user_id }: Caller) =>
    world.db.insert(pinAnswers).values({ comment_id, case_id, user_id, created_at: new Date() });
  await inScope(rowScopeOf(chief.actor), () => answerOf(pin, chief));
  expect(await countedBy('technician', pinAnswers)).toBe(1);
  expect(await countedBy('far chief', pinAnswers)).toBe(0);
  const far = await callerOf(world.person('far chief'));
  const technician = await callerOf(world.person('technician'));
  // A case of another center, and the name of another user.
  for (const [scope, author] of [
    [far, far],
    [chief, technician],
  ] as const) {
    const refused = inScope(rowScopeOf(scope.actor), () => answerOf(other, author));
    await expect(refused).rejects.toMatchObject({ cause: { code: '42501' } });
  }
});

test('only its reader sees a notification, by any query', async () => {
  const [row] = await world.db.select().from(notifications).limit(1);
  if (row === undefined) throw new Error('nobody was notified');
  const stranger = await callerOf(world.person('far chief'));
  const ownRow = and(eq(notifications.id, row.id));
  const found = await inScope(rowScopeOf(stranger.actor), () =>
    world.db.select().from(notifications).where(ownRow),
  );
  expect(found).toEqual([]);
});

test('without a scope no row is visible', async () => {
  const { app } = world;
  const pool = openPool(app, () => undefined, { connections: 1 });
  try {
    const db = openDb(pool);
    const count = async (): Promise<unknown> =>
      (await db.execute(sql`select count(*)::int as n from cases`)).rows[0]?.['n'];
    expect(await count()).toBe(0);
    expect(Number(await inScope(everything, count))).toBeGreaterThan(0);
    expect(await count()).toBe(0);
    const failed = inScope(everything, () => db.execute(sql`select 1 / 0`));
    await expect(failed).rejects.toThrow();
    expect(await count()).toBe(0);
    const undone = inScope(everything, () => db.transaction(() => Promise.reject(new Error('no'))));
    await expect(undone).rejects.toThrow('no');
    expect(await count()).toBe(0);
  } finally {
    await pool.end();
  }
});

test('every table that belongs to a case has its policy', async () => {
  const { rows } = await world.db.execute(sql`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relrowsecurity
      and (a.attname in ('case_id', 'patch_id', 'upload_id') and not a.attisdropped)`);
  expect(rows).toEqual([]);
  const role = await world.db.execute(
    sql`select rolsuper, rolbypassrls from pg_roles where rolname = current_user`,
  );
  expect(role.rows).toEqual([{ rolsuper: false, rolbypassrls: false }]);
});

test('without every condition of the code, the days and boards of outsiders contain no case', async () => {
  for (const name of ['far technician', 'far chief', 'far center']) {
    for (const path of ['work/day', 'work/board']) {
      const answer = await world.call(path, world.person(name).token);
      const text = await answer.text();
      expect([name, path, text.includes('HNT')]).toEqual([name, path, false]);
    }
  }
});
