/** Tests users on the running server: creation, changes, and every rule of levels with its refusal. */
import { randomUUID } from 'node:crypto';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { zoneClock } from '@rhythmdesk/domain/kit/wall-clock';
import { roleNumber } from '@rhythmdesk/domain/people/user-fields';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { cases } from '../../../platform/db/schema/cases.ts';
import { passwordLinks } from '../../../platform/db/schema/new-accounts.ts';
import { auditLog } from '../../../platform/db/schema/operations.ts';
import { userGroups, users } from '../../../platform/db/schema/people.ts';
import { passkeys } from '../../../platform/db/schema/sign-in-factors.ts';
import { codeOf, refused } from '../../../testing/test-institutions.ts';
import { userWorld } from '../../../testing/test-users.ts';

let world: Awaited<ReturnType<typeof userWorld>>;
beforeAll(async () => {
  world = await userWorld();
});

const password = 'Copper3lantern7fog';
const next = 'Quartz6meadow2rain';
const tokenOf = (body: unknown): string => z.object({ token: z.string() }).parse(body).token;

test('a user is created with the payload of the specification, and signs in with a one-time password', async () => {
  const body = await world.payload('DOCTOR', 'Hospital', { phone_number: '010-1234 가5678' });
  const answer = await world.ask('manager', 'POST', 'user/user', body);
  expect(answer.status).toBe(201);
  const { id } = z.object({ id: z.number(), version: z.literal(1) }).parse(answer.body);
  expect(await world.userRow(id)).toMatchObject({
    phone_number: '01012345678',
    must_change_password: true,
    created_by: world.person('manager').id,
    flag: 'one-time',
  });
  const first = await world.signIn(body.user_id, password);
  expect(first.body).toMatchObject({ must_change_password: true });
  const token = tokenOf(first.body);
  const closed = await world.call('user/facilities', token);
  expect(closed.status).toBe(406);
  const put = (chosen: string) =>
    world.call('user/profile', token, {
      method: 'PUT',
      body: { password: chosen, current_password: password },
    });
  expect((await put(password)).status).toBe(406);
  expect((await put(next)).status).toBe(200);
  expect((await world.call('user/facilities', token)).status).toBe(200);
  expect((await world.userRow(id)).flag).toBe('active');
  const read = await world.ask('manager', 'GET', `user/user/${String(id)}`);
  const { created_at, updated_at } = z
    .object({ created_at: z.string(), updated_at: z.string() })
    .parse(read.body);
  expect(Date.parse(updated_at)).toBeGreaterThanOrEqual(Date.parse(created_at));
});

test('every fault of a field is 422 with its name and a text in four languages', async () => {
  const good = await world.payload('DOCTOR', 'Hospital');
  const faults = [
    ['name', '', 'refusal.input.invalid'],
    ['user_id', 'with space', 'refusal.user.id-format'],
    ['password', 'short1A', 'refusal.user.password-short'],
    ['password', 'has space in it 123', 'refusal.user.password-alphabet'],
    ['email', 'nobody', 'refusal.user.email-format'],
    ['user_role_id', 99, 'refusal.input.invalid'],
    ['user_role_id', roleNumber('CHIEF'), 'refusal.user.role-unfit-for-group'],
    ['user_group_id', 999_999, 'refusal.user.group-unknown'],
    ['description', 'x'.repeat(2001), 'refusal.input.invalid'],
    ['phone_number', '1'.repeat(33), 'refusal.input.invalid'],
  ] as const;
  for (const [field, value, key] of faults) {
    const details = new Set<string>();
    for (const language of languages) {
      const body = { ...good, [field]: value };
      const answer = await world.ask('admin', 'POST', 'user/user', body, language);
      const { detail, fields } = refused.parse(answer.body);
      expect([field, answer.status, fields]).toEqual([field, 422, { [field]: key }]);
      details.add(detail);
    }
    expect([field, details.size]).toEqual([field, languages.length]);
  }
  for (const field of ['name', 'user_id', 'password', 'email', 'user_role_id', 'user_group_id'] as const) {
    const { [field]: _left, ...body } = good;
    const answer = await world.ask('admin', 'POST', 'user/user', body);
    expect(refused.parse(answer.body).fields).toEqual({ [field]: 'alert.required' });
  }
});

test('a user id is used once, in upper or lower case, also after its owner has left', async () => {
  const { id } = await world.madeUser('DOCTOR', 'Hospital', { user_id: 'Taken77' });
  const again = () => world.create('DOCTOR', 'Hospital', { user_id: 'tAKEN77' });
  expect(codeOf(await again())).toEqual([409, 'user/id-taken']);
  expect(refused.parse((await again()).body).fields).toEqual({ user_id: 'refusal.user.id-taken' });
  expect((await world.ask('admin', 'DELETE', 'user/user', { user_id: id })).status).toBe(200);
  expect(codeOf(await again())).toEqual([409, 'user/id-taken']);
});

test('nobody creates or edits a user of the own level or above', async () => {
  expect(codeOf(await world.create('MANAGER', 'Hospital', {}, 'manager'))).toEqual([
    406,
    'user/grant-too-high',
  ]);
  expect(codeOf(await world.create('CENTER', 'Center', {}, 'center'))).toEqual([406, 'user/grant-too-high']);
  const { id } = await world.madeUser('MANAGER', 'Hospital');
  expect(codeOf(await world.change('manager', { id, name: 'X' }))).toEqual([406, 'user/level-too-high']);
  const doctor = await world.madeUser('DOCTOR', 'Hospital');
  const up = { id: doctor.id, user_role_id: roleNumber('MANAGER') };
  expect(codeOf(await world.change('manager', up))).toEqual([406, 'user/grant-too-high']);
  expect((await world.change('admin', up)).status).toBe(200);
});

test('users outside of the scope are not found, and nobody is moved out of it', async () => {
  const far = await world.madeUser('DOCTOR', 'Far hospital');
  for (const who of ['manager', 'center', 'distributer']) {
    expect([who, ...codeOf(await world.change(who, { id: far.id, name: 'X' }))]).toEqual([
      who,
      404,
      'object/not-found',
    ]);
    expect((await world.ask(who, 'GET', `user/user/${String(far.id)}`)).status).toBe(404);
  }
  const near = await world.madeUser('DOCTOR', 'Hospital');
  const away = { id: near.id, user_group_id: await world.idOf('Far hospital') };
  expect(codeOf(await world.change('center', away))).toEqual([422, 'user/group-unknown']);
  expect((await world.change('admin', away)).status).toBe(200);
});

test('nobody changes the own role, group, flag or anything else of the own account here', async () => {
  const { id } = world.person('admin');
  const own = [
    [{ user_role_id: roleNumber('MANAGER') }, 'user/own-role'],
    [{ user_group_id: await world.idOf('Hospital') }, 'user/own-role'],
    [{ use_flag: 'D' }, 'user/own-role'],
    [{ name: 'Me' }, 'user/own-account'],
    [{ email: 'me@example.org' }, 'user/own-account'],
    [{ password: next }, 'user/own-account'],
  ] as const;
  for (const [change, code] of own)
    expect(codeOf(await world.change('admin', { id, ...change }))).toEqual([406, code]);
});

test('the last active user of level 5 cannot be changed', async () => {
  const other = await world.madeUser('ADMIN', 'Office', { user_id: 'otheradmin' });
  const token = tokenOf((await world.signIn('otheradmin', password)).body);
  const chosen = { password: next, current_password: password };
  await world.call('user/profile', token, { method: 'PUT', body: chosen });
  const ask = async (body: object) => {
    const answer = await world.call('user/user', token, { method: 'PUT', body });
    const read: unknown = await answer.json();
    return { status: answer.status, body: read };
  };
  const { id } = world.person('admin');
  expect((await world.change('admin', { id: other.id, use_flag: 'D' })).status).toBe(200);
  // The session of the dormant administrator ended, so the call is refused, and no other user could make it.
  expect((await ask({ id, use_flag: 'D' })).status).toBe(403);
  const down = await world.ask('admin', 'DELETE', 'user/user', { user_id: id, password: world.password });
  expect(codeOf(down)).toEqual([406, 'user/last-top-level']);
  // A dormant administrator is not the last active one and may be moved down.
  expect((await world.change('admin', { id: other.id, user_role_id: roleNumber('MANAGER') })).status).toBe(
    200,
  );
});

test('of two administrators who make each other dormant at once, one remains', async () => {
  const one = await world.madeUser('ADMIN', 'Office', { user_id: 'duelone' });
  const two = await world.madeUser('ADMIN', 'Office', { user_id: 'dueltwo' });
  const rest = world.db.update(users).set({ must_change_password: false });
  await rest.where(eq(users.role_key, 'ADMIN'));
  const [first, second] = await Promise.all([
    world.signIn('duelone', password),
    world.signIn('dueltwo', password),
  ]);
  const others = world.person('admin').id;
  await world.db.update(users).set({ use_flag: 'D' }).where(eq(users.id, others));
  const sleep = (token: string, id: number) =>
    world.call('user/user', token, { method: 'PUT', body: { id, use_flag: 'D' } });
  const answers = await Promise.all([
    sleep(tokenOf(first.body), two.id),
    sleep(tokenOf(second.body), one.id),
  ]);
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  const flags = [(await world.userRow(one.id)).use_flag, (await world.userRow(two.id)).use_flag];
  expect(flags.toSorted()).toEqual(['D', 'Y']);
  await world.db.update(users).set({ use_flag: 'Y' }).where(eq(users.id, others));
});

test('of several changes of one version one succeeds; the others are refused', async () => {
  const { id, version } = await world.madeUser('DOCTOR', 'Hospital');
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, at) => world.change('admin', { id, version, name: `Name ${String(at)}` })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect(codeOf(await world.change('admin', { id, version, name: 'X' }))).toEqual([
    409,
    'user/stale-version',
  ]);
  expect(codeOf(await world.change('admin', { id, user_id: 'another' }))).toEqual([422, 'user/id-fixed']);
  const [row] = await world.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.target, `user/${String(id)}: name`));
  expect(row).toMatchObject({ user_id: world.person('admin').id });
});

test('a new role, group or password and dormancy end the sessions on the very next call', async () => {
  const changes = [
    { user_role_id: roleNumber('MANAGER') },
    { user_group_id: await world.idOf('Neighbour') },
    { password: next },
    { use_flag: 'D' },
  ];
  for (const [at, change] of changes.entries()) {
    const user_id = `ending${String(at)}`;
    const { id } = await world.madeUser('DOCTOR', 'Hospital', { user_id });
    const token = tokenOf((await world.signIn(user_id, password)).body);
    expect((await world.call('user/me', token)).status).toBe(200);
    expect((await world.change('admin', { id, ...change })).status).toBe(200);
    expect([change, (await world.call('user/me', token)).status]).toEqual([change, 403]);
  }
  const dormant = await world.signIn('ending3', password);
  expect(dormant.body).toMatchObject({ use_flag: 'D', token: '' });
  const reset = await world.signIn('ending2', next);
  expect(reset.body).toMatchObject({ must_change_password: true });
});

test('of open cases those count as due whose report is due by the end of tomorrow, and no correction', async () => {
  const colleague = world.person('colleague');
  const [row] = await world.db.select().from(userGroups).where(eq(userGroups.type, 'admin'));
  const zone = zoneClock(row?.time_zone ?? 'UTC');
  const day = 86_400_000;
  const today = Math.floor(zone.shown(Date.now()) / day) * day;
  const at = (shown: number) => new Date(zone.instant(shown));
  const dues = [
    ['start', today - day],
    ['review', today + 2 * day - 1],
    ['start', today + 2 * day - 1],
    ['start', today + 2 * day],
    ['edit', today - day],
  ] as const;
  for (const [status, due] of dues) {
    const case_id = await world.caseIn(status);
    const change = { technician_id: colleague.id, report_due_date: at(due) };
    await world.db.update(cases).set(change).where(eq(cases.case_id, case_id));
  }
  const detail = await world.ask('admin', 'GET', `user/user/${String(colleague.id)}`);
  expect(detail.body).toMatchObject({ open_cases: { total: 5, due_today: 3 } });
});

test('a technician who gets another role returns the open cases', async () => {
  const technician = world.person('technician');
  const case_id = await world.caseIn('start');
  const detail = await world.ask('admin', 'GET', `user/user/${String(technician.id)}`);
  expect(detail.body).toMatchObject({ open_cases: { total: 1 } });
  const to = { id: technician.id, user_role_id: roleNumber('MANAGER') };
  expect((await world.change('center', to)).status).toBe(200);
  const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  expect(row).toMatchObject({ status: 'request', technician_id: null });
});

test('an address entered by an administrator voids the links mailed to the former one', async () => {
  const { id } = await world.addUser(
    'mailed',
    'DOCTOR',
    (await world.payload('DOCTOR', 'Hospital')).user_group_id,
  );
  const [created_at, expires_at] = [new Date(), new Date(Date.now() + 3_600_000)];
  const link_id = randomUUID();
  await world.db
    .insert(passwordLinks)
    .values({ link_id, token_hash: Buffer.from(link_id), user_id: id, created_at, expires_at });
  const body = { id, email: 'other@hospital.example' };
  expect((await world.ask('manager', 'PUT', 'user/user', body)).status).toBe(200);
  const [link] = await world.db.select().from(passwordLinks).where(eq(passwordLinks.link_id, link_id));
  expect(link?.used_at).toBeInstanceOf(Date);
});

test('an administrator can reset an existing second factor', async () => {
  const { id } = world.person('technician');
  const seen = async () => (await world.ask('admin', 'GET', `user/user/${String(id)}`)).body;
  expect(await seen()).toMatchObject({ factors_resettable: false });
  const key = { credential_id: 'of-the-test', public_key: Buffer.from('key'), counter: 0, name: 'Key' };
  await world.db.insert(passkeys).values({ user_id: id, ...key, backed_up: false, created_at: new Date() });
  expect(await seen()).toMatchObject({ factors_resettable: true });
  const own = await world.ask('admin', 'GET', `user/user/${String(world.person('admin').id)}`);
  expect(own.body).toMatchObject({ factors_resettable: false });
  expect(JSON.stringify(await seen())).not.toContain('of-the-test');
});
