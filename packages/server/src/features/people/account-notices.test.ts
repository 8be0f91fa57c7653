/** Tests the notifications to the owner of an account, and the number of sessions. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { notifications } from '../../platform/db/schema/notices.ts';
import { pushTokens, userGroups, users } from '../../platform/db/schema/people.ts';
import { takeMails } from './test-mails.ts';
import { goodPassword, peopleServer } from './test-people.ts';

let server: Awaited<ReturnType<typeof peopleServer>>;
beforeEach(async () => {
  server = await peopleServer(5);
});

async function codesOf(user_id: number): Promise<string[]> {
  const rows = await server.db.select().from(notifications).where(eq(notifications.user_id, user_id));
  return rows.map(({ code }) => code);
}

test('a changed password and a changed e-mail address notify their owner, and nothing else does', async () => {
  const token = await server.tokenOf('doctor');
  const put = (body: object) => server.call('PUT', 'user/profile', token, body);
  expect((await put({ name: 'New Name' })).status).toBe(200);
  expect(await codesOf(server.ids.doctor)).toEqual([]);
  expect((await put({ current_password: goodPassword, email: 'new@hospital.example' })).status).toBe(200);
  expect(await codesOf(server.ids.doctor)).toEqual([]);
  const [mail] = await takeMails(server.db);
  const code = server.oneTime.make('email-code', mail?.secret_id ?? '');
  expect((await server.call('POST', 'user/email/confirm', token, { code })).status).toBe(200);
  expect(await codesOf(server.ids.doctor)).toEqual(['email-changed']);
  const change = {
    current_password: goodPassword,
    password: 'Velvet4Harbor8moss',
    email: 'new@hospital.example',
  };
  expect((await put(change)).status).toBe(200);
  expect(await codesOf(server.ids.doctor)).toEqual(['email-changed', 'password-changed']);
  expect(await codesOf(server.ids.manager)).toEqual([]);
});

test('a sixth sign-in ends the oldest session, and the user is notified; an ended one is not counted', async () => {
  const tokens: string[] = [];
  const signIn = async (): Promise<void> => {
    tokens.push(await server.tokenOf('doctor'));
    server.clock.advance(1_000);
  };
  const alive = async (): Promise<boolean[]> =>
    Promise.all(tokens.map(async (token) => (await server.call('GET', 'user/me', token)).status === 200));
  for (let at = 0; at < 5; at += 1) await signIn();
  expect(await alive()).toEqual([true, true, true, true, true]);
  expect(await codesOf(server.ids.doctor)).toEqual([]);
  await signIn();
  expect(await alive()).toEqual([false, true, true, true, true, true]);
  expect(await codesOf(server.ids.doctor)).toEqual(['session-ended']);
  await server.call('POST', 'auth/logout', tokens[3] ?? '');
  await signIn();
  expect(await alive()).toEqual([false, true, true, false, true, true, true]);
  expect(await codesOf(server.ids.doctor)).toHaveLength(1);
});

test('sessions are counted by the institution’s idle limit, not the installation’s', async () => {
  const [doctor] = await server.db.select().from(users).where(eq(users.id, server.ids.doctor));
  const group = eq(userGroups.id, doctor?.user_group_id ?? 0);
  await server.db.update(userGroups).set({ idle_minutes: 30 }).where(group);
  const oldest = await server.tokenOf('doctor');
  server.clock.advance(1_000);
  for (let at = 0; at < 4; at += 1) await server.tokenOf('doctor');
  server.clock.advance(20 * 60_000);
  await server.tokenOf('doctor');
  expect((await server.call('GET', 'user/me', oldest)).status).toBe(403);
  expect(await codesOf(server.ids.doctor)).toEqual(['session-ended']);
});

test('simultaneous sign-ins cannot exceed the number of sessions', async () => {
  // As many at once as do not count as guessing.
  const atOnce = () => Promise.all(Array.from({ length: 4 }, () => server.tokenOf('manager')));
  const tokens = [...(await atOnce()), ...(await atOnce())];
  const answers = await Promise.all(tokens.map((token) => server.call('GET', 'user/me', token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
});

test('a password with the user id, the product or a saying is refused with its reason', async () => {
  const token = await server.tokenOf('manager');
  for (const [password, code] of [
    ['xq7Manager9Tvb', 'user/password-is-id'],
    ['Vio7RhythmDesk', 'user/password-is-id'],
    ['correcthorsebatterystaple', 'user/password-common'],
  ] as const) {
    const change = { current_password: goodPassword, password };
    expect((await server.call('PUT', 'user/profile', token, change)).body).toMatchObject({ code });
  }
});

test('a push token ends with the sign-out of the session that registered it, and no other does', async () => {
  const [phone, desk] = [await server.tokenOf('doctor'), await server.tokenOf('doctor')];
  const register = (token: string, push_token: string) =>
    server.call('POST', 'user/pushtoken', token, { push_token });
  expect((await register(phone, 'phone'.repeat(10))).status).toBe(200);
  expect((await register(desk, 'desk'.repeat(10))).status).toBe(200);
  const left = async (): Promise<string[]> =>
    (await server.db.select().from(pushTokens)).map(({ push_token }) => push_token.slice(0, 4)).sort();
  await server.call('POST', 'auth/logout', phone);
  expect(await left()).toEqual(['desk']);
  const change = { current_password: goodPassword, password: 'Velvet4Harbor8moss' };
  await register(await server.tokenOf('doctor'), 'other'.repeat(10));
  expect((await server.call('PUT', 'user/profile', desk, change)).status).toBe(200);
  expect(await left()).toEqual(['desk']);
});

test('push turned off in one browser stays on in the others, and may be turned on again', async () => {
  const [phone, desk] = [await server.tokenOf('doctor'), await server.tokenOf('doctor')];
  const register = (token: string, push_token: string) =>
    server.call('POST', 'user/pushtoken', token, { push_token });
  await register(phone, 'phone'.repeat(10));
  await register(desk, 'desk'.repeat(10));
  const left = async (): Promise<string[]> =>
    (await server.db.select().from(pushTokens)).map(({ push_token }) => push_token.slice(0, 4)).sort();
  expect((await server.call('DELETE', 'user/pushtoken', phone)).status).toBe(200);
  expect((await server.call('DELETE', 'user/pushtoken', phone)).status).toBe(200);
  expect(await left()).toEqual(['desk']);
  expect((await register(phone, 'again'.repeat(10))).status).toBe(200);
  expect(await left()).toEqual(['agai', 'desk']);
});
