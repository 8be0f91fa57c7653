/** Tests the day and the board on the running server, for every user in every place. */
import { permissions } from '@rhythmdesk/domain/people/permissions';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { tenants } from '../../testing/test-tenants.ts';

let world: Awaited<ReturnType<typeof tenants>>;

beforeAll(async () => {
  world = await tenants();
  await world.caseIn('start');
  await world.caseIn('request');
});

const seesDay = new Set(['technician', 'chief', 'colleague']);
const seesBoard = new Set(['chief', 'center']);

test.each([
  { path: 'work/day', permission: 'case.start', seen: seesDay },
  { path: 'work/board', permission: 'case.reassign', seen: seesBoard },
] as const)('$path: everybody gets the own center, by the matrix', async ({ path, permission, seen }) => {
  for (const who of world.people.values()) {
    const answer = await world.call(path, who.token);
    const never = permissions[permission][who.role_key] === '-';
    expect([who.name, answer.status]).toEqual([who.name, never ? 403 : 200]);
    const text = await answer.text();
    if (never) continue;
    const isFar = !seen.has(who.name);
    expect([who.name, isFar && text.includes('HNT')]).toEqual([who.name, false]);
    expect([who.name, text.includes('"items":[{')]).toEqual([
      who.name,
      seen.has(who.name) && !(path === 'work/day' && who.name !== 'technician'),
    ]);
  }
});

const proposal = z.object({
  items: z.array(
    z.object({
      case: z.object({ case_id: z.number(), version: z.number() }),
      technician: z.object({ id: z.number() }),
    }),
  ),
  later: z.number(),
  full: z.number(),
  team_full: z.number(),
});

test('capacity is set only for users of the own center, and waiting cases are distributed by it and assigned once', async () => {
  const { call, caseIn, person } = world;
  const chief = person('chief').token;
  const ask = async () => proposal.parse(await (await call('work/share-out', chief)).json());
  const setPlaces = async (who: string, capacity: unknown, by = chief) => {
    const body = { user_id: person(who).id, capacity };
    return (await call('work/capacity', by, { method: 'PUT', body })).status;
  };
  await caseIn('request');
  await caseIn('request');
  expect([await setPlaces('far technician', 3), await setPlaces('doctor', 3)]).toEqual([404, 404]);
  expect(await setPlaces('technician', 3, person('technician').token)).toBe(403);
  for (const wrong of [-1, 201, 1.5, '3', null]) expect(await setPlaces('technician', wrong)).toBe(422);
  expect(await setPlaces('technician', 0)).toBe(200);
  expect(await setPlaces('colleague', 2)).toBe(200);
  const { items, ...left } = await ask();
  const colleague = person('colleague').id;
  expect(items.map(({ technician }) => technician.id)).toEqual([colleague, colleague]);
  expect(left).toEqual({ later: 0, full: 1, team_full: 0 });
  const assign = ({ case: { case_id, version } }: (typeof items)[number]) =>
    call(`case/case/${String(case_id)}/assign`, chief, {
      method: 'POST',
      body: { version, technician_id: colleague },
    });
  for (const item of items) expect((await assign(item)).status).toBe(200);
  for (const item of items) expect((await assign(item)).status).toBe(409);
  expect(await ask()).toEqual({ items: [], later: 0, full: 1, team_full: 0 });
  expect(await setPlaces('chief', 1)).toBe(200);
  expect((await ask()).items.map(({ technician }) => technician.id)).toEqual([person('chief').id]);
});
