/** Tests second readings whose readers leave or move to another center. */
import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { notifications } from '../../../platform/db/schema/notices.ts';
import { users } from '../../../platform/db/schema/people.ts';
import { changeAsOwner } from '../../../platform/db/test-place.ts';
import { transact } from '../../../platform/db/transact.ts';
import { giveBackCases } from '../../../records/cases/give-back.ts';
import { secondWorld, type SecondWorld } from '../../../testing/test-second.ts';

let world: SecondWorld;
beforeAll(async () => {
  world = await secondWorld();
});

const groupOf = async (id: number) =>
  (await world.db.select({ id: users.user_group_id }).from(users).where(eq(users.id, id)))[0]?.id ?? 0;

test('a user who has moved to another center reads nothing of it any more', async () => {
  const { other, farChief, call, db } = world;
  const { case_id, second_id } = await world.drawn();
  expect((await world.take(second_id, other)).status).toBe(200);
  await changeAsOwner(db, other.id, { user_group_id: await groupOf(farChief.id) });
  for (const path of [`recording/${String(case_id)}`, `second-readings/${String(second_id)}/reading`])
    expect((await call(path, await world.newSession(other.id))).status).toBe(404);
  await changeAsOwner(db, other.id, { user_group_id: world.center_id });
  const back = await world.newSession(other.id);
  expect((await call(`recording/${String(case_id)}`, back)).status).toBe(200);
});

test('the second reading of a user who leaves waits for another one, and tells nobody who works elsewhere', async () => {
  const { colleague, chief, technician, farChief, db } = world;
  const { case_id, second_id } = await world.drawn();
  await world.take(second_id, colleague);
  const leaving = { id: colleague.id, name: 'Colleague', by: null, request_id: 'test', now: new Date() };
  await transact(db, (tx) => giveBackCases(tx, leaving));
  const [left, next] = await world.rowsOf(case_id);
  expect([left?.given_back_at, next?.reader_id]).toEqual([expect.any(Date), null]);
  const again = next?.second_id ?? 0;
  await world.take(again, chief);
  await changeAsOwner(db, technician.id, { user_group_id: await groupOf(farChief.id) });
  const ofCase = and(eq(notifications.code, 'second-reading-done'), eq(notifications.patch_id, case_id));
  expect((await world.finish(again, chief, 0)).status).toBe(200);
  const told = await db.select({ user_id: notifications.user_id }).from(notifications).where(ofCase);
  expect(told).toEqual([]);
});
