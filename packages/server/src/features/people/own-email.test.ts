/**
 * Tests the ownership of e-mail addresses: only an answered code confirms one, and no two accounts have the same
 * confirmed address.
 */
import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { loginFailures, users } from '../../platform/db/schema/people.ts';
import { mailedUser } from '../../records/people/mail-user.ts';
import { readRecipients } from '../../records/notices/notification-preferences.ts';
import { mailLink } from './one-time-link.ts';
import { takeLinkRequests, takeMails } from './test-mails.ts';
import { addUser, goodPassword, peopleServer } from './test-people.ts';

let server: Awaited<ReturnType<typeof peopleServer>>;
let serial = 0;
beforeAll(async () => {
  server = await peopleServer(1000);
});
beforeEach(async () => {
  await server.db.delete(loginFailures);
  await takeMails(server.db);
});

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : null;

/** Creates and signs in a user whose address was stated by an administrator. */
async function person(email_confirmed_at: Date | null = null) {
  serial += 1;
  const user_id = `mailer${String(serial)}`;
  const email = `${user_id}@hospital.example`;
  const id = await addUser(server.db, user_id, 'DOCTOR', server.groups.hospital);
  await server.db.update(users).set({ email, email_confirmed_at }).where(eq(users.id, id));
  const token = await server.tokenOf(user_id);
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    server.call(method, path, token, body);
  const ask = (to: string) => call('PUT', 'user/profile', { email: to, current_password: goodPassword });
  const answer = (code: string) => call('POST', 'user/email/confirm', { code });
  const own = async () => (await call('GET', 'user/email')).body;
  return { id, user_id, email, call, ask, answer, own };
}

async function mailedCode(to: string): Promise<string> {
  const [mail] = (await takeMails(server.db)).filter((each) => each.to === to);
  expect(mail?.code).toBe('email-confirm');
  return server.oneTime.make('email-code', mail?.secret_id ?? '');
}

const wrongFor = (code: string): string => (code === '000000' ? '000001' : '000000');
const rowOf = async (id: number) => (await server.db.select().from(users).where(eq(users.id, id)))[0];

test('a new address waits for its code; the old one stays in force until then and is notified', async () => {
  const { id, email, ask, answer, own } = await person(new Date());
  const fresh = 'fresh1@hospital.example';
  expect((await ask(fresh)).status).toBe(200);
  expect(await own()).toMatchObject({ email, confirmed: true, pending: { email: fresh, tries_left: 5 } });
  const code = await mailedCode(fresh);
  expect((await answer(code)).status).toBe(200);
  expect(await own()).toEqual({ email: fresh, confirmed: true, pending: null });
  expect((await takeMails(server.db)).map((mail) => [mail.code, mail.to])).toEqual([
    ['email-changed', email],
  ]);
  expect((await answer(code)).status).toBe(410);
  const rows = await server.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.user_id, id), eq(auditLog.action, 'profile.change')));
  expect(rows).toHaveLength(2);
});

test('a code is valid for 10 minutes and five attempts, and a new one voids it', async () => {
  const { email, ask, answer, call, own } = await person();
  const fresh = 'fresh2@hospital.example';
  await ask(fresh);
  const first = await mailedCode(fresh);
  for (let at = 0; at < 4; at += 1) {
    expect(codeOf((await answer(wrongFor(first))).body)).toBe('auth/code-wrong');
  }
  expect(await own()).toMatchObject({ pending: { tries_left: 1 } });
  expect(codeOf((await answer(wrongFor(first))).body)).toBe('auth/code-expired');
  expect(codeOf((await answer(first)).body)).toBe('auth/code-expired');
  const soon = await call('POST', 'user/email/code', {});
  expect([soon.status, codeOf(soon.body)]).toEqual([406, 'auth/throttled']);
  server.clock.advance(61_000);
  expect((await call('POST', 'user/email/code', {})).status).toBe(200);
  const second = await mailedCode(fresh);
  if (second !== first) expect(codeOf((await answer(first)).body)).toBe('auth/code-wrong');
  server.clock.advance(600_000);
  expect(codeOf((await answer(second)).body)).toBe('auth/code-expired');
  expect(await own()).toMatchObject({ email, confirmed: false });
});

test('ten codes can be sent an hour', async () => {
  const { ask } = await person();
  const statuses: number[] = [];
  for (let at = 0; at < 12; at += 1) statuses.push((await ask(`many${String(at)}@hospital.example`)).status);
  expect([statuses.slice(0, 9), statuses.slice(10)]).toEqual([Array(9).fill(200), [406, 406]]);
});

test('a confirmed address belongs to one account in any spelling, and others learn this only with the code', async () => {
  const owner = await person(new Date());
  const other = await person();
  expect((await other.ask(owner.email.toUpperCase())).status).toBe(200);
  const refused = await other.answer(await mailedCode(owner.email.toUpperCase()));
  expect([refused.status, codeOf(refused.body)]).toEqual([409, 'user/email-taken']);
  expect(await other.own()).toMatchObject({ email: other.email });
  const now = new Date();
  const twice = server.db
    .update(users)
    .set({ email: owner.email.toUpperCase(), email_confirmed_at: now })
    .where(eq(users.id, other.id));
  await expect(twice).rejects.toThrow();
});

test('two accounts that confirm one address at once: one gets it', async () => {
  const [a, b] = [await person(), await person()];
  const shared = 'shared@hospital.example';
  await a.ask(shared);
  const first = await mailedCode(shared);
  server.clock.advance(61_000);
  await b.ask(shared);
  const second = await mailedCode(shared);
  const statuses = (await Promise.all([a.answer(first), b.answer(second)])).map(({ status }) => status);
  expect(statuses.toSorted((x, y) => x - y)).toEqual([200, 409]);
});

test('the unconfirmed address in force is confirmed by its own code', async () => {
  const { email, call, answer, own } = await person();
  expect(await own()).toEqual({ email, confirmed: false, pending: null });
  expect((await call('POST', 'user/email/code', {})).status).toBe(200);
  expect((await answer(await mailedCode(email))).status).toBe(200);
  expect(await own()).toEqual({ email, confirmed: true, pending: null });
  expect(await takeMails(server.db)).toEqual([]);
  server.clock.advance(61_000);
  expect((await call('POST', 'user/email/code', {})).status).toBe(404);
});

test('a waiting address is deleted on request', async () => {
  const { email, ask, call, answer, own } = await person(new Date());
  await ask('fresh3@hospital.example');
  const code = await mailedCode('fresh3@hospital.example');
  expect((await call('DELETE', 'user/email/pending')).status).toBe(200);
  expect(await own()).toEqual({ email, confirmed: true, pending: null });
  expect((await answer(code)).status).toBe(410);
});

test('an address confirmed by one account gets no mail of another: no link, no notice, no invitation', async () => {
  const typo = await person();
  const owner = await person();
  await server.db
    .update(users)
    .set({ email: typo.email.toUpperCase(), email_confirmed_at: new Date() })
    .where(eq(users.id, owner.id));
  const request = { user_id: typo.user_id, email: typo.email };
  expect((await server.call('POST', 'auth/password-mail', null, request)).status).toBe(200);
  const dependencies = { db: server.db, clock: server.clock, oneTime: server.oneTime };
  for (const request of await takeLinkRequests(server.db)) await mailLink(dependencies, request);
  expect(await takeMails(server.db)).toEqual([]);
  expect((await server.db.transaction((tx) => mailedUser(tx, typo.id)))?.email).toBe('');
  const recipients = await readRecipients(server.db, [typo.id, owner.id]);
  expect([recipients.get(typo.id)?.email, recipients.get(owner.id)?.email]).toEqual([
    '',
    typo.email.toUpperCase(),
  ]);
});

test('using a password link confirms the address it was mailed to; a changed address voids it', async () => {
  const { id, user_id, email, ask, answer } = await person();
  const dependencies = { db: server.db, clock: server.clock, oneTime: server.oneTime };
  const link = async (to: string) => {
    await server.call('POST', 'auth/password-mail', null, { user_id, email: to });
    for (const request of await takeLinkRequests(server.db)) await mailLink(dependencies, request);
    const [mail] = (await takeMails(server.db)).filter(({ code }) => code === 'password-link');
    return server.oneTime.make('password-link', mail?.secret_id ?? '');
  };
  const voided = await link(email);
  const fresh = 'fresh4@hospital.example';
  await ask(fresh);
  await answer(await mailedCode(fresh));
  const reset = (token: string) =>
    server.call('POST', 'auth/password-reset', null, { token, password: 'Velvet4Harbor8moss' });
  expect((await reset(voided)).status).toBe(410);
  await server.db.update(users).set({ email_confirmed_at: null }).where(eq(users.id, id));
  expect((await reset(await link(fresh))).status).toBe(200);
  expect((await rowOf(id))?.email_confirmed_at).not.toBeNull();
});
