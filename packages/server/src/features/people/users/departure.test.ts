/** Tests that a user who leaves has no open case left, and no phone that still receives messages about cases. */
import { asc, eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { CaseStatus } from '@rhythmdesk/domain/case/status';
import { caseHistory, cases } from '../../../platform/db/schema/cases.ts';
import { notifications } from '../../../platform/db/schema/notices.ts';
import { pushTokens, sessions, users } from '../../../platform/db/schema/people.ts';
import { historyIsIntact } from '../../../records/cases/case-history.ts';
import { transact } from '../../../platform/db/transact.ts';
import { refusalCode } from '../../../testing/test-reading.ts';
import { tenants } from '../../../testing/test-tenants.ts';
import { letAccountsSleep } from './dormant-users.ts';

let world: Awaited<ReturnType<typeof tenants>>;
beforeAll(async () => {
  world = await tenants();
});

const rowOf = async (case_id: number) => {
  const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  if (row === undefined) throw new Error('no such case');
  return row;
};
const lastOf = async (case_id: number) => {
  const where = eq(caseHistory.case_id, case_id);
  const rows = await world.db.select().from(caseHistory).where(where).orderBy(asc(caseHistory.version));
  return rows.at(-1);
};
const notificationsOf = async (case_id: number, user_id: number): Promise<string[]> => {
  const rows = await world.db.select().from(notifications).where(eq(notifications.patch_id, case_id));
  return rows.filter((row) => row.user_id === user_id).map(({ code }) => code);
};
const centerId = async (): Promise<number> => {
  const [row] = await world.db.select().from(users).where(eq(users.user_id, 'colleague'));
  return row?.user_group_id ?? 0;
};
const remove = async (who: string, user_id: number): Promise<number> => {
  const body = { user_id };
  const answer = await world.call('user/user', world.person(who).token, { method: 'DELETE', body });
  return answer.status;
};

test('the open cases of a deleted technician go back to the pool, with history and notice', async () => {
  const [technician, chief, colleague] = ['technician', 'chief', 'colleague'].map((name) =>
    world.person(name),
  );
  if (technician === undefined || chief === undefined || colleague === undefined) throw new Error('nobody');
  const statuses: readonly CaseStatus[] = ['assigned', 'start', 'review', 'edit', 'complete'];
  const ids = new Map<CaseStatus, number>();
  for (const status of statuses) ids.set(status, await world.caseIn(status));
  expect(await remove('admin', technician.id)).toBe(200);
  for (const [status, case_id] of ids) {
    const row = await rowOf(case_id);
    const last = await lastOf(case_id);
    if (status === 'complete') {
      expect([row.status, row.technician_id, last?.action]).toEqual(['complete', technician.id, 'complete']);
      continue;
    }
    const inPool = status !== 'edit';
    expect([status, row.status]).toEqual([status, inPool ? 'request' : 'edit']);
    expect(row.technician_id).toBe(inPool ? null : technician.id);
    expect(last).toMatchObject({
      action: 'user-left',
      description: 'Name of technician',
      version: row.version,
    });
    expect(await historyIsIntact(world.db, case_id)).toBe(true);
    expect(await notificationsOf(case_id, chief.id)).toContain('technician-left');
    expect((await notificationsOf(case_id, colleague.id)).includes('back-in-pool')).toBe(inPool);
  }
  const again = await world.act(ids.get('start') ?? 0, 'assign-to-me', colleague);
  expect(again.status).toBe(200);
});

test('a verification requested of a chief who withdraws is requested again, and the technician is notified', async () => {
  const colleague = world.person('colleague');
  const chief = world.person('chief');
  const pool = await world.caseIn('request');
  await world.act(pool, 'assign-to-me', colleague);
  await world.db
    .update(cases)
    .set({ status: 'review', confirmer_id: chief.id, verification_requested_at: new Date() })
    .where(eq(cases.case_id, pool));
  const body = { user_id: chief.id, password: world.password };
  const answer = await world.call('user/user', chief.token, { method: 'DELETE', body });
  expect(answer.status).toBe(200);
  expect(await rowOf(pool)).toMatchObject({
    status: 'review',
    technician_id: colleague.id,
    confirmer_id: null,
    verification_requested_at: null,
  });
  expect(await notificationsOf(pool, colleague.id)).toContain('confirmer-left');
});

test('a withdrawn user keeps the number and the user id; nothing else identifies the user, and the history stays readable', async () => {
  const { id, token } = await world.addUser('leaver', 'TECHNICIAN', await centerId());
  const person = { name: 'leaver', role_key: 'TECHNICIAN', id, token } as const;
  const given = { email: 'leaver@example.org', phone_number: '0212345678', description: 'night shift' };
  await world.db.update(users).set(given).where(eq(users.id, id));
  await world.db.insert(pushTokens).values({ push_token: 'phone of leaver', user_id: id });
  const done = await world.caseIn('request');
  await world.act(done, 'assign-to-me', person);
  const finished = await world.caseIn('request');
  await world.db
    .update(cases)
    .set({ status: 'complete', technician_id: id, confirmed_date: new Date() })
    .where(eq(cases.case_id, finished));
  expect(await remove('admin', id)).toBe(200);
  const [row] = await world.db.select().from(users).where(eq(users.id, id));
  expect(row).toMatchObject({
    user_id: 'leaver',
    name: `ID ${String(id)}`,
    flag: 'withdrawn',
    ...{ email: '', phone_number: '', description: '', department: '', password_hash: '-', preferences: {} },
  });
  expect(await rowOf(finished)).toMatchObject({ technician_id: id, technician_name: `ID ${String(id)}` });
  expect(await rowOf(done)).toMatchObject({ status: 'request', technician_id: null });
  expect(await world.db.$count(pushTokens, eq(pushTokens.user_id, id))).toBe(0);
  const [session] = await world.db.select().from(sessions).where(eq(sessions.user_id, id));
  expect(session?.revoked_because).toBe('deleted');
  const history = await world.call(`case/case/${String(done)}/history`, world.person('colleague').token);
  expect(await history.text()).toContain(`ID ${String(id)}`);
  expect(await historyIsIntact(world.db, done)).toBe(true);
  const check = await world.call('auth/id-check?user_id=LEAVER', null);
  expect(await check.json()).toEqual({ available: false });
});

test('the open cases of a user who becomes dormant go back, by an administrator or by age', async () => {
  const sleepers = [
    await world.addUser('sleeping', 'TECHNICIAN', await centerId()),
    await world.addUser('unused', 'TECHNICIAN', await centerId()),
  ] as const;
  const [by_hand, by_age] = [await world.caseIn('request'), await world.caseIn('request')];
  for (const [index, { id, token }] of sleepers.entries()) {
    const person = { name: 'sleeper', role_key: 'TECHNICIAN', id, token } as const;
    await world.act(index === 0 ? by_hand : by_age, 'assign-to-me', person);
  }
  const body = { id: sleepers[0].id, use_flag: 'D' };
  const asked = await world.call('user/user', world.person('admin').token, { method: 'PUT', body });
  expect(asked.status).toBe(200);
  const long_ago = new Date('2020-01-01T00:00:00Z');
  const unused = { active_since: long_ago, last_sign_in_at: long_ago, dormancy_notified_at: long_ago };
  await world.db.update(users).set(unused).where(eq(users.id, sleepers[1].id));
  await letAccountsSleep(world.platform, 365);
  for (const case_id of [by_hand, by_age]) {
    expect(await rowOf(case_id)).toMatchObject({ status: 'request', technician_id: null });
    expect(await lastOf(case_id)).toMatchObject({ action: 'user-left' });
    expect(await historyIsIntact(world.db, case_id)).toBe(true);
  }
  expect(await notificationsOf(by_age, world.person('colleague').id)).toContain('back-in-pool');
});

test('a user who works for another center now is no longer notified of a former case', async () => {
  const { id } = await world.addUser('mover', 'TECHNICIAN', await centerId());
  const pool = await world.caseIn('request');
  const finished = { status: 'complete', technician_id: id, confirmed_date: new Date() };
  await world.db.update(cases).set(finished).where(eq(cases.case_id, pool));
  const [far] = await world.db.select().from(users).where(eq(users.user_id, 'fartechnician'));
  const body = { id, user_group_id: far?.user_group_id };
  const moved = await world.call('user/user', world.person('admin').token, { method: 'PUT', body });
  expect(moved.status).toBe(200);
  expect((await world.act(pool, 'request-editing', world.person('doctor'))).status).toBe(200);
  expect(await notificationsOf(pool, id)).toEqual([]);
});

/** Returns the number of connections that wait for a row of another. */
const waiting = async (): Promise<number> => {
  const { rows } = await world.db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
};

test('a case that is assigned while its technician leaves waits, and stays in the pool', async () => {
  const { id } = await world.addUser('leaving', 'TECHNICIAN', await centerId());
  const pool = await world.caseIn('request');
  const { version } = await rowOf(pool);
  const { made } = await transact(world.db, async (tx) => {
    await tx.select().from(users).where(eq(users.id, id)).for('update');
    const body = { version, technician_id: id };
    const path = `case/case/${String(pool)}/assign`;
    const assigning = world.call(path, world.person('center').token, { method: 'POST', body });
    await expect.poll(waiting).toBe(1);
    await tx.update(users).set({ deleted_at: new Date() }).where(eq(users.id, id));
    return { made: assigning };
  });
  expect(refusalCode.parse(await (await made).json()).code).toBe('case/technician-unfit');
  expect(await rowOf(pool)).toMatchObject({ status: 'request', technician_id: null });
});
