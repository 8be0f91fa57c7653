/** Tests sign-in by a real provider: who gets in, and every answer that proves nothing. */
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditLog } from '../../../platform/db/schema/operations.ts';
import { sessions, userGroups, users } from '../../../platform/db/schema/people.ts';
import { userIdentities } from '../../../platform/db/schema/sign-in-factors.ts';
import { goodPassword } from '../test-people.ts';
import { codeOf, providerServer } from './test-provider-server.ts';
import type { Forged } from './test-provider.ts';
import { changeAsOwner } from '../../../platform/db/test-place.ts';

let server: Awaited<ReturnType<typeof providerServer>>;
beforeAll(async () => {
  server = await providerServer();
});
beforeEach(() => server.openDoor(false));
afterAll(() => server.house.stop());

const seconds = (ms: number): number => Math.floor(ms / 1000);

test('the page gets the listed providers, and the one named in its URL', async () => {
  const listed = await server.call('GET', 'auth/providers', null);
  expect(listed.body).toEqual({ items: [{ provider: 'house', name: 'House of Hearts' }] });
  const named = await server.call('GET', 'auth/providers?provider=hidden', null);
  expect(named.body).toMatchObject({ items: [{ provider: 'hidden' }, { provider: 'house' }] });
  const unknown = await server.call('GET', 'auth/providers?provider=none', null);
  expect(unknown.body).toEqual(listed.body);
  expect((await server.call('POST', 'auth/provider', null, { provider: 'none' })).status).toBe(404);
});

test('a request has a challenge, a state and a nonce, and no answers to them', async () => {
  const { url, ticket } = await server.begin();
  const query = new URL(url).searchParams;
  expect(query.get('code_challenge_method')).toBe('S256');
  expect(query.get('redirect_uri')).toBe('https://desk.example/login/provider');
  for (const name of ['code_challenge', 'state', 'nonce'])
    expect(query.get(name)?.length).toBeGreaterThan(40);
  expect(url).not.toContain(ticket);
});

test('a linked subject opens its account, whatever address the provider gives', async () => {
  const { id, login } = await server.linkedUser('linked');
  const { status, body } = await server.signInAs(login);
  expect([status, body]).toMatchObject([200, { user_id: 'linked', use_flag: 'Y', second_step: null }]);
  server.house.people.set(login, { email: 'new@elsewhere.example', email_verified: false });
  expect((await server.signInAs(login)).body).toMatchObject({ user_id: 'linked' });
  const rows = await server.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.user_id, id))
    .orderBy(asc(auditLog.audit_id));
  expect(rows.map(({ action }) => action)).toEqual(['session.begin', 'session.begin']);
});

/** Acts like a user who tries to redirect a colleague's sign-in to their own account. */
async function takeAddress(user_id: string, email: string) {
  const token = await server.tokenOf(user_id);
  const change = { email, current_password: goodPassword };
  expect((await server.call('PUT', 'user/profile', token, change)).status).toBe(200);
}

test('a user who enters a colleague’s address does not get that colleague’s sign-in', async () => {
  await server.openDoor(true);
  const attacker = await server.newUser('attacker');
  const victim = server.stranger('victim');
  await takeAddress('attacker', 'Victim@house.example');
  const { body } = await server.signInAs(victim);
  expect(body).toMatchObject({ user_id: 'victim' });
  expect(await server.db.$count(userIdentities, eq(userIdentities.user_id, attacker.id))).toBe(0);
});

test.each([
  ['stated by an administrator', null],
  ['confirmed by its owner', new Date()],
])('an address %s links no account: its password is required', async (_what, email_confirmed_at) => {
  await server.openDoor(true);
  const { id, login } = await server.newUser(`first${String(server.house.people.size)}`);
  await server.db.update(users).set({ email_confirmed_at }).where(eq(users.id, id));
  const { status, body } = await server.signInAs(login);
  expect([status, codeOf(body)]).toEqual([406, 'auth/provider-link-first']);
  expect(await server.db.$count(userIdentities, eq(userIdentities.user_id, id))).toBe(0);
  expect(await server.db.$count(sessions, eq(sessions.user_id, id))).toBe(0);
});

test.each<[string, Forged]>([
  ['another nonce', { claims: { nonce: 'of-another-question' } }],
  ['another audience', { claims: { aud: 'another-client' } }],
  ['another issuer', { claims: { iss: 'https://issuer.evil.example' } }],
  ['its time over', { claims: { exp: seconds(Date.now()) - 600 } }],
  ['the signature of another key', { by: 'other' }],
  ['no signature', { by: 'none' }],
])('a token with %s opens nothing', async (_what, forged) => {
  const { id, login } = await server.newUser(`forged${String(server.house.people.size)}`);
  const { status, body } = await server.signInAs(login, forged);
  expect([status, codeOf(body)]).toEqual([406, 'auth/provider-refused']);
  expect(await server.db.$count(sessions, eq(sessions.user_id, id))).toBe(0);
  expect(await server.db.$count(userIdentities, eq(userIdentities.user_id, id))).toBe(0);
});

test('another state, a repeated answer, and an answer without its ticket open nothing', async () => {
  const { login } = await server.linkedUser('stateful');
  const answer = await server.answerAs(login, await server.begin());
  const wrong = await server.call('POST', 'auth/provider/answer', null, { ...answer, state: 'x'.repeat(43) });
  expect([wrong.status, codeOf(wrong.body)]).toEqual([406, 'auth/provider-refused']);
  const late = await server.call('POST', 'auth/provider/answer', null, answer);
  expect([late.status, codeOf(late.body)]).toEqual([410, 'auth/second-step-gone']);
  const { answer: used, status } = await server.signInAs(login);
  expect(status).toBe(200);
  const replayed = await server.call('POST', 'auth/provider/answer', null, used);
  expect([replayed.status, codeOf(replayed.body)]).toEqual([410, 'auth/second-step-gone']);
  const elsewhere = await server.answerAs(login, await server.begin());
  const stolen = await server.begin();
  const mixed = await server.call('POST', 'auth/provider/answer', null, {
    ...elsewhere,
    ticket: stolen.ticket,
  });
  expect([mixed.status, codeOf(mixed.body)]).toEqual([406, 'auth/provider-refused']);
});

test('an expired request is refused', async () => {
  const { login } = await server.newUser('slow');
  const answer = await server.answerAs(login, await server.begin());
  server.clock.advance(15 * 60_000);
  const { status, body } = await server.call('POST', 'auth/provider/answer', null, answer);
  expect([status, codeOf(body)]).toEqual([410, 'auth/second-step-gone']);
});

test('a refusal at the provider gets a clear text', async () => {
  const { url, ticket } = await server.begin();
  const state = new URL(url).searchParams.get('state') ?? '';
  const refused = { ticket, state, iss: server.house.settings.issuer, error: 'access_denied' };
  const { status, body } = await server.call('POST', 'auth/provider/answer', null, refused);
  expect([status, codeOf(body)]).toEqual([406, 'auth/provider-refused']);
});

test('an address that the provider has not verified opens no account', async () => {
  const { login, email } = await server.newUser('unverified');
  for (const email_verified of [false, undefined, 'true', 'yes', 1]) {
    server.house.people.set(login, { email, ...(email_verified === undefined ? {} : { email_verified }) });
    const { status, body } = await server.signInAs(login);
    expect([status, codeOf(body)]).toEqual([406, 'auth/provider-no-account']);
  }
});

test('an address opens no account of level 4 or 5, of another institution, or of two users', async () => {
  const { db, groups } = server;
  await changeAsOwner(db, server.ids.admin, { user_group_id: groups.hospital });
  const above = await server.personOf('admin');
  const foreign = await server.personOf('doctor2');
  const twice = await server.newUser('twice1');
  const other = await server.newUser('twice2');
  await db.update(users).set({ email: twice.email }).where(eq(users.id, other.id));
  await server.openDoor(true);
  for (const [login, code] of [
    [above.login, 'auth/provider-link-first'],
    [foreign.login, 'auth/provider-no-account'],
    [twice.login, 'auth/provider-link-first'],
  ] as const) {
    const { status, body } = await server.signInAs(login);
    expect([login, status, codeOf(body)]).toEqual([login, 406, code]);
  }
  await changeAsOwner(db, server.ids.admin, { user_group_id: groups.admin });
});

test('another subject with the address of a linked user opens nothing', async () => {
  const { login, email } = await server.linkedUser('heir');
  expect((await server.signInAs(login)).status).toBe(200);
  server.house.people.set('sub-successor', { email, email_verified: true });
  const { status, body } = await server.signInAs('sub-successor');
  expect([status, codeOf(body)]).toEqual([406, 'auth/provider-no-account']);
});

test('a new user gets an account of level 1 only if the institution allows it', async () => {
  const login = server.stranger('new.comer', { preferred_username: 'n.comer' });
  expect(codeOf((await server.signInAs(login)).body)).toBe('auth/provider-no-account');
  await server.openDoor(true);
  const { body } = await server.signInAs(login);
  expect(body).toMatchObject({ user_id: 'ncomer', user_role: { role_key: 'DOCTOR', level: 1 } });
  expect((await server.signInAs(login)).body).toMatchObject({ user_id: 'ncomer' });
  const namesake = server.stranger('other.comer', { preferred_username: 'ncomer' });
  expect((await server.signInAs(namesake)).body).toMatchObject({ user_id: 'ncomer2' });
  const made = await server.db.select().from(auditLog).where(eq(auditLog.action, 'user.create'));
  expect(made.map(({ target }) => target)).toContainEqual(expect.stringMatching(/^user\/\d+ by house$/));
});

test('no account is created above level 1, or if two institutions are possible', async () => {
  const { db, groups, house } = server;
  const set = (id: number, register_code: string | null) =>
    db.update(userGroups).set({ register_code }).where(eq(userGroups.id, id));
  await set(groups.hospital, null);
  await set(groups.admin, 'HOUSE-1');
  await server.openDoor(true, groups.admin);
  const login = server.stranger('chief.of.all');
  expect(codeOf((await server.signInAs(login)).body)).toBe('auth/provider-no-account');
  await set(groups.admin, null);
  await set(groups.hospital, 'HOUSE-1');
  await set(groups.otherHospital, 'HOUSE-2');
  await server.openDoor(true);
  await server.openDoor(true, groups.otherHospital);
  expect(codeOf((await server.signInAs(login)).body)).toBe('auth/provider-no-account');
  await server.openDoor(false, groups.otherHospital);
  expect(await db.$count(users, eq(users.email, house.people.get(login)?.email ?? ''))).toBe(0);
});

test('a blocked user gets no session, and a deleted one no new account', async () => {
  const { db } = server;
  const asleep = await server.linkedUser('asleep');
  await db.update(users).set({ use_flag: 'D' }).where(eq(users.id, asleep.id));
  expect((await server.signInAs(asleep.login)).body).toMatchObject({ use_flag: 'D', token: '' });
  expect(await db.$count(sessions, eq(sessions.user_id, asleep.id))).toBe(0);

  const leaving = await server.linkedUser('leaving');
  const token = await server.tokenAs(leaving.login);
  const gone = { user_id: leaving.id, password: goodPassword };
  expect((await server.call('DELETE', 'user/user', token, gone)).status).toBe(200);
  await server.openDoor(true);
  const { status, body } = await server.signInAs(leaving.login);
  expect([status, codeOf(body)]).toEqual([406, 'auth/provider-no-account']);
  const [left] = await db.select().from(userIdentities).where(eq(userIdentities.user_id, leaving.id));
  expect(left).toMatchObject({ subject: leaving.login, email: '', last_used_at: null });
});

test('a provider opens accounts only of its institutions, also linked ones', async () => {
  const { db, groups } = server;
  const { id, login } = await server.linkedUser('mover');
  expect((await server.signInAs(login)).status).toBe(200);
  await changeAsOwner(db, id, { user_group_id: groups.otherHospital });
  await db.update(userGroups).set({ register_code: null }).where(eq(userGroups.id, groups.otherHospital));
  const { status, body } = await server.signInAs(login);
  expect([status, codeOf(body)]).toEqual([406, 'auth/provider-no-account']);
});
