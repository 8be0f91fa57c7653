/** The day and the board, asked of the running server by every person of every place. */
import { permissions } from '@rhythmdesk/domain/people/permissions';
import { beforeAll, expect, test } from 'vitest';
import { tenants } from './test-tenants.ts';

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
] as const)('$path: to each the own center, by the matrix', async ({ path, permission, seen }) => {
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
