import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { notifications } from '../../platform/db/schema/notices.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { sessions, userGroups } from '../../platform/db/schema/people.ts';
import { networkKind } from './network-kind.ts';
import { peopleServer } from './test-people.ts';

let server: Awaited<ReturnType<typeof peopleServer>>;
beforeAll(async () => {
  server = await peopleServer();
});

const listed = z.object({
  items: z.array(z.looseObject({ session_id: z.number(), current: z.boolean(), last_seen_at: z.string() })),
});
const codeOf = (body: unknown): unknown => z.looseObject({ code: z.unknown().optional() }).parse(body).code;

async function listOf(url: string, token: string) {
  const { status, body } = await server.call('GET', url, token);
  expect(status).toBe(200);
  return listed.parse(body).items;
}

test('a user sees their sessions, the last used first, and which one is this', async () => {
  const first = await server.tokenOf('doctor');
  server.clock.advance(60_000);
  const second = await server.tokenOf('doctor');
  const items = await listOf('user/sessions', second);
  expect(items).toHaveLength(2);
  expect(items.map(({ current }) => current)).toEqual([true, false]);
  expect(items[0]).toMatchObject({
    browser: null,
    system: null,
    address: '127.0.0.1',
    network: 'loopback',
    created_at: server.clock.now().toISOString(),
  });
  server.clock.advance(60_000);
  expect((await listOf('user/sessions', first)).map(({ current }) => current)).toEqual([true, false]);
  expect((await server.call('DELETE', 'user/sessions', first)).body).toEqual({ ended: 1 });
});

test('idle and expired sessions are not listed, by the limit of the institution', async () => {
  const kept = await server.tokenOf('doctor2');
  await server.tokenOf('doctor2');
  const rule = (idle_minutes: number | null) =>
    server.db.update(userGroups).set({ idle_minutes }).where(eq(userGroups.id, server.groups.otherHospital));
  await rule(30);
  server.clock.advance(20 * 60_000);
  expect(await listOf('user/sessions', kept)).toHaveLength(2);
  await rule(null);
  expect(await listOf('user/sessions', kept)).toHaveLength(1);
});

test('one session is ended, then all others; another user’s is not found', async () => {
  const [one, two, three] = [
    await server.tokenOf('doctor'),
    await server.tokenOf('doctor'),
    await server.tokenOf('doctor'),
  ];
  const stranger = await server.tokenOf('technician');
  const [theirs] = await listOf('user/sessions', stranger);
  const foreign = await server.call('DELETE', `user/sessions/${String(theirs?.session_id)}`, one);
  expect([foreign.status, codeOf(foreign.body)]).toEqual([404, 'object/not-found']);
  const own = (await listOf('user/sessions', two)).find(({ current }) => current);
  expect((await server.call('DELETE', `user/sessions/${String(own?.session_id)}`, one)).status).toBe(200);
  expect(codeOf((await server.call('GET', 'user/me', two)).body)).toBe('auth/session-revoked');
  const again = await server.call('DELETE', `user/sessions/${String(own?.session_id)}`, one);
  expect(again.status).toBe(404);
  expect((await server.call('DELETE', 'user/sessions', three)).body).toEqual({ ended: 1 });
  expect((await server.call('GET', 'user/me', one)).status).toBe(403);
  expect((await server.call('GET', 'user/me', three)).status).toBe(200);
  expect((await server.call('GET', 'user/me', stranger)).status).toBe(200);
});

test('a manager ends the sessions of a user below, who is notified; own level, another group and own scope are refused', async () => {
  const manager = await server.tokenOf('manager');
  const [one, two] = [await server.tokenOf('doctor'), await server.tokenOf('doctor')];
  const path = `user/user/${String(server.ids.doctor)}/sessions`;
  const before = await listOf(path, manager);
  expect(before.every(({ current }) => !current)).toBe(true);
  const chosen = (await listOf('user/sessions', one)).find(({ current }) => current)?.session_id;
  const single = await server.call('DELETE', `${path}?session_id=${String(chosen)}`, manager);
  expect(single.body).toEqual({ ended: 1 });
  expect((await server.call('GET', 'user/me', one)).status).toBe(403);
  expect((await server.call('GET', 'user/me', two)).status).toBe(200);
  const all = await server.call('DELETE', path, manager);
  expect(all.body).toEqual({ ended: before.length - 1 });
  expect((await server.call('GET', 'user/me', two)).status).toBe(403);
  const notified = await server.db
    .select({ parameters: notifications.parameters })
    .from(notifications)
    .where(eq(notifications.code, 'sessions-ended-by'));
  expect(notified).toEqual([
    { parameters: { user_name: 'Name of manager' } },
    { parameters: { user_name: 'Name of manager' } },
  ]);
  const logged = await server.db.select().from(auditLog).where(eq(auditLog.action, 'session.revoke'));
  const ofDoctor = logged.filter(({ target, outcome }) => target !== '' && outcome === 'done');
  expect(ofDoctor.map(({ user_id, target }) => [user_id, target])).toEqual([
    [server.ids.manager, `user/${String(server.ids.doctor)}`],
    [server.ids.manager, `user/${String(server.ids.doctor)}`],
  ]);
  const at = async (id: number, token: string) => {
    const { status, body } = await server.call('DELETE', `user/user/${String(id)}/sessions`, token);
    return [status, codeOf(body)];
  };
  expect(await at(server.ids.doctor2, manager)).toEqual([404, 'object/not-found']);
  expect(await at(server.ids.manager, manager)).toEqual([406, 'user/level-too-high']);
  expect(await at(server.ids.manager, await server.tokenOf('doctor'))).toEqual([403, 'auth/role-never']);
  expect(await at(server.ids.manager, await server.tokenOf('admin'))).toEqual([200, undefined]);
  expect(await server.db.$count(sessions, eq(sessions.revoked_because, 'administrator'))).toBeGreaterThan(2);
});

test.each([
  ['127.0.0.1', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.9', 'loopback'],
  ['10.3.0.9', 'private'],
  ['172.31.255.1', 'private'],
  ['172.32.0.1', 'public'],
  ['192.168.7.3', 'private'],
  ['169.254.1.1', 'private'],
  ['fd12::7', 'private'],
  ['fe80::1', 'private'],
  ['203.0.113.9', 'public'],
  ['2001:db8::1', 'public'],
  ['', 'unknown'],
])('%s is a %s address', (address, kind) => {
  expect(networkKind(address)).toBe(kind);
});
