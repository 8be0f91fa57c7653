import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { emailVerifications } from '../../platform/db/schema/new-accounts.ts';
import { notifications } from '../../platform/db/schema/notices.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { loginFailures, userGroups, users } from '../../platform/db/schema/people.ts';
import { mailedSecret, takeMails } from './test-mails.ts';
import { addUser, goodPassword, peopleServer } from './test-people.ts';

let server: Awaited<ReturnType<typeof peopleServer>>;
const institution_code = 'HOSP-1';
let serial = 0;

beforeAll(async () => {
  server = await peopleServer();
  const { hospital, center, admin } = server.groups;
  for (const [id, register_code] of [
    [hospital, institution_code],
    [center, 'CENT-1'],
    [admin, 'ADMIN-1'],
  ] as const)
    await server.db.update(userGroups).set({ register_code }).where(eq(userGroups.id, id));
  await addUser(server.db, 'centerhead', 'CENTER', center);
  await server.db
    .update(users)
    .set({ email: 'head@center.kr', language: 'ja' })
    .where(eq(users.user_id, 'centerhead'));
});
beforeEach(async () => {
  await server.db.delete(loginFailures);
  await server.db.delete(notifications);
  await takeMails(server.db);
});

const read = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : null;
const post = (url: string, body: object, token: string | null = null) =>
  server.call('POST', url, token, body);

async function verifiedEmail(email: string): Promise<string> {
  const sent = await post('auth/verification', { email, institution_code });
  expect(sent.status).toBe(200);
  const verification_id = String(read(sent.body, 'verification_id'));
  const code = await mailedSecret(server.db, server.oneTime, 'email-code');
  const checked = await post('auth/verification', { verification_id, code });
  expect(checked.body).toMatchObject({ verified: true });
  return verification_id;
}

async function form(change: object = {}) {
  serial += 1;
  const user_id = `takeda${String(serial)}`;
  return {
    terms_agreed: true,
    institution_code,
    user_id,
    verification_id: await verifiedEmail(`${user_id}@minato.example`),
    name: '武田 恵',
    department: '循環器内科',
    role_key: 'DOCTOR',
    phone_number: '03-0000-0412',
    password: goodPassword,
    ...change,
  };
}

test('a code names its institution and the roles for sign-up; unknown ones are refused', async () => {
  const hospital = await post('auth/institution-code', { institution_code: ' hosp-1 ' });
  expect(hospital.body).toEqual({
    name: 'Hospital',
    type: 'hospital',
    roles: ['DOCTOR', 'MANAGER'],
    immediate_sign_up: false,
  });
  const center = await post('auth/institution-code', { institution_code: 'CENT-1' });
  expect(center.body).toMatchObject({ roles: ['TECHNICIAN', 'CHIEF', 'MANAGER'] });
  for (const unknown of ['ADMIN-1', 'nothing']) {
    const answer = await post('auth/institution-code', { institution_code: unknown });
    expect([answer.status, read(answer.body, 'code')]).toEqual([422, 'auth/institution-code-unknown']);
    expect(read(answer.body, 'fields')).toEqual({
      institution_code: 'refusal.auth.institution-code-unknown',
    });
    expect(read(answer.body, 'detail')).toBe('Invalid institutional code.');
  }
});

test('guessing institution codes has to wait after thirty, and a right one resets the count', async () => {
  const guess = () => post('auth/institution-code', { institution_code: 'guess' });
  for (let at = 0; at < 20; at += 1) expect((await guess()).status).toBe(422);
  expect((await post('auth/institution-code', { institution_code })).status).toBe(200);
  for (let at = 0; at < 29; at += 1) expect((await guess()).status).toBe(422);
  expect((await guess()).status).toBe(406);
});

test('a wrong code counts, the fifth ends it; the right one confirms the address', async () => {
  const sent = await post('auth/verification', { email: 'tries@minato.example', institution_code });
  expect(sent.body).toMatchObject({ verified: false, tries_left: 5, sender: 'no-reply@desk.example' });
  const verification_id = read(sent.body, 'verification_id');
  const right = await mailedSecret(server.db, server.oneTime, 'email-code');
  const wrong = right === '000000' ? '000001' : '000000';
  const check = (code: string) => post('auth/verification', { verification_id, code });
  for (let at = 0; at < 4; at += 1) {
    const answer = await check(wrong);
    expect([answer.status, read(answer.body, 'fields')]).toEqual([422, { code: 'refusal.auth.code-wrong' }]);
  }
  for (const code of [wrong, right]) {
    const over = await check(code);
    expect([over.status, read(over.body, 'code')]).toEqual([410, 'auth/code-expired']);
  }
});

test('a code is sent again after a minute, which ends the one before; it is valid for ten minutes', async () => {
  const ask = { email: 'again@minato.example', institution_code };
  const first = await post('auth/verification', ask);
  const firstCode = await mailedSecret(server.db, server.oneTime, 'email-code');
  server.clock.advance(59_000);
  const soon = await post('auth/verification', { ...ask, email: 'AGAIN@minato.example' });
  expect([soon.status, soon.retryAfter]).toEqual([406, '1']);
  server.clock.advance(1_000);
  const second = await post('auth/verification', ask);
  const code = await mailedSecret(server.db, server.oneTime, 'email-code');
  const check = (answer: { body: unknown }, given: string) =>
    post('auth/verification', { verification_id: read(answer.body, 'verification_id'), code: given });
  expect((await check(first, firstCode)).status).toBe(410);
  server.clock.advance(10 * 60_000 - 1);
  expect((await check(second, code)).status).toBe(200);
  expect((await check(second, code)).body).toMatchObject({ verified: true });
  server.clock.advance(60_000);
  const third = await post('auth/verification', ask);
  const thirdCode = await mailedSecret(server.db, server.oneTime, 'email-code');
  server.clock.advance(10 * 60_000);
  expect((await check(third, thirdCode)).status).toBe(410);
});

test('two simultaneous requests send one mail, and no code is in the database', async () => {
  const ask = { email: 'twice@minato.example', institution_code };
  const answers = await Promise.all([post('auth/verification', ask), post('auth/verification', ask)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 406]);
  const [mail] = await takeMails(server.db);
  const code = server.oneTime.make('email-code', mail?.secret_id ?? '');
  const kept = await server.db.select().from(emailVerifications);
  expect(JSON.stringify([kept, mail])).not.toContain(`"${code}"`);
});

test.each([
  [{}, ['email', 'institution_code']],
  [{ email: 'a@b.kr' }, ['institution_code']],
  [{ code: '123456' }, ['verification_id']],
  [{ email: 'no address', institution_code }, ['email']],
  [{ email: 'a@b.kr', institution_code: 'nothing' }, ['institution_code']],
])('a verification with %o names its fields', async (body, fields) => {
  const answer = await post('auth/verification', body);
  expect([answer.status, Object.keys(read(answer.body, 'fields') ?? {}).sort()]).toEqual([422, fields]);
});

test('a new account waits: it cannot sign in, users above it are notified by bell and mail, and approval opens it', async () => {
  const account = await form();
  const made = await post('auth/signup', account);
  expect([made.status, made.body]).toEqual([201, { waits_for_approval: true }]);
  expect((await server.signIn(account.user_id)).body).toMatchObject({ token: '', use_flag: 'W' });
  const mails = await takeMails(server.db);
  expect(mails.map(({ to, code, language }) => [to, code, language])).toEqual([
    [`${account.user_id}@minato.example`, 'sign-up-done', 'en'],
    ['head@center.kr', 'sign-up-waiting', 'ja'],
  ]);
  const notified = await server.db
    .select({ user_id: users.user_id, parameters: notifications.parameters })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.user_id));
  expect(notified.map(({ user_id }) => user_id).sort()).toEqual(['admin', 'centerhead', 'manager']);
  expect(notified[0]?.parameters).toEqual({ user_name: '武田 恵', group_name: 'Hospital' });

  const manager = await server.tokenOf('manager');
  const waiting = await server.call('GET', 'user/waiting', manager);
  expect(waiting.body).toMatchObject({
    total: 1,
    items: [
      { user_id: account.user_id, department: '循環器内科', phone_number: '0300000412', role_key: 'DOCTOR' },
    ],
  });
  const [row] = await server.db.select().from(users).where(eq(users.user_id, account.user_id));
  const approve = () => post(`user/user/${String(row?.id)}/approve`, {}, manager);
  expect((await approve()).status).toBe(200);
  const again = await approve();
  expect([again.status, read(again.body, 'code')]).toEqual([406, 'user/not-waiting']);
  expect((await takeMails(server.db)).map(({ code }) => code)).toEqual(['sign-up-approved']);
  expect(await server.tokenOf(account.user_id)).not.toBe('');
});

test('a refused account is notified why and deleted; its id is free, the audit log keeps it', async () => {
  const account = await form();
  await post('auth/signup', account);
  await takeMails(server.db);
  const [row] = await server.db.select().from(users).where(eq(users.user_id, account.user_id));
  const url = `user/user/${String(row?.id)}/refuse`;
  const manager = await server.tokenOf('manager');
  const bare = await post(url, {}, manager);
  expect([bare.status, read(bare.body, 'fields')]).toEqual([422, { reason: 'alert.required' }]);
  expect((await post(url, { reason: 'not one of ours' }, manager)).status).toBe(200);
  const [mail] = await takeMails(server.db);
  expect(mail).toMatchObject({ code: 'sign-up-refused', parameters: { reason: 'not one of ours' } });
  expect((await server.call('GET', `auth/id-check?user_id=${account.user_id}`, null)).body).toEqual({
    available: true,
  });
  const kept = await server.db
    .select({ action: auditLog.action, reason: auditLog.reason })
    .from(auditLog)
    .where(and(eq(auditLog.target, `user/${String(row?.id)}`)));
  expect(kept).toEqual([
    { action: 'user.sign-up', reason: '' },
    { action: 'user.refuse', reason: 'not one of ours' },
  ]);
});

test('approvers are above the new user and have it in their scope', async () => {
  const account = await form({ role_key: 'MANAGER' });
  await post('auth/signup', account);
  const [row] = await server.db.select().from(users).where(eq(users.user_id, account.user_id));
  const url = `user/user/${String(row?.id)}/approve`;
  const statusOf = async (user_id: string) => (await post(url, {}, await server.tokenOf(user_id))).status;
  await addUser(server.db, 'farmanager', 'MANAGER', server.groups.otherHospital);
  await addUser(server.db, 'farhead', 'CENTER', server.groups.otherCenter);
  expect(await statusOf('doctor')).toBe(403);
  expect(await statusOf('farmanager')).toBe(404);
  expect(await statusOf('farhead')).toBe(404);
  expect(await statusOf('manager')).toBe(406);
  const notified = await server.db
    .select({ user_id: users.user_id })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.user_id));
  expect(notified.map(({ user_id }) => user_id).sort()).toEqual(['admin', 'centerhead']);
  expect((await server.call('GET', 'user/waiting', await server.tokenOf('manager'))).body).toMatchObject({
    total: 0,
  });
  expect(await statusOf('centerhead')).toBe(200);
});

test.each([
  [{ terms_agreed: false }, 422, 'terms_agreed'],
  [{ institution_code: 'nothing' }, 422, 'institution_code'],
  [{ user_id: 'no spaces' }, 422, 'user_id'],
  [{ user_id: 'doctor' }, 409, 'user_id'],
  [{ verification_id: 'A'.repeat(43) }, 410, 'verification_id'],
  [{ name: ' ' }, 422, 'name'],
  [{ name: undefined }, 422, 'name'],
  [{ department: undefined }, 422, 'department'],
  [{ role_key: 'ADMIN' }, 422, 'role_key'],
  [{ role_key: 'TECHNICIAN' }, 422, 'role_key'],
  [{ phone_number: '1'.repeat(40) }, 422, 'phone_number'],
  [{ password: 'minato#heart1' }, 422, 'password'],
  [{ password: undefined }, 422, 'password'],
  [{ level: 5 }, 422, 'level'],
])('a form with %o is refused by its field and creates nothing', async (change, status, field) => {
  const account = await form(change);
  const answer = await post('auth/signup', account);
  expect([answer.status, Object.keys(read(answer.body, 'fields') ?? {})]).toEqual([status, [field]]);
  expect(await server.db.$count(users, eq(users.name, '武田 恵 '))).toBe(0);
});

test('one confirmed address creates one account, and of two users who want one id one gets it', async () => {
  const account = await form();
  expect((await post('auth/signup', account)).status).toBe(201);
  const second = await post('auth/signup', { ...account, user_id: `${account.user_id}x` });
  expect(second.status).toBe(410);
  const [one, other] = [await form({ user_id: 'wanted1' }), await form({ user_id: 'Wanted1' })];
  const answers = await Promise.all([post('auth/signup', one), post('auth/signup', other)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('if the institution allows immediate use, level 1 signs in at once; level 2 still waits', async () => {
  const set = (immediate_sign_up: boolean) =>
    server.db.update(userGroups).set({ immediate_sign_up }).where(eq(userGroups.id, server.groups.hospital));
  await set(true);
  const known = await post('auth/institution-code', { institution_code });
  expect(known.body).toMatchObject({ immediate_sign_up: true });
  const doctor = await form();
  expect((await post('auth/signup', doctor)).body).toEqual({ waits_for_approval: false });
  expect((await takeMails(server.db)).map(({ code }) => code)).toEqual(['sign-up-approved']);
  expect(await server.db.$count(notifications)).toBe(0);
  expect(await server.tokenOf(doctor.user_id)).not.toBe('');
  const manager = await form({ role_key: 'MANAGER' });
  expect((await post('auth/signup', manager)).body).toEqual({ waits_for_approval: true });
  expect((await server.signIn(manager.user_id)).body).toMatchObject({ token: '', use_flag: 'W' });
  await set(false);
});

test('an address that another account confirmed creates no second account', async () => {
  const account = await form();
  const email = `${account.user_id}@minato.example`;
  const own = (values: Partial<typeof users.$inferInsert>) =>
    server.db.update(users).set(values).where(eq(users.user_id, 'doctor'));
  await own({ email: email.toUpperCase(), email_confirmed_at: new Date() });
  const refused = await post('auth/signup', account);
  expect([refused.status, read(refused.body, 'code')]).toEqual([409, 'user/email-taken']);
  await own({ email: '', email_confirmed_at: null });
  expect((await post('auth/signup', account)).status).toBe(201);
  const [made] = await server.db.select().from(users).where(eq(users.user_id, account.user_id));
  expect(made?.email_confirmed_at).not.toBeNull();
});
