import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { passwordLinks } from '../../platform/db/schema/new-accounts.ts';
import { loginFailures, users } from '../../platform/db/schema/people.ts';
import { mailLink } from './one-time-link.ts';
import { mailedSecret, takeLinkRequests, takeMails } from './test-mails.ts';
import { addUser, goodPassword, peopleServer } from './test-people.ts';
import { changeAsOwner } from '../../platform/db/test-place.ts';

let server: Awaited<ReturnType<typeof peopleServer>>;
const password = 'Copper3lantern7fog';
let serial = 0;

beforeAll(async () => {
  server = await peopleServer();
});
beforeEach(async () => {
  await server.db.delete(loginFailures);
  await takeMails(server.db);
  await takeLinkRequests(server.db);
});

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : null;
const post = (url: string, body: object, token: string | null = null) =>
  server.call('POST', url, token, body);

async function person() {
  serial += 1;
  const user_id = `lost${String(serial)}`;
  const email = `${user_id}@hospital.kr`;
  const id = await addUser(server.db, user_id, 'DOCTOR', server.groups.hospital);
  await server.db.update(users).set({ email, language: 'ko' }).where(eq(users.id, id));
  return { id, user_id, email };
}

async function runSearch(): Promise<void> {
  for (const request of await takeLinkRequests(server.db)) {
    await mailLink(server, request);
    await mailLink(server, request);
  }
}

async function linkFor({ user_id, email }: { user_id: string; email: string }): Promise<string> {
  expect((await post('auth/password-mail', { user_id, email })).status).toBe(200);
  await runSearch();
  return mailedSecret(server.db, server.oneTime, 'password-link');
}

test('accounts that exist, do not exist, or have another address get the same answer in the same time', async () => {
  const { user_id, email } = await person();
  const requests = [
    { user_id, email },
    { user_id, email: 'another@hospital.kr' },
    { user_id: 'nobodyatall', email },
    { user_id: user_id.toUpperCase(), email: email.toUpperCase() },
  ];
  for (const each of requests) expect((await post('auth/password-mail', each)).body).toEqual({ ok: true });
  expect(await takeMails(server.db)).toEqual([]);
  await runSearch();
  const mails = await takeMails(server.db);
  expect(mails.map(({ to, code, language }) => [to, code, language])).toEqual([
    [email, 'password-link', 'ko'],
    [email, 'password-link', 'ko'],
  ]);
});

test('the link works once, ends every session, allows only the new password and notifies by mail', async () => {
  const who = await person();
  const before = await server.tokenOf(who.user_id);
  const token = await linkFor(who);
  expect((await post('auth/password-link', { token })).body).toMatchObject({ user_id: who.user_id });
  expect((await post('auth/password-reset', { token, password })).status).toBe(200);
  expect((await server.call('GET', 'user/me', before)).status).toBe(403);
  expect((await server.signIn(who.user_id, goodPassword)).status).toBe(401);
  expect((await server.signIn(who.user_id, password)).status).toBe(200);
  expect((await takeMails(server.db)).map(({ code }) => code)).toEqual(['password-changed']);
  for (const url of ['auth/password-link', 'auth/password-reset']) {
    const again = await post(url, { token, ...(url.endsWith('reset') ? { password } : {}) });
    expect([again.status, codeOf(again.body)]).toEqual([410, 'auth/link-gone']);
  }
});

test('the database contains only the hash of a link', async () => {
  const token = await linkFor(await person());
  const kept = await server.db.select().from(passwordLinks);
  expect(JSON.stringify(kept)).not.toContain(token);
  expect(kept.every(({ token_hash }) => token_hash.byteLength === 32)).toBe(true);
});

test('a link is valid for 20 minutes, and using one voids the user’s others', async () => {
  const who = await person();
  const [first, second] = [await linkFor(who), await linkFor(who)];
  expect((await post('auth/password-reset', { token: second, password })).status).toBe(200);
  expect((await post('auth/password-reset', { token: first, password })).status).toBe(410);
  const late = await linkFor(who);
  server.clock.advance(20 * 60_000 - 1);
  expect((await post('auth/password-link', { token: late })).status).toBe(200);
  server.clock.advance(1);
  expect((await post('auth/password-link', { token: late })).status).toBe(410);
  const reset = await post('auth/password-reset', { token: late, password });
  expect([reset.status, codeOf(reset.body)]).toEqual([410, 'auth/link-gone']);
});

test('two uses of one link at once change the password once', async () => {
  const token = await linkFor(await person());
  const answers = await Promise.all(
    [password, 'Another4lantern7fog'].map((each) => post('auth/password-reset', { token, password: each })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
});

test.each([
  ['short1A', 'user/password-short'],
  ['has space in it 123', 'user/password-alphabet'],
  ['Password2024!', 'user/password-common'],
  ['x'.repeat(129), 'user/password-long'],
])('a new password %s is refused by name and the link stays valid', async (given, code) => {
  const token = await linkFor(await person());
  const answer = await post('auth/password-reset', { token, password: given });
  expect([answer.status, codeOf(answer.body)]).toEqual([422, code]);
  expect(answer.body).toMatchObject({ fields: { password: `refusal.${code.replace('/', '.')}` } });
  expect((await post('auth/password-reset', { token, password })).status).toBe(200);
});

test('a link written while the address changes is for the address then in force, or for none', async () => {
  const { id, user_id, email } = await person();
  await post('auth/password-mail', { user_id, email });
  const [request] = await takeLinkRequests(server.db);
  if (request === undefined) throw new Error('nothing was asked for');
  const ends: string[] = [];
  const isAtLock = async () => {
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return ends.length > 0 || (await server.db.execute(waiting)).rows.length > 0;
  };
  let writing: Promise<unknown> = Promise.resolve();
  await server.db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ email: `new.${email}` })
      .where(eq(users.id, id));
    writing = mailLink(server, request).then(() => ends.push('written'));
    await expect.poll(isAtLock).toBe(true);
  });
  await writing;
  expect((await takeMails(server.db)).map(({ to }) => to)).toEqual([]);
  expect(await server.db.$count(passwordLinks, eq(passwordLinks.user_id, id))).toBe(0);
});

test('dormant, waiting and deleted accounts get no link', async () => {
  for (const change of [{ use_flag: 'D' }, { use_flag: 'W' }, { deleted_at: new Date() }]) {
    const { id, user_id, email } = await person();
    await changeAsOwner(server.db, id, change);
    await post('auth/password-mail', { user_id, email });
    await runSearch();
    expect(await takeMails(server.db)).toEqual([]);
  }
});

test('an administrator learns that there is no such user, others only in their scope and below their level', async () => {
  const [admin, manager] = [await server.tokenOf('admin'), await server.tokenOf('manager')];
  const { user_id, email } = await person();
  const nobody = await post('user/password-mail', { user_id: 'nobodyatall', email }, admin);
  expect([nobody.status, codeOf(nobody.body)]).toEqual([404, 'user/not-registered']);
  expect((await post('user/password-mail', { user_id, email }, admin)).status).toBe(200);
  expect((await post('user/password-mail', { user_id, email }, manager)).status).toBe(200);
  expect(await takeMails(server.db)).toHaveLength(2);
  await server.db.update(users).set({ email: 'far@hospital.kr' }).where(eq(users.user_id, 'doctor2'));
  const far = await post('user/password-mail', { user_id: 'doctor2', email: 'far@hospital.kr' }, manager);
  expect([far.status, codeOf(far.body)]).toEqual([404, 'user/not-registered']);
  const doctor = await server.tokenOf('doctor');
  expect((await post('user/password-mail', { user_id, email }, doctor)).status).toBe(403);
});

test('repeated requests have to wait, whether the id exists or not', async () => {
  const { user_id, email } = await person();
  for (const each of [user_id, 'nobodyatall']) {
    const statuses: number[] = [];
    for (let ask = 0; ask < 6; ask += 1)
      statuses.push((await post('auth/password-mail', { user_id: each, email })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 406, 406]);
  }
});

test('a new password and a new address in the profile are mailed to the address in force, a code to the new one', async () => {
  const { user_id, email } = await person();
  const token = await server.tokenOf(user_id);
  const change = { email: `new-${email}`, password, current_password: goodPassword };
  expect((await server.call('PUT', 'user/profile', token, change)).status).toBe(200);
  const mailed = await takeMails(server.db);
  expect(mailed.map(({ code, to }) => [code, to])).toEqual([
    ['email-confirm', `new-${email}`],
    ['password-changed', email],
  ]);
  expect((await server.call('PUT', 'user/profile', token, { phone_number: '010', email })).status).toBe(200);
  expect(await takeMails(server.db)).toEqual([]);
});
