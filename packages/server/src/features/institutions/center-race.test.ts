/**
 * Tests calls that refer to an institution at the moment when it changes: a case belongs to one of two centers, whichever
 * call is first, and nothing is created for a deleted institution.
 */
import { roleNumber } from '@rhythmdesk/domain/people/user-fields';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { testWeb } from '../../testing/test-web.ts';

const madeShape = z.object({ case_id: z.number() });

async function world() {
  const web = await testWeb();
  const [from, to] = [await web.addGroup('tech_center', 'From'), await web.addGroup('tech_center', 'To')];
  const hospital = await web.addGroup('hospital', 'Hospital', from);
  const doctor = await web.addUser('doctor', 'DOCTOR', hospital);
  const admin = await web.addUser('admin', 'ADMIN', await web.addGroup('admin', 'Office'));
  const ask = () => {
    const patient = {
      patient_id: '1',
      patient_last_name: '田中',
      birth_date: '1954-03-12',
      gender: 'female',
    };
    return web.call('case/case', doctor.token, { method: 'POST', body: { ...patient, hn_id: 'HN000001' } });
  };
  const make = async (): Promise<number> => madeShape.parse(await (await ask()).json()).case_id;
  const centerOf = async (case_id: number): Promise<number | null | undefined> =>
    (await web.db.select().from(cases).where(eq(cases.case_id, case_id)))[0]?.tech_center_id;
  /** Returns the number of connections that wait for a row or transaction of another. */
  const waiting = async (): Promise<number> => {
    const found = await web.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return found.rows.length;
  };
  return { ...web, to, hospital, doctor, admin, ask, make, centerOf, waiting };
}

test('a case created while the hospital moves waits and goes to the new center', async () => {
  const { db, hospital, to, make, centerOf, waiting } = await world();
  const making = await db.transaction(async (tx) => {
    await tx.select().from(userGroups).where(eq(userGroups.id, hospital)).for('update');
    const made = make();
    await expect.poll(waiting).toBe(1);
    await tx.update(userGroups).set({ tech_center_id: to }).where(eq(userGroups.id, hospital));
    return { made };
  });
  expect(await centerOf(await making.made)).toBe(to);
});

type World = Awaited<ReturnType<typeof world>>;

/** Deletes an institution while a call that refers to it is under way, and returns the answer to the call. */
async function whileDeleted({ db, waiting }: World, id: number, ask: () => Promise<Response>) {
  const { asked } = await db.transaction(async (tx) => {
    await tx.select().from(userGroups).where(eq(userGroups.id, id)).for('update');
    const call = ask();
    await expect.poll(waiting).toBe(1);
    await tx.update(userGroups).set({ deleted_at: new Date() }).where(eq(userGroups.id, id));
    return { asked: call };
  });
  return asked;
}

test('a case created while its hospital is deleted waits and is refused', async () => {
  const made = await world();
  expect((await whileDeleted(made, made.hospital, made.ask)).status).toBe(404);
  expect(await made.db.$count(cases)).toBe(0);
});

test('a hospital that is given a center while that center is deleted keeps its own', async () => {
  const made = await world();
  const { db, hospital, to, admin, call } = made;
  const body = { id: hospital, version: 1, tech_center_id: to };
  const move = () => call('user/usergroup', admin.token, { method: 'PUT', body });
  expect((await whileDeleted(made, to, move)).status).toBe(422);
  const [row] = await db.select().from(userGroups).where(eq(userGroups.id, hospital));
  expect(row?.tech_center_id).not.toBe(to);
});

test('a user created while the institution is deleted waits and is refused', async () => {
  const made = await world();
  const { db, to, admin, call } = made;
  const body = {
    ...{ name: 'New', user_id: 'newcomer', password: 'Sinus2rhythm4all', email: 'new@center.example' },
    ...{ user_role_id: roleNumber('TECHNICIAN'), user_group_id: to },
  };
  const add = () => call('user/user', admin.token, { method: 'POST', body });
  expect((await whileDeleted(made, to, add)).status).toBe(422);
  expect(await db.$count(users, eq(users.user_id, 'newcomer'))).toBe(0);
});

test('a hospital moved while a case is created waits and takes the case along', async () => {
  const { db, hospital, to, doctor, admin, call, make, centerOf, waiting } = await world();
  const under: { made?: Promise<number>; moved?: Promise<Response> } = {};
  // A transaction with the same HN ID, which is rolled back later, stops the creation in its middle.
  const holding = db.transaction(async (tx) => {
    const owner = { owner_id: doctor.id, uploader_group_id: hospital };
    await tx.insert(cases).values({ hn_id: 'HN000001', hospital_id: hospital, ...owner });
    under.made = make();
    await expect.poll(waiting).toBe(1);
    const body = { id: hospital, version: 1, tech_center_id: to };
    under.moved = call('user/usergroup', admin.token, { method: 'PUT', body });
    await expect.poll(waiting).toBe(2);
    tx.rollback();
  });
  await expect(holding).rejects.toThrow();
  expect((await under.moved)?.status).toBe(200);
  expect(await centerOf((await under.made) ?? 0)).toBe(to);
});
