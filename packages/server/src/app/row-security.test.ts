/**
 * The second wall, proved by mutation: every condition of scope is taken out of the queries, and every judgement whether
 * an object is reached says yes. What the database itself holds back is all that is left, and nothing comes through.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Route } from '@rhythmdesk/contract/route';
import { routes } from '@rhythmdesk/contract/routes';
import { listCases } from '../features/cases/case-list.ts';
import { makeIdentify } from '../features/people/identify.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { openDb, openPool } from '../platform/db/database.ts';
import { everything, inScope, rowScopeOf } from '../platform/db/row-scope.ts';
import { caseComments, cases, centerDealings, pinAnswers } from '../platform/db/schema/cases.ts';
import { criticalSettings, hospitalContacts } from '../platform/db/schema/critical.ts';
import { notifications } from '../platform/db/schema/notices.ts';
import { userGroups } from '../platform/db/schema/people.ts';
import { reportPhrases } from '../platform/db/schema/report-phrases.ts';
import { uploads } from '../platform/db/schema/recordings.ts';
import { centerCertificates } from '../platform/db/schema/signing.ts';
import type { Caller } from '../platform/http/caller.ts';
import { tenants } from './test-tenants.ts';
import type { Person } from './trial-tenants.ts';

vi.mock(import('../platform/db/scope-sql.ts'), async () => {
  const { sql: text } = await import('drizzle-orm');
  return { scopeSql: () => text`true`, disjointScopeSql: () => [text`true`] };
});
vi.mock(import('@rhythmdesk/domain/people/can'), async (original) => ({
  ...(await original()),
  reaches: () => true,
  may: () => true,
}));

let world: Awaited<ReturnType<typeof tenants>>;
let case_id: number;
const nobodys = 999_999_999;
const outside = [
  ...['carrier', 'far carrier', 'neighbour doctor', 'far doctor', 'far technician', 'far chief'],
  ...['neighbour manager', 'far center', 'far distributer'],
];

beforeAll(async () => {
  world = await tenants();
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

async function callerOf(who: Person): Promise<Caller> {
  const limits = { idle_minutes: 15, absolute_hours: 12 };
  const identified = await makeIdentify(world.db, limits, systemClock)(who.token);
  if ('refused' in identified) throw new Error(identified.refused);
  return identified.caller;
}

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

test('with every condition out of the code, a case outside of the scope is still nothing', async () => {
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
    const told: unknown = await history.json();
    if (history.status === 200) expect(told).toMatchObject({ total: 0, items: [] });
    else expect([name, history.status]).toEqual([name, 403]);
  }
});

test('the mutation bites: without the second wall the same queries leak', async () => {
  const caller = await callerOf(world.person('far doctor'));
  const input = { page: 1, size: 10, view: 'all', sort: 'hn_id' } as const;
  const period = { from_time: today(20), to_time: today(-1) };
  const list = () => listCases(world.db, caller, { ...input, ...period }, new Date());
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

test('that a pinned comment was answered is seen and written with its case alone', async () => {
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
  // Another center's case, and another's name.
  for (const [scope, author] of [
    [far, far],
    [chief, technician],
  ] as const) {
    const refused = inScope(rowScopeOf(scope.actor), () => answerOf(other, author));
    await expect(refused).rejects.toMatchObject({ cause: { code: '42501' } });
  }
});

test('a notification is seen by its reader alone, however it is asked for', async () => {
  const [row] = await world.db.select().from(notifications).limit(1);
  if (row === undefined) throw new Error('nobody was notified');
  const stranger = await callerOf(world.person('far chief'));
  const asked = and(eq(notifications.id, row.id));
  const found = await inScope(rowScopeOf(stranger.actor), () =>
    world.db.select().from(notifications).where(asked),
  );
  expect(found).toEqual([]);
});

/** How many rows of a table somebody sees. */
async function countedBy(name: string, table: PgTable): Promise<number> {
  const { actor } = await callerOf(world.person(name));
  return inScope(rowScopeOf(actor), () => world.db.$count(table));
}

test('phrases for reports are read and written within their center alone', async () => {
  const chief = await callerOf(world.person('chief'));
  const center_id = chief.user_group.id;
  const version = { center_id, version: 1, phrases: [], created_by: chief.id, created_at: new Date() };
  await inScope(rowScopeOf(chief.actor), () => world.db.insert(reportPhrases).values(version));
  const seenBy = (name: string) => countedBy(name, reportPhrases);
  for (const name of ['chief', 'center', 'technician', 'doctor', 'admin'])
    expect([name, await seenBy(name)]).toEqual([name, 1]);
  for (const name of ['far chief', 'far center', 'far technician', 'far doctor', 'far carrier'])
    expect([name, await seenBy(name)]).toEqual([name, 0]);
  for (const name of ['far chief', 'doctor']) {
    const { id, actor } = await callerOf(world.person(name));
    const next = { ...version, version: 2, created_by: id };
    const written = inScope(rowScopeOf(actor), () => world.db.insert(reportPhrases).values(next));
    await expect(written).rejects.toMatchObject({ cause: { code: '42501' } });
  }
});

const now = new Date();
const certificate = (center_id: number, by: Caller) => ({
  center_id,
  certificates: '-----BEGIN CERTIFICATE-----',
  sealed_key: Buffer.alloc(32),
  subject: 'CN=心電センター',
  issuer: 'CN=心電センター',
  fingerprint: '0'.repeat(64),
  not_before: now,
  not_after: now,
  created_by: by.id,
  created_at: now,
});
const rules = (center_id: number, { id }: Caller) => ({
  ...{ center_id, version: 1, settings: {} },
  ...{ created_by: id, created_at: now },
});
const contacts = (hospital_id: number, { id }: Caller) => ({
  ...{ hospital_id, version: 1, contacts: [] },
  ...{ updated_by: id, updated_at: now },
});

test('a center’s certificate, rules and contacts of hospitals are its own', async () => {
  const center = await callerOf(world.person('center'));
  const hospital_id = (await callerOf(world.person('doctor'))).user_group.id;
  const far = await callerOf(world.person('far chief'));
  const writes = (by: Caller) => [
    () => world.db.insert(centerCertificates).values(certificate(center.user_group.id, by)),
    () => world.db.insert(criticalSettings).values(rules(center.user_group.id, by)),
    () => world.db.insert(hospitalContacts).values(contacts(hospital_id, by)),
  ];
  for (const write of writes(far))
    await expect(inScope(rowScopeOf(far.actor), write)).rejects.toMatchObject({ cause: { code: '42501' } });
  for (const write of writes(center)) await inScope(rowScopeOf(center.actor), write);
  const tables = [centerCertificates, criticalSettings, hospitalContacts];
  const seenBy = (name: string) => Promise.all(tables.map((table) => countedBy(name, table)));
  for (const name of ['chief', 'center', 'technician', 'admin'])
    expect([name, await seenBy(name)]).toEqual([name, [1, 1, 1]]);
  expect(['doctor', await seenBy('doctor')]).toEqual(['doctor', [0, 1, 1]]);
  for (const name of ['far chief', 'far center', 'far technician', 'far doctor', 'far carrier'])
    expect([name, await seenBy(name)]).toEqual([name, [0, 0, 0]]);
  const taken = await inScope(rowScopeOf(far.actor), () =>
    world.db
      .update(centerCertificates)
      .set({ removed_by: far.id, removed_at: new Date(), sealed_key: null })
      .returning(),
  );
  expect(taken).toEqual([]);
});

test('how a center’s requests were dealt to its teams is seen by it alone, whoever made them', async () => {
  const chief = await callerOf(world.person('chief'));
  const center_id = chief.user_group.id;
  const team = { type: 'team', name: 'Team', tech_center_id: center_id, analysis_ratio: 100 } as const;
  const [made] = await world.db.insert(userGroups).values(team).returning({ id: userGroups.id });
  const requested = await world.caseIn('request');
  const [dealt] = await world.db
    .select({ team_id: cases.team_id })
    .from(cases)
    .where(eq(cases.case_id, requested));
  expect(dealt).toEqual({ team_id: made?.id });
  for (const name of ['chief', 'center', 'technician', 'admin'])
    expect([name, await countedBy(name, centerDealings)]).toEqual([name, 1]);
  for (const name of ['doctor', 'far chief', 'far center', 'far technician', 'far doctor', 'far carrier'])
    expect([name, await countedBy(name, centerDealings)]).toEqual([name, 0]);
  for (const name of ['far chief', 'chief', 'doctor']) {
    const { actor, user_group } = await callerOf(world.person(name));
    const counted_since = new Date();
    const change = () => world.db.update(centerDealings).set({ shares: [] }).returning();
    expect([name, await inScope(rowScopeOf(actor), change)]).toEqual([name, []]);
    const row = { center_id: user_group.id, counted_since };
    const written = inScope(rowScopeOf(actor), () => world.db.insert(centerDealings).values(row));
    await expect(written).rejects.toMatchObject({ cause: { code: '42501' } });
  }
});

test('where no scope is stated no row is seen', async () => {
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

test('every table that hangs on a case has its policy', async () => {
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

test('with every condition out of the code, the days and boards of outsiders hold no case', async () => {
  for (const name of ['far technician', 'far chief', 'far center']) {
    for (const path of ['work/day', 'work/board']) {
      const answer = await world.call(path, world.person(name).token);
      const text = await answer.text();
      expect([name, path, text.includes('HNT')]).toEqual([name, path, false]);
    }
  }
});
