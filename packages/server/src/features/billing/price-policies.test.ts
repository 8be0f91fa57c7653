/**
 * Tests price policies on the running server: creation, following prices, no changes of set prices, and who may do it.
 */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { codeOf, institutionWorld, refused } from '../../testing/test-institutions.ts';

let world: Awaited<ReturnType<typeof institutionWorld>>;
let today: string;
beforeAll(async () => {
  world = await institutionWorld();
  const answer = await world.ask('admin', 'GET', 'billing/charging-units');
  today = z.object({ today: z.string() }).parse(answer.body).today;
});

const grid = (base: number) => ({
  normal: { up_to_48_h: base, up_to_7_d: base * 2, longer: base * 3 },
  urgent: { up_to_48_h: base * 4, up_to_7_d: base * 5, longer: base * 6 },
});
const day = (days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const units = z.object({
  items: z.array(
    z.looseObject({
      id: z.number(),
      name: z.string(),
      versions: z.array(z.looseObject({ valid_from: z.string(), in_force: z.boolean() })),
    }),
  ),
});
const listed = async (who: string) =>
  units.parse((await world.ask(who, 'GET', 'billing/charging-units')).body).items;
async function made(name: string, who = 'admin'): Promise<number> {
  const body = { name, currency: 'KRW', valid_from: today, prices: grid(1000) };
  const answer = await world.ask(who, 'POST', 'billing/charging-unit', body);
  expect(answer.status).toBe(201);
  return z.object({ id: z.number() }).parse(answer.body).id;
}

test('a policy is created once, begins today or later, and names each field at fault', async () => {
  const id = await made('University KRW');
  const again = { name: 'University KRW', currency: 'KRW', valid_from: today, prices: grid(1) };
  expect(codeOf(await world.ask('admin', 'POST', 'billing/charging-unit', again))).toEqual([
    409,
    'billing/unit-name-taken',
  ]);
  const past = { ...again, name: 'Past', valid_from: day(-1) };
  expect(codeOf(await world.ask('admin', 'POST', 'billing/charging-unit', past))).toEqual([
    406,
    'billing/price-past',
  ]);
  const faulty = {
    name: '',
    currency: 'BTC',
    valid_from: '2026-02-30',
    prices: { normal: {}, urgent: grid(1).urgent },
  };
  const answer = await world.ask('admin', 'POST', 'billing/charging-unit', faulty);
  expect(answer.status).toBe(422);
  const { fields = {} } = refused.parse(answer.body);
  for (const name of ['name', 'currency', 'valid_from', 'prices.normal.longer'])
    expect(fields).toHaveProperty([name]);
  for (const amount of [-1, 1.5, 'x', 2 ** 53]) {
    const prices = { ...grid(1), normal: { ...grid(1).normal, longer: amount } };
    const got = await world.ask('admin', 'POST', 'billing/charging-unit', { ...again, name: 'N', prices });
    expect([amount, got.status, Object.keys(refused.parse(got.body).fields ?? {})]).toEqual([
      amount,
      422,
      ['prices.normal.longer'],
    ]);
  }
  expect((await listed('admin')).find((unit) => unit.id === id)?.versions).toMatchObject([
    { valid_from: today, in_force: true, prices: grid(1000) },
  ]);
});

test('a successor begins after all set prices, which never change', async () => {
  const id = await made('Successor KRW');
  const path = `billing/charging-unit/${String(id)}/successor`;
  const follow = (valid_from: string) => world.ask('admin', 'POST', path, { valid_from, prices: grid(2000) });
  expect(codeOf(await follow(today))).toEqual([406, 'billing/price-order']);
  expect((await follow(day(10))).status).toBe(201);
  expect(codeOf(await follow(day(5)))).toEqual([406, 'billing/price-order']);
  const both = await Promise.all([follow(day(20)), follow(day(20))]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 406]);
  const unit = (await listed('admin')).find((each) => each.id === id);
  expect(unit?.versions.map(({ valid_from, in_force }) => [valid_from, in_force])).toEqual([
    [today, true],
    [day(10), false],
    [day(20), false],
  ]);
  await expect(world.db.execute(sql`update charging_unit_prices set amount_minor = 1`)).rejects.toThrow();
  await expect(world.db.execute(sql`delete from charging_unit_prices`)).rejects.toThrow();
});

test('an institution’s policies over time are listed', async () => {
  const [first, second] = [await made('First KRW'), await made('Second KRW')];
  const hospital = await world.made({ charging_unit_id: first });
  const moved = { ...hospital, charging_unit_id: second };
  expect((await world.ask('admin', 'PUT', 'user/usergroup', moved)).status).toBe(200);
  const history = await world.ask(
    'admin',
    'GET',
    `user/usergroup/${String(hospital.id)}/history?field=charging_unit_id`,
  );
  expect(history.body).toMatchObject({
    total: 2,
    items: [
      { before: { name: 'First KRW' }, after: { name: 'Second KRW' } },
      { action: 'create', before: null, after: { name: 'First KRW' } },
    ],
  });
});

test('a policy counts the institutions that use it', async () => {
  const id = await made('Counted');
  const countOf = async (): Promise<unknown> =>
    (await listed('admin')).find((unit) => unit.id === id)?.['institution_count'];
  expect(await countOf()).toBe(0);
  const hospital = await world.made({});
  const rest = await world.made({});
  for (const one of [hospital, rest])
    await world.db.execute(sql`update user_groups set charging_unit_id = ${id} where id = ${one.id}`);
  expect(await countOf()).toBe(2);
  await world.db.execute(sql`update user_groups set deleted_at = now() where id = ${rest.id}`);
  expect(await countOf()).toBe(1);
});

test('a distributer sees its own policies and those of its institutions, and changes only its own', async () => {
  const house = await made('House JPY');
  const own = await made('Own JPY', 'distributer');
  const names = async (who: string) => (await listed(who)).map(({ name }) => name);
  expect(await names('distributer')).toEqual(['Own JPY']);
  expect(await names('far distributer')).toEqual([]);
  const served = await world.groupRow(await world.idOf('Hospital'));
  const give = (id: number, version: number | undefined, who: string) =>
    world.ask(who, 'PUT', 'user/usergroup', { id: served?.id, version, charging_unit_id: id });
  expect(codeOf(await give(house, served?.version, 'distributer'))).toEqual([422, 'group/reference']);
  expect((await give(house, served?.version, 'admin')).status).toBe(200);
  expect(await names('distributer')).toEqual(['House JPY', 'Own JPY']);
  const follow = (id: number) =>
    world.ask('distributer', 'POST', `billing/charging-unit/${String(id)}/successor`, {
      valid_from: day(3),
      prices: grid(1),
    });
  expect(codeOf(await follow(house))).toEqual([406, 'group/field-not-yours']);
  expect((await follow(own)).status).toBe(201);
  for (const who of ['center', 'manager', 'doctor', 'chief', 'technician', 'carrier'])
    expect([who, (await world.ask(who, 'GET', 'billing/charging-units')).status]).toEqual([who, 403]);
});
