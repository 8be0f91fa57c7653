/**
 * Tests sign-in after the clock was set ahead or back: nobody gets in wrongly, and nobody is locked out for that long.
 */
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, expect, test } from 'vitest';
import { clockToleranceMs } from '../../platform/clock/clock.ts';
import { users } from '../../platform/db/schema/people.ts';
import { sealerFrom } from '../../platform/secrets/sealer.ts';
import { beginAuthenticator, confirmAuthenticator, takeCode } from './authenticator.ts';
import { checkCode, sendCode } from './email-verification.ts';
import { mailLink, readLink } from './one-time-link.ts';
import { makeTicket, readTicket } from './sign-in-tickets.ts';
import { peopleServer } from './test-people.ts';

let server: Awaited<ReturnType<typeof peopleServer>>;
beforeEach(async () => {
  server = await peopleServer();
});

const minuteMs = 60_000;
const yearMs = 365 * 86_400_000;

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : null;

async function me(token: string): Promise<unknown> {
  const { status, body } = await server.call('GET', 'user/me', token);
  return status === 200 ? 'let in' : codeOf(body);
}

test('a session that was once expired stays expired, whatever the clock is set back to', async () => {
  const token = await server.tokenOf('doctor');
  server.clock.advance(20 * minuteMs);
  expect(await me(token)).toBe('auth/session-expired');
  for (const back of [6, 14, 10, 1440]) {
    server.clock.advance(-back * minuteMs);
    expect(await me(token)).toBe('auth/session-expired');
  }
});

test('a session of a clock that was ahead ends once the clock is right', async () => {
  server.clock.advance(yearMs);
  const token = await server.tokenOf('doctor');
  expect(await me(token)).toBe('let in');
  server.clock.advance(-yearMs);
  expect(await me(token)).toBe('auth/session-expired');
  const other = await server.tokenOf('doctor');
  expect(await me(other)).toBe('let in');
});

test('a clock within the tolerance ends no session, and does not extend the idle limit', async () => {
  const token = await server.tokenOf('doctor');
  server.clock.advance(-clockToleranceMs);
  expect(await me(token)).toBe('let in');
  server.clock.advance(clockToleranceMs + 9 * minuteMs);
  expect(await me(token)).toBe('let in');
  server.clock.advance(-clockToleranceMs);
  expect(await me(token)).toBe('let in');
  server.clock.advance(15 * minuteMs);
  expect(await me(token)).toBe('auth/session-expired');
});

test('a clock that is set back further ends later sessions, so that none lasts until then', async () => {
  const token = await server.tokenOf('doctor');
  server.clock.advance(10 * minuteMs);
  expect(await me(token)).toBe('let in');
  server.clock.advance(-6 * minuteMs);
  expect(await me(token)).toBe('auth/session-expired');
  server.clock.advance(6 * minuteMs);
  expect(await me(token)).toBe('auth/session-expired');
});

test('a lock of a clock that was ahead does not last until that time, and guessing gets no new attempts', async () => {
  server.clock.advance(yearMs);
  for (let at = 0; at < 12; at += 1) {
    await server.signIn('chief', 'wrong');
    server.clock.advance(minuteMs);
  }
  expect((await server.signIn('chief')).status).toBe(406);
  server.clock.advance(-yearMs);
  const judged = [];
  for (let at = 0; at < 12; at += 1) {
    judged.push((await server.signIn('chief', 'wrong')).status);
    server.clock.advance(minuteMs);
  }
  expect(judged.filter((status) => status === 401)).toHaveLength(10);
  server.clock.advance(15 * minuteMs);
  expect((await server.signIn('chief')).status).toBe(200);
});

test('a code of an authenticator works once, however the clock is set', async () => {
  const { db, clock, ids } = server;
  const sealer = sealerFrom(Buffer.alloc(32, 9));
  const begun = await db.transaction((tx) =>
    beginAuthenticator(tx, sealer, { id: ids.doctor, user_id: 'doctor' }, clock.now()),
  );
  const app = new TOTP({ secret: Secret.fromBase32(begun.secret), digits: 6, period: 30 });
  const codeAt = (at: Date): string => app.generate({ timestamp: at.getTime() });
  const take = (code: string): Promise<boolean> =>
    db.transaction((tx) => takeCode(tx, sealer, ids.doctor, code, clock.now()));
  const first = codeAt(clock.now());
  expect(await db.transaction((tx) => confirmAuthenticator(tx, sealer, ids.doctor, first, clock.now()))).toBe(
    true,
  );
  clock.advance(10 * minuteMs);
  const unused = codeAt(new Date(clock.now().getTime() - 5 * minuteMs));
  const used = codeAt(clock.now());
  expect(await take(used)).toBe(true);
  for (const setMs of [-30_000, -5 * minuteMs + 30_000, -4 * minuteMs - 30_000, -minuteMs]) {
    clock.advance(setMs);
    expect(await take(used)).toBe(false);
    expect(await take(first)).toBe(false);
    expect(await take(unused)).toBe(false);
  }
  clock.advance(yearMs);
  expect(await take(used)).toBe(false);
  clock.advance(-yearMs + 20 * minuteMs);
  expect(await take(codeAt(clock.now()))).toBe(true);
});

test('tickets, links and codes of a clock that was ahead are void once it is right', async () => {
  const { db, clock, oneTime, dependencies } = server;
  const refusal = (code: string): unknown => expect.objectContaining({ code });
  clock.advance(yearMs);
  const { ticket } = await makeTicket(
    db,
    { purpose: 'second-step', user_id: server.ids.doctor },
    clock.now(),
  );
  const link_id = '7d1f0a52-7c1a-4f39-9c3b-0f6f5d2b9a11';
  const email = 'd@hospital.example';
  await db.update(users).set({ email }).where(eq(users.id, server.ids.doctor));
  await mailLink({ db, clock, oneTime }, { user_id: 'doctor', email, link_id });
  const link = oneTime.make('password-link', link_id);
  expect(await readLink({ ...dependencies, oneTime }, link)).toMatchObject({ user_id: 'doctor' });
  const address = { email: 'new@hospital.example', language: 'en', time_zone: 'Asia/Seoul' } as const;
  const ask = () => sendCode({ db, clock, oneTime, sender: 'no-reply@desk.example' }, address);
  const { verification_id } = await ask();
  await expect(ask()).rejects.toEqual(refusal('auth/throttled'));
  clock.advance(-yearMs);
  await expect(readTicket(db, 'second-step', ticket, clock.now())).rejects.toEqual(
    refusal('auth/second-step-gone'),
  );
  await expect(readLink({ ...dependencies, oneTime }, link)).rejects.toEqual(refusal('auth/link-gone'));
  // Nobody waits a year for the next code or gets codes faster than before.
  await ask();
  await expect(ask()).rejects.toEqual(refusal('auth/throttled'));
  const checked = checkCode({ db, clock, oneTime, sender: '' }, verification_id, '000000');
  await expect(checked).rejects.toEqual(refusal('auth/code-expired'));
});
