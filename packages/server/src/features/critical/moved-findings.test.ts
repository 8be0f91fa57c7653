/** Tests that critical findings of a case that moves to another center are notified there, and found if nobody looked. */
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { escalateCritical } from './escalate-critical.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { criticalWorld, type CriticalWorld } from '../../testing/test-critical.ts';

let world: CriticalWorld;
let admin: { readonly token: string };
beforeAll(async () => {
  world = await criticalWorld();
  admin = await world.addUser('moveadmin', 'ADMIN', await world.addGroup('admin', 'Moves'));
});

async function moveTo(tech_center_id: number): Promise<void> {
  const body = { id: world.hospital, tech_center_id };
  const answer = await world.call('user/usergroup', admin.token, { method: 'PUT', body });
  expect(answer.status).toBe(200);
}

const setCase = (case_id: number, values: Partial<typeof cases.$inferInsert>) =>
  world.db.update(cases).set(values).where(eq(cases.case_id, case_id));

/** Forgets the jobs that wait to search a case, so that those of the move can be counted. */
const forgetSearches = () =>
  world.db.execute(sql`delete from graphile_worker._private_jobs where key like 'find-critical:%'`);

test('the new center is notified of an open finding at once, and its levels follow', async () => {
  const case_id = await world.workedCase();
  const { write, draw } = await world.reader(case_id);
  await write(draw('vt', 10, 21));
  const [found] = await world.rowsOf(case_id);
  const finding_id = found?.finding_id ?? 0;
  await escalateCritical(world.analysis, { finding_id, level: 2 });
  await setCase(case_id, { status: 'request', technician_id: null });
  await forgetSearches();
  expect(await world.notificationsOf(case_id, world.farChief)).toEqual([]);

  await moveTo(world.farCenter);
  expect(await world.notificationsOf(case_id, world.farChief)).toEqual(['critical-finding']);
  expect(await world.eventsOf(finding_id)).toEqual(['found', 'notified 1', 'notified 2', 'notified 1']);
  expect(await world.jobsOf('find-critical', `find-critical:${String(case_id)}`)).toBe(1);
  expect(await world.jobsOf('escalate-critical', `escalate-critical:${String(finding_id)}-2`)).toBe(1);
  await escalateCritical(world.analysis, { finding_id, level: 2 });
  await escalateCritical(world.analysis, { finding_id, level: 3 });
  expect(await world.notificationsOf(case_id, world.farChief)).toEqual([
    'critical-finding',
    'critical-waiting',
  ]);
  expect(await world.dueOf(case_id)).toEqual(found?.due_at);
});

test('a finding of which the hospital was notified stays so when its case moves', async () => {
  await moveTo(world.center);
  const case_id = await world.workedCase();
  const { write, draw } = await world.reader(case_id);
  await write(draw('vt', 10, 21));
  const [found] = await world.rowsOf(case_id);
  const finding_id = found?.finding_id ?? 0;
  for (const level of [2, 3, 4]) await escalateCritical(world.analysis, { finding_id, level });
  await setCase(case_id, { status: 'request', technician_id: null });
  await moveTo(world.farCenter);
  expect(await world.notificationsOf(case_id, world.farChief)).toEqual(['critical-finding']);
  expect((await world.rowsOf(case_id))[0]?.level).toBe(4);
});

test('a case that was analysed while its hospital had no center is searched as soon as it has one', async () => {
  await moveTo(world.center);
  const case_id = await world.workedCase();
  await setCase(case_id, {
    status: 'ready',
    technician_id: null,
    requested_date: null,
    tech_center_id: null,
  });
  await forgetSearches();
  await world.db.update(userGroups).set({ tech_center_id: null }).where(eq(userGroups.id, world.hospital));
  await moveTo(world.farCenter);
  expect(await world.jobsOf('find-critical', `find-critical:${String(case_id)}`)).toBe(1);
});
