/** Tests the activities of a user on the running server: who may see them, by kind and by period. */
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { userWorld } from '../../../testing/test-users.ts';

let world: Awaited<ReturnType<typeof userWorld>>;
let case_id: number;
beforeAll(async () => {
  world = await userWorld();
  case_id = await world.caseIn('start');
});

const activity = z.object({
  kind: z.string(),
  action: z.string(),
  at: z.string(),
  address: z.string().nullable(),
  patch: z.object({ case_id: z.number(), hn_id: z.string() }).nullable(),
  subject: z.string().nullable(),
});
const answer = z.object({
  user: z.object({ id: z.number(), name: z.string() }),
  items: z.array(activity),
  total: z.number(),
});
const ask = async (who: string, of: string, query = '') => {
  const answered = await world.ask(
    who,
    'GET',
    `user/activities/${String(world.person(of).id)}?size=100&${query}`,
  );
  expect([who, of, answered.status]).toEqual([who, of, 200]);
  return answer.parse(answered.body);
};

test('a technician’s steps are listed newest first, with their cases and addresses', async () => {
  const { user, items, total } = await ask('technician', 'technician');
  expect(user).toEqual({ id: world.person('technician').id, name: 'Name of technician' });
  expect(total).toBe(items.length);
  const steps = items.filter(({ kind }) => kind === 'case');
  expect(steps.map(({ action }) => action)).toEqual(['start', 'assign-to-me']);
  expect(steps[0]?.patch?.case_id).toBe(case_id);
  const times = items.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  const [signIn] = items.filter(({ action }) => action === 'session.begin');
  expect(signIn).toMatchObject({ kind: 'session', address: '127.0.0.1', patch: null });
});

test('kinds, periods and pages limit the list', async () => {
  const { items } = await ask('technician', 'technician', 'kind=session');
  expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['session']));
  const [newest] = (await ask('technician', 'technician', 'kind=case')).items;
  const at = newest?.at ?? '';
  expect((await ask('technician', 'technician', `kind=case&to_time=${at}`)).total).toBe(1);
  expect((await ask('technician', 'technician', `kind=case&from_time=${at}`)).total).toBe(1);
  const path = `user/activities/${String(world.person('technician').id)}?kind=case&size=1&page=`;
  const second = answer.parse((await world.ask('technician', 'GET', `${path}2`)).body);
  expect([second.items.map(({ action }) => action), second.total]).toEqual([['assign-to-me'], 2]);
  const beyond = answer.parse((await world.ask('technician', 'GET', `${path}9`)).body);
  expect([beyond.items, beyond.total]).toEqual([[], 2]);
});

test('actions of an administrator on users and institutions are listed', async () => {
  const { id } = await world.madeUser('DOCTOR', 'Hospital');
  await world.change('admin', { id, name: 'Another' });
  const { items } = await ask('admin', 'admin', 'kind=administration');
  expect(items.slice(0, 2)).toMatchObject([
    { action: 'user.change', subject: `user/${String(id)}: name` },
    { action: 'user.create', subject: `user/${String(id)}` },
  ]);
});

test('activities are visible to the user and to those who oversee them, for cases that they see', async () => {
  for (const who of ['center', 'admin']) {
    const { items } = await ask(who, 'technician', 'kind=case');
    expect([who, items.length]).toEqual([who, 2]);
  }
  const path = `user/activities/${String(world.person('technician').id)}`;
  for (const who of ['chief', 'doctor', 'manager', 'far center', 'colleague'])
    expect([who, (await world.ask(who, 'GET', path)).status]).toEqual([who, 404]);
  // The neighbour's manager oversees no user of the hospital, but sees the cases of the neighbour's own doctor.
  const { items } = await ask('manager', 'doctor', 'kind=case');
  expect(items.map(({ action }) => action)).toEqual(['request', 'create']);
});
