/**
 * Tests that a case created at the moment when its hospital changes its center belongs to one of the two, whichever
 * call is first.
 */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { testWeb } from '../../testing/test-web.ts';

const madeShape = z.object({ case_id: z.number() });

async function world() {
  const web = await testWeb();
  const [from, to] = [await web.addGroup('tech_center', 'From'), await web.addGroup('tech_center', 'To')];
  const hospital = await web.addGroup('hospital', 'Hospital', from);
  const doctor = await web.addUser('doctor', 'DOCTOR', hospital);
  const admin = await web.addUser('admin', 'ADMIN', await web.addGroup('admin', 'Office'));
  const make = async (): Promise<number> => {
    const patient = {
      patient_id: '1',
      patient_last_name: '田中',
      birth_date: '1954-03-12',
      gender: 'female',
    };
    const body = { ...patient, hn_id: 'HN000001' };
    const answer = await web.call('case/case', doctor.token, { method: 'POST', body });
    return madeShape.parse(await answer.json()).case_id;
  };
  const centerOf = async (case_id: number): Promise<number | null | undefined> =>
    (await web.db.select().from(cases).where(eq(cases.case_id, case_id)))[0]?.tech_center_id;
  /** Returns the number of connections that wait for a row or transaction of another. */
  const waiting = async (): Promise<number> => {
    const found = await web.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return found.rows.length;
  };
  return { ...web, to, hospital, doctor, admin, make, centerOf, waiting };
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
