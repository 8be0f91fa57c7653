/**
 * Tests on the running server that everything that ends a session ends its open event stream as well, and no other
 * user's.
 */
import { roleNumber } from '@rhythmdesk/domain/people/user-fields';
import { beforeAll, expect, test } from 'vitest';
import { eventReader } from './test-notices.ts';
import { users } from '../../platform/db/schema/people.ts';
import { eq } from 'drizzle-orm';
import { userWorld } from '../../testing/test-users.ts';

let world: Awaited<ReturnType<typeof userWorld>>;
beforeAll(async () => {
  world = await userWorld();
});

const stream = async (token: string) => {
  const reader = eventReader(await world.call('notification/stream', token));
  expect(await reader.next()).toMatchObject({ type: 'hello' });
  return reader;
};

type Stream = Awaited<ReturnType<typeof stream>>;
/** Resolves when the stream ends, whatever events it sends before. */
const endOf = (reader: Stream): Promise<unknown> => reader.next('no such event');

test('a sign-out, an end by an administrator and a change of role end the stream, and only that user’s', async () => {
  const others = await stream(world.person('doctor').token);
  const leaving = await stream(world.person('chief').token);
  await world.call('auth/logout', world.person('chief').token, { method: 'POST', body: {} });
  expect(await endOf(leaving)).toBe('ended');

  const { id, token } = world.person('technician');
  const sent = await stream(token);
  await world.ask('admin', 'DELETE', 'user/user/' + String(id) + '/sessions');
  expect(await endOf(sent)).toBe('ended');

  const manager = world.person('manager');
  const moved = await stream(manager.token);
  const [row] = await world.db.select().from(users).where(eq(users.id, manager.id));
  const change = { id: manager.id, version: row?.version, user_role_id: roleNumber('DOCTOR') };
  expect((await world.ask('admin', 'PUT', 'user/user', change)).status).toBe(200);
  expect(await endOf(moved)).toBe('ended');

  expect((await world.call('user/me', world.person('doctor').token)).status).toBe(200);
  await others.cancel();
});
