/** Tests that the settings of sign-in, sessions and the page reach what they set. */
import { eq, isNotNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { loginFailures, sessions } from '../platform/db/schema/people.ts';
import { testWeb } from '../testing/test-web.ts';

type Web = Awaited<ReturnType<typeof testWeb>>;
const signedIn = z.object({ token: z.string() });

async function withDoctor(settings: Record<string, string>) {
  const web = await testWeb(settings);
  const doctor = await web.addUser('doctor', 'DOCTOR', await web.addGroup('hospital', 'Hospital'));
  return { web, doctor };
}

const signIn = (web: Web, password: string, { user_id = 'doctor', from = '198.51.100.7' } = {}) =>
  web.call('auth/login', null, {
    method: 'POST',
    body: { user_id, password },
    headers: { 'x-forwarded-for': from },
  });

test('SESSION_HOURS is when a session ends, and TRUST_PROXY says whose address it has', async () => {
  for (const [trusts, address] of [
    ['true', '198.51.100.7'],
    ['false', '127.0.0.1'],
  ] as const) {
    const { web, doctor } = await withDoctor({ SESSION_HOURS: '3', TRUST_PROXY: trusts });
    signedIn.parse(await (await signIn(web, web.password)).json());
    const rows = await web.db.select().from(sessions).where(eq(sessions.user_id, doctor.id));
    const made = rows.toSorted((one, other) => other.session_id - one.session_id)[0];
    expect(made?.address).toBe(address);
    const hours = ((made?.expires_at.getTime() ?? 0) - (made?.created_at.getTime() ?? 0)) / 3_600_000;
    expect(Math.round(hours)).toBe(3);
  }
});

test('SESSION_IDLE_MINUTES ends a session that was last used longer ago', async () => {
  const { web, doctor } = await withDoctor({ SESSION_IDLE_MINUTES: '5' });
  const usedBefore = (minutes: number) =>
    web.db
      .update(sessions)
      .set({ last_seen_at: new Date(Date.now() - minutes * 60_000) })
      .where(eq(sessions.user_id, doctor.id));
  await usedBefore(4);
  expect((await web.call('user/me', doctor.token)).status).toBe(200);
  await usedBefore(6);
  expect(await (await web.call('user/me', doctor.token)).text()).toContain('auth/session-expired');
});

/** Lets time pass for the counters of failures. */
const pass = (web: Web, seconds: number) =>
  web.db.execute(
    sql`update login_failures set last_failure_at = last_failure_at - make_interval(secs => ${seconds})`,
  );

test('LOGIN_DELAY_AFTER makes the next attempt wait, LOGIN_LOCK_AFTER locks for LOGIN_LOCK_MINUTES', async () => {
  const limits = { LOGIN_DELAY_AFTER: '1', LOGIN_LOCK_AFTER: '2', LOGIN_LOCK_MINUTES: '3' };
  const { web } = await withDoctor(limits);
  expect((await signIn(web, 'wrong')).status).toBe(401);
  expect((await signIn(web, web.password)).status).toBe(406);
  await pass(web, 10);
  expect((await signIn(web, 'wrong')).status).toBe(401);
  await pass(web, 60);
  expect((await signIn(web, web.password)).status).toBe(406);
  const [locked] = await web.db.select().from(loginFailures).where(isNotNull(loginFailures.locked_until));
  const minutes = ((locked?.locked_until?.getTime() ?? 0) - Date.now()) / 60_000;
  expect(Math.ceil(minutes)).toBe(3);
});

/** Returns the status of a right sign-in from an address at which the user is new. */
const newComer = async (web: Web) => (await signIn(web, web.password, { from: '203.0.113.250' })).status;

test('LOGIN_FAILURES_PER_ADDRESS closes an address for users who are new there', async () => {
  const { web } = await withDoctor({ TRUST_PROXY: 'true', LOGIN_FAILURES_PER_ADDRESS: '10' });
  const guess = (at: number) =>
    signIn(web, 'wrong', { user_id: `nobody${String(at)}`, from: '203.0.113.250' });
  for (let at = 0; at < 9; at += 1) await guess(at);
  expect(await newComer(web)).toBe(200);
  await web.db.delete(sessions);
  await guess(9);
  expect(await newComer(web)).toBe(406);
});

test('LOGIN_FAILURES_PER_ID closes an id for addresses from which it is new', async () => {
  const { web } = await withDoctor({ TRUST_PROXY: 'true', LOGIN_FAILURES_PER_ID: '10' });
  for (let at = 0; at < 10; at += 1) await signIn(web, 'wrong', { from: `203.0.113.${String(at)}` });
  expect(await newComer(web)).toBe(406);
});

test('LOGIN_FAILURES_OVER_ALL closes sign-in for everybody who is new', async () => {
  const { web } = await withDoctor({ TRUST_PROXY: 'true', LOGIN_FAILURES_OVER_ALL: '100' });
  const guess = (at: number) =>
    signIn(web, 'wrong', { user_id: `nobody${String(at)}`, from: `203.0.113.${String(at)}` });
  for (let at = 0; at < 100; at += 1) await guess(at);
  expect(await newComer(web)).toBe(406);
});

test('LANGUAGES_OFFERED, SUPPORT_PHONE and COMPANY_ADDRESS reach the page', async () => {
  const { web, doctor } = await withDoctor({
    ...{ LANGUAGES_OFFERED: 'en,ko', SUPPORT_PHONE: '02-123', COMPANY_ADDRESS: '1 Bell Street' },
  });
  expect(await (await web.call('user/me', doctor.token)).json()).toMatchObject({
    site: { languages_offered: ['en', 'ko'], support_phone: '02-123', company_address: '1 Bell Street' },
  });
});
