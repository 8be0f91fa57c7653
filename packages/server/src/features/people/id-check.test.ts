import { beforeEach, expect, test } from 'vitest';
import { loginFailures } from '../../platform/db/schema/people.ts';
import { peopleServer } from './test-people.ts';

const server = await peopleServer();
beforeEach(async () => {
  await server.db.delete(loginFailures);
});

test('an id is free, taken in any spelling, or no id at all', async () => {
  const check = (user_id: string) =>
    server.call('GET', `auth/id-check?user_id=${encodeURIComponent(user_id)}`, null);
  expect((await check('free1')).body).toEqual({ available: true });
  expect((await check('DOCTOR')).body).toEqual({ available: false });
  const odd = await check('no spaces');
  expect(odd.status).toBe(422);
  expect(odd.body).toMatchObject({ fields: { user_id: 'refusal.user.id-format' } });
});

test('id checks wait after twenty in a minute and a hundred in a quarter of an hour, and say how long', async () => {
  const check = (at: number) => server.call('GET', `auth/id-check?user_id=probe${String(at)}`, null);
  const minute = async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 20; at += 1) statuses.push((await check(at)).status);
    return statuses;
  };
  expect(await minute()).toEqual(Array(20).fill(200));
  const refused = await check(20);
  expect(refused.status).toBe(406);
  expect(refused.body).toMatchObject({ code: 'auth/throttled' });
  expect(Number(refused.retryAfter)).toBeLessThanOrEqual(60);
  for (let at = 0; at < 4; at += 1) {
    server.clock.advance(60_000);
    expect(await minute()).toEqual(Array(20).fill(200));
  }
  server.clock.advance(60_000);
  expect(Number((await check(0)).retryAfter)).toBeGreaterThan(600);
});
