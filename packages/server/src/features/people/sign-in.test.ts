import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { sessions, users } from '../../platform/db/schema/people.ts';
import { goodPassword, peopleServer } from './test-people.ts';

let server: Awaited<ReturnType<typeof peopleServer>>;
beforeAll(async () => {
  server = await peopleServer();
});

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : null;

test('the answer follows the specification, and the token opens its routes', async () => {
  const { status, body } = await server.signIn('DocTor');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: server.ids.doctor,
    user_id: 'doctor',
    user_role: { id: 2, role_key: 'DOCTOR', group_type: 'hospital', level: 1 },
    use_flag: 'Y',
    must_change_password: false,
  });
  const token = await server.tokenOf('doctor');
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const me = await server.call('GET', 'user/me', token);
  expect(me.body).toMatchObject({
    user_id: 'doctor',
    user_group: { name: 'Hospital' },
    session_idle_seconds: 900,
  });
});

test('the database never contains a token', async () => {
  const token = await server.tokenOf('doctor');
  const rows = await server.db.select().from(sessions);
  expect(rows.some((row) => row.token_hash.toString('base64url') === token)).toBe(false);
  expect(rows.every((row) => row.token_hash.byteLength === 32)).toBe(true);
});

test('a wrong password and an unknown id get the same text, each time', async () => {
  const wrong = await server.signIn('manager', 'not the password');
  const unknown = await server.signIn('nobodyhere', 'not the password');
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  const same = ({ body }: { body: unknown }) => ({
    ...(typeof body === 'object' ? body : {}),
    request_id: '',
  });
  expect(same(wrong)).toEqual(same(unknown));
  expect(codeOf(wrong.body)).toBe('auth/login-failed');
});

test('five failures slow it down more and more, ten lock it for 15 minutes, the same for unknown ids', async () => {
  for (const user_id of ['chief', 'unknown1']) {
    const guess = async () => {
      const { status, body, retryAfter } = await server.signIn(user_id, 'wrong');
      return `${String(status)} ${String(codeOf(body))} ${retryAfter ?? ''}`.trim();
    };
    for (let failure = 1; failure <= 5; failure += 1) expect(await guess()).toBe('401 auth/login-failed');
    for (const delay of [1, 2, 4, 8, 16]) {
      expect(await guess()).toBe(`406 auth/throttled ${String(delay)}`);
      server.clock.advance(delay * 1000);
      expect(await guess()).toBe('401 auth/login-failed');
    }
    expect(await guess()).toBe('406 auth/locked 900');
    server.clock.advance(660_000);
    expect((await server.signIn(user_id, goodPassword)).body).toMatchObject({
      detail: 'Too many failed attempts. Please try again in 4 min.',
    });
    server.clock.advance(239_000);
    expect((await server.signIn(user_id, goodPassword)).status).toBe(406);
    server.clock.advance(1000);
  }
  expect((await server.signIn('chief')).status).toBe(200);
  expect((await server.signIn('chief', 'wrong')).status).toBe(401);
});

test('thirty simultaneous guesses achieve no more than thirty in a row', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) => server.signIn('technician2', `guess number ${String(at)}`)),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 406)).toHaveLength(25);
  server.clock.advance(2000);
  expect((await server.signIn('technician2')).status).toBe(200);
});

test('a dormant account with the right password gets use_flag D, an empty token, no session', async () => {
  await server.db.update(users).set({ use_flag: 'D' }).where(eq(users.user_id, 'carrier'));
  const before = await server.db.$count(sessions);
  const { status, body } = await server.signIn('carrier');
  expect([status, body]).toMatchObject([200, { token: '', use_flag: 'D' }]);
  expect(await server.db.$count(sessions)).toBe(before);
  expect((await server.signIn('carrier', 'wrong')).status).toBe(401);
});

test('a repeated password counts only for its session, apart from sign-ins', async () => {
  const identified = await server.tokenOf('manager');
  const change = { current_password: 'wrong', password: 'Velvet4Harbor8moss' };
  for (let failure = 0; failure < 5; failure += 1) {
    const answer = await server.call('PUT', 'user/profile', identified, change);
    expect([answer.status, codeOf(answer.body)]).toEqual([406, 'auth/wrong-password']);
  }
  const slowed = await server.call('PUT', 'user/profile', identified, change);
  expect([codeOf(slowed.body), slowed.retryAfter]).toEqual(['auth/throttled', '1']);
  const elsewhere = await server.tokenOf('manager');
  const other = await server.call('PUT', 'user/profile', elsewhere, change);
  expect([other.status, codeOf(other.body)]).toEqual([406, 'auth/wrong-password']);
});
