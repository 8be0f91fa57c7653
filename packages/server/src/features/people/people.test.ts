import { eq, gt, isNotNull } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { loginFailures, pushTokens, users } from '../../platform/db/schema/people.ts';
import { addUser, goodPassword, peopleServer } from './test-people.ts';

let server: Awaited<ReturnType<typeof peopleServer>>;
let doctor: string;
beforeAll(async () => {
  server = await peopleServer();
  doctor = await server.tokenOf('doctor');
});

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : null;

const put = (token: string, body: object) => server.call('PUT', 'user/profile', token, body);

test('sent fields are changed, the rest stays, the phone number is normalised', async () => {
  const body = {
    user_id: 'doctor',
    name: 'Kim Minji',
    email: 'minji@example.org',
    phone_number: '010-1234 5678',
    current_password: goodPassword,
  };
  expect((await put(doctor, body)).status).toBe(200);
  expect((await put(doctor, { user_id: 'doctor', phone_number: '0101234가5678', email: '' })).status).toBe(
    200,
  );
  const me = await server.call('GET', 'user/me', doctor);
  expect(me.body).toMatchObject({
    name: 'Kim Minji',
    email: '',
    phone_number: '01012345678',
  });
});

test('a bad e-mail address, bad passwords and another user are refused', async () => {
  const email = await put(doctor, { email: 'minji@example' });
  expect([email.status, codeOf(email.body)]).toEqual([422, 'user/email-format']);
  for (const password of ['short1A', 'has space in it 123', 'Password2024!', 'x'.repeat(129)]) {
    expect((await put(doctor, { password })).status).toBe(422);
  }
  expect((await put(doctor, { user_id: 'chief', name: 'X' })).status).toBe(404);
  expect((await put(doctor, { role_key: 'ADMIN' })).status).toBe(422);
});

test('a new password ends the other sessions and keeps this one', async () => {
  const [mine, other] = [await server.tokenOf('doctor2'), await server.tokenOf('doctor2')];
  const password = 'Copper3lantern7fog';
  expect((await put(mine, { password, current_password: goodPassword })).status).toBe(200);
  expect((await server.call('GET', 'user/me', mine)).status).toBe(200);
  expect((await server.call('GET', 'user/me', other)).status).toBe(403);
  expect((await server.signIn('doctor2', goodPassword)).status).toBe(401);
  expect((await server.signIn('doctor2', password)).status).toBe(200);
});

test('a new password or e-mail address needs the current password, and a wrong one counts', async () => {
  await addUser(server.db, 'careful', 'DOCTOR', server.groups.hospital);
  const token = await server.tokenOf('careful');
  const missing = await put(token, { password: 'Copper3lantern7fog' });
  expect([missing.status, codeOf(missing.body)]).toEqual([422, 'auth/password-missing']);
  expect(missing.body).toHaveProperty('fields.current_password');
  const email = 'careful@example.org';
  expect(codeOf((await put(token, { email })).body)).toBe('auth/password-missing');
  const counted = () => server.db.$count(loginFailures, gt(loginFailures.failures, 0));
  const before = await counted();
  const wrong = await put(token, { email, current_password: 'not this one' });
  expect([wrong.status, codeOf(wrong.body)]).toEqual([406, 'auth/wrong-password']);
  expect(await counted()).toBe(before + 1);
  expect((await put(token, { email, current_password: goodPassword })).status).toBe(200);
  // The attempt with the wrong password is taken back; the code mailed to the new address is counted separately.
  expect(await counted()).toBe(before + 1);
  // Sending the current address is not a change; the page's form sends it with every save.
  await server.db.update(users).set({ email }).where(eq(users.user_id, 'careful'));
  expect((await put(token, { email, name: 'Careful' })).status).toBe(200);
});

test('a one-time password allows nothing until it is changed', async () => {
  await server.db.update(users).set({ must_change_password: true }).where(eq(users.user_id, 'chief'));
  const token = await server.tokenOf('chief');
  const closed = await server.call('GET', 'user/chiefs', token);
  expect([closed.status, codeOf(closed.body)]).toEqual([406, 'auth/password-change-due']);
  expect((await server.call('GET', 'user/me', token)).body).toMatchObject({ must_change_password: true });
  const current_password = goodPassword;
  expect((await put(token, { password: goodPassword, current_password })).status).toBe(406);
  expect((await put(token, { password: 'Quartz6meadow2rain', current_password })).status).toBe(200);
  expect((await server.call('GET', 'user/chiefs', token)).status).toBe(200);
});

test('list settings are stored, and unknown ones refused', async () => {
  const list = { columns: ['hn_id', 'status'], density: 'compact', preview_open: true };
  const preferences = { lists: { cases: list }, single_letter_keys: false };
  expect((await server.call('PUT', 'user/preferences', doctor, { preferences })).status).toBe(200);
  expect((await server.call('GET', 'user/me', doctor)).body).toMatchObject({ preferences });
  const wrong = { lists: { cases: { ...list, colour: 'red' } }, single_letter_keys: false };
  expect((await server.call('PUT', 'user/preferences', doctor, { preferences: wrong })).status).toBe(422);
});

test('the heights of the recording’s scales are stored, and invalid ones refused', async () => {
  const kept = { lists: {}, single_letter_keys: true };
  const scales = { trend_px: 202, disclosure_lines: 5 };
  const put = async (preferences: unknown): Promise<number> =>
    (await server.call('PUT', 'user/preferences', doctor, { preferences })).status;
  const read = async (): Promise<unknown> => (await server.call('GET', 'user/me', doctor)).body;
  expect(await put({ ...kept, scales })).toBe(200);
  expect(await read()).toMatchObject({ preferences: { scales } });
  expect(await put({ ...kept, scales: { ...scales, disclosure_lines: 0 } })).toBe(422);
  expect(await put(kept)).toBe(200);
  expect(await read()).not.toHaveProperty('preferences.scales');
});

test('a user’s keys for the desk’s commands are stored, only for this user', async () => {
  const kept = { lists: {}, single_letter_keys: true };
  const desk_keys = { accept: 'G', 'accept.2': 'F9', 'name-v': 'Ctrl+B' };
  const put = async (preferences: unknown): Promise<number> =>
    (await server.call('PUT', 'user/preferences', doctor, { preferences })).status;
  const read = async (token: string): Promise<unknown> => (await server.call('GET', 'user/me', token)).body;
  const doctor_again = await server.tokenOf('doctor');
  for (let times = 0; times < 2; times += 1) expect(await put({ ...kept, desk_keys })).toBe(200);
  expect(await read(doctor_again)).toMatchObject({ preferences: { desk_keys } });
  await addUser(server.db, 'keyless', 'DOCTOR', server.groups.hospital);
  expect(await read(await server.tokenOf('keyless'))).not.toHaveProperty('preferences.desk_keys');
  for (const wrong of [{ accept: '' }, { 'no such': 'G' }, { accept: 7 }, { accept: 'x'.repeat(25) }])
    expect(await put({ ...kept, desk_keys: wrong })).toBe(422);
  expect(await read(doctor)).toMatchObject({ preferences: { desk_keys } });
  expect(await put(kept)).toBe(200);
  expect(await read(doctor)).not.toHaveProperty('preferences.desk_keys');
});

test('technicians and chiefs are those of the own center, including its teams', async () => {
  const technician = await server.tokenOf('technician');
  const list = await server.call('GET', 'user/technicians', technician);
  expect(list.body).toMatchObject({
    items: [
      { id: server.ids.chief, role_key: 'CHIEF', open_cases: 0 },
      { id: server.ids.technician, role_key: 'TECHNICIAN', open_cases: 0 },
    ],
  });
  const foreign = `user/technicians?tech_center_id=${String(server.groups.otherCenter)}`;
  expect((await server.call('GET', foreign, technician)).body).toEqual({ items: [] });
  const admin = await server.tokenOf('admin');
  expect((await server.call('GET', foreign, admin)).body).toMatchObject({
    items: [{ id: server.ids.technician2 }],
  });
  expect((await server.call('GET', 'user/technicians', doctor)).status).toBe(403);
});

test('facilities are those in scope', async () => {
  const carrier = await server.tokenOf('carrier');
  const { hospital } = server.groups;
  const upload = await server.call('GET', 'user/facilities?for_upload=true', carrier);
  expect(upload.body).toMatchObject({ items: [{ id: hospital, name: 'Hospital', type: 'hospital' }] });
  expect((await server.call('GET', 'user/facilities', doctor)).body).toMatchObject({
    items: [{ id: hospital }],
  });
});

test('roles of one kind of group are listed', async () => {
  const { body } = await server.call('GET', 'user/roles?group_type=hospital', doctor);
  expect(body).toEqual({
    items: [
      { id: 2, role_key: 'DOCTOR', group_type: 'hospital', level: 1 },
      expect.objectContaining({ role_key: 'MANAGER', group_type: 'hospital', level: 2 }),
    ],
  });
});

const remove = (token: string, id: number, password?: string) =>
  server.call('DELETE', 'user/user', token, { user_id: id, ...(password === undefined ? {} : { password }) });

test('levels and scope decide, with the documented codes', async () => {
  const manager = await server.tokenOf('manager');
  const inGroup = await addUser(server.db, 'newdoctor', 'DOCTOR', server.groups.hospital);
  const equal = await addUser(server.db, 'manager2', 'MANAGER', server.groups.hospital);
  expect((await remove(doctor, inGroup)).status).toBe(403);
  expect((await remove(manager, server.ids.technician2)).status).toBe(404);
  expect((await remove(manager, equal)).status).toBe(406);
  const token = await server.tokenOf('newdoctor');
  await server.call('POST', 'user/pushtoken', token, { push_token: 'browser' });
  expect((await remove(manager, inGroup)).status).toBe(200);
  expect((await server.call('GET', 'user/me', token)).status).toBe(403);
  expect((await server.signIn('newdoctor')).status).toBe(401);
  expect((await server.call('GET', 'user/me', manager)).status).toBe(403);
  expect((await remove(await server.tokenOf('manager'), inGroup)).status).toBe(404);
  expect(await server.db.$count(pushTokens)).toBe(0);
  const audited = await server.db.select().from(auditLog).where(eq(auditLog.action, 'user.delete'));
  expect(audited.filter(({ outcome }) => outcome === 'done')).toMatchObject([
    { target: `user/${String(inGroup)}` },
  ]);
});

test('a user is deleted by the login id, as the specification sends it', async () => {
  const digits = await addUser(server.db, '4711', 'DOCTOR', server.groups.hospital);
  const row = await addUser(server.db, 'named', 'DOCTOR', server.groups.hospital);
  const admin = await server.tokenOf('admin');
  const removeNamed = (user_id: string) => server.call('DELETE', 'user/user', admin, { user_id });
  expect((await removeNamed('Named')).status).toBe(200);
  expect((await removeNamed('named')).status).toBe(404);
  expect((await removeNamed('nobody')).status).toBe(404);
  expect((await removeNamed('4711')).status).toBe(200);
  const deleted = await server.db.select().from(users).where(isNotNull(users.deleted_at));
  expect(deleted.map(({ id }) => id)).toEqual(expect.arrayContaining([digits, row]));
});

test('a user may withdraw', async () => {
  const id = await addUser(server.db, 'leaving', 'DOCTOR', server.groups.hospital);
  const token = await server.tokenOf('leaving');
  const missing = await remove(token, id);
  expect([missing.status, codeOf(missing.body)]).toEqual([422, 'auth/password-missing']);
  const wrong = await remove(token, id, 'not this one');
  expect([wrong.status, codeOf(wrong.body)]).toEqual([406, 'auth/wrong-password']);
  expect((await server.call('GET', 'user/me', token)).status).toBe(200);
  const inAddress = `user/user?user_id=${String(id)}&password=${goodPassword}`;
  expect((await server.call('DELETE', inAddress, token)).status).toBe(422);
  expect((await remove(token, id, goodPassword)).status).toBe(200);
  expect((await server.call('GET', 'user/me', token)).status).toBe(403);
});

test('an account without a password hash has an unknown password, and causes no error', async () => {
  const broken = ['', '$argon2id$v=19$broken', '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAB$AAAA'];
  for (const [at, password_hash] of broken.entries()) {
    const user_id = `hashless${String(at)}`;
    const id = await addUser(server.db, user_id, 'DOCTOR', server.groups.hospital);
    const token = await server.tokenOf(user_id);
    await server.db.update(users).set({ password_hash }).where(eq(users.id, id));
    expect((await server.signIn(user_id)).status).toBe(401);
    expect((await server.signIn(user_id, '-')).status).toBe(401);
    const withdrawal = await remove(token, id, goodPassword);
    expect([withdrawal.status, codeOf(withdrawal.body)]).toEqual([406, 'auth/wrong-password']);
    const change = { password: 'Copper3lantern7fog', current_password: goodPassword };
    expect(codeOf((await put(token, change)).body)).toBe('auth/wrong-password');
    const admin = await server.tokenOf('admin');
    expect((await remove(admin, id)).status).toBe(200);
  }
});

test('a deletion ends the session of a user below level 5, and of nobody else', async () => {
  const [first, second] = [
    await addUser(server.db, 'leaver1', 'DOCTOR', server.groups.hospital),
    await addUser(server.db, 'leaver2', 'DOCTOR', server.groups.hospital),
  ];
  const [acting, elsewhere] = [await server.tokenOf('manager'), await server.tokenOf('manager')];
  expect((await remove(acting, first)).status).toBe(200);
  expect((await server.call('GET', 'user/me', acting)).status).toBe(403);
  expect((await server.call('GET', 'user/me', elsewhere)).status).toBe(200);
  const admin = await server.tokenOf('admin');
  expect((await remove(admin, second)).status).toBe(200);
  expect((await server.call('GET', 'user/me', admin)).status).toBe(200);
});

test('of two administrators who delete each other at once, one remains', async () => {
  const second = await addUser(server.db, 'admin2', 'ADMIN', server.groups.admin);
  const [one, two] = [await server.tokenOf('admin'), await server.tokenOf('admin2')];
  const answers = await Promise.all([remove(one, second), remove(two, server.ids.admin)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const token = answers[0].status === 200 ? one : two;
  const id = answers[0].status === 200 ? server.ids.admin : second;
  const last = await remove(token, id, goodPassword);
  expect([last.status, codeOf(last.body)]).toEqual([406, 'user/last-top-level']);
});
