import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { notifications } from '../../platform/db/schema/notices.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { loginFailures, userGroupHistory, userGroups, users } from '../../platform/db/schema/people.ts';
import { authenticators, recoveryCodes, signInTickets } from '../../platform/db/schema/sign-in-factors.ts';
import { forgetOldTickets } from './sign-in-tickets.ts';
import { takeMails } from './test-mails.ts';
import { addUser, goodPassword, peopleServer } from './test-people.ts';

let server: Awaited<ReturnType<typeof peopleServer>>;
beforeAll(async () => {
  server = await peopleServer();
  await rule('offered');
});

const rule = (two_factor: string) =>
  server.db.update(userGroups).set({ two_factor }).where(eq(userGroups.id, server.groups.hospital));
const codeOf = (body: unknown): unknown => z.looseObject({ code: z.unknown().optional() }).parse(body).code;
const begun = z.object({ secret: z.string(), uri: z.string() });
const withCodes = z.object({ recovery_codes: z.array(z.string()).nullable() });
const firstStep = z.looseObject({
  token: z.literal(''),
  second_step: z.object({ ticket: z.string(), ways: z.array(z.string()) }),
});

const codeAt = (secret: string, at = server.clock.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
const nextStep = () => server.clock.advance(30_000);

async function newUser(user_id: string) {
  const id = await addUser(server.db, user_id, 'DOCTOR', server.groups.hospital);
  await server.db.update(users).set({ created_at: server.clock.now() }).where(eq(users.id, id));
  return { id, token: await server.tokenOf(user_id) };
}

const begin = (token: string, current_password: string | undefined = goodPassword) =>
  server.call('POST', 'user/factors/authenticator', token, { current_password });
const confirm = (token: string, code: string) =>
  server.call('PUT', 'user/factors/authenticator', token, { code });

async function enrol(token: string) {
  const { secret } = begun.parse((await begin(token)).body);
  const { body } = await confirm(token, codeAt(secret));
  return { secret, codes: withCodes.parse(body).recovery_codes ?? [] };
}

async function withFactor(user_id: string) {
  const { id, token } = await newUser(user_id);
  const { secret, codes } = await enrol(token);
  nextStep();
  return { id, token, secret, codes };
}

async function ticketOf(user_id: string) {
  const { status, body } = await server.signIn(user_id);
  expect(status).toBe(200);
  return firstStep.parse(body).second_step;
}
const second = (given: object) => server.call('POST', 'auth/second-step', null, given);

test('an app is set up with the password and a code; its secret is encrypted, codes are shown once', async () => {
  const { id, token } = await newUser('setup');
  const wrong = await begin(token, 'not the password 1');
  expect([wrong.status, codeOf(wrong.body)]).toEqual([406, 'auth/wrong-password']);
  const { secret, uri } = begun.parse((await begin(token)).body);
  expect(uri).toBe(
    `otpauth://totp/Rhythmdesk:setup?issuer=Rhythmdesk&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const bad = await confirm(token, codeAt(secret, new Date('2020-01-01')));
  expect([bad.status, codeOf(bad.body)]).toEqual([406, 'auth/factor-wrong']);
  expect((await server.signIn('setup')).body).toMatchObject({ second_step: null });
  const { body } = await confirm(token, codeAt(secret));
  const codes = withCodes.parse(body).recovery_codes ?? [];
  expect(new Set(codes).size).toBe(10);
  expect(codes.every((code) => /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/.test(code))).toBe(true);
  const [row] = await server.db.select().from(authenticators).where(eq(authenticators.user_id, id));
  expect(row?.secret?.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false);
  const kept = await server.db.select().from(recoveryCodes).where(eq(recoveryCodes.user_id, id));
  expect(JSON.stringify(kept)).not.toContain(codes[0]);
  const read = await server.call('GET', 'user/factors', token);
  expect(read.body).toEqual({
    rule: 'offered',
    due_at: null,
    authenticator: { created_at: server.clock.now().toISOString(), last_used_at: null },
    passkeys: [],
    recovery_codes_left: 10,
  });
});

test('the second step opens the session; a code works once, and no earlier one after it', async () => {
  const { secret } = await withFactor('stepper');
  const { ticket, ways } = await ticketOf('stepper');
  expect(ways).toEqual(['authenticator', 'recovery-code']);
  const early = codeAt(secret, new Date(server.clock.now().getTime() - 30_000));
  const code = codeAt(secret);
  const done = await second({ ticket, code });
  expect(done.body).toMatchObject({ second_step: null, user_id: 'stepper' });
  const { token } = z.looseObject({ token: z.string().min(40) }).parse(done.body);
  expect((await server.call('GET', 'user/me', token)).status).toBe(200);
  expect(codeOf((await second({ ticket, code })).body)).toBe('auth/second-step-gone');
  const again = await ticketOf('stepper');
  for (const used of [code, early]) {
    const refused = await second({ ticket: again.ticket, code: used });
    expect([refused.status, codeOf(refused.body)]).toEqual([406, 'auth/factor-wrong']);
  }
  nextStep();
  expect((await second({ ticket: again.ticket, code: codeAt(secret) })).status).toBe(200);
});

test('of one code sent twice at once, one opens a session', async () => {
  const { secret } = await withFactor('twice');
  const [one, two] = [await ticketOf('twice'), await ticketOf('twice')];
  const code = codeAt(secret);
  const answers = await Promise.all([one, two].map(({ ticket }) => second({ ticket, code })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 406]);
});

test('a ticket is valid for five minutes, for its purpose, and with exactly one proof', async () => {
  const { secret, codes } = await withFactor('slow');
  const { ticket } = await ticketOf('slow');
  const both = await second({ ticket, code: codeAt(secret), recovery_code: codes[0] });
  expect([both.status, (await second({ ticket })).status]).toEqual([422, 422]);
  server.clock.advance(5 * 60_000);
  const late = await second({ ticket, code: codeAt(secret) });
  expect([late.status, codeOf(late.body)]).toEqual([410, 'auth/second-step-gone']);
  const unknown = await second({ ticket: 'A'.repeat(43), code: '123456' });
  expect(codeOf(unknown.body)).toBe('auth/second-step-gone');
  expect(await forgetOldTickets(server.db, server.clock.now())).toBeGreaterThan(0);
  expect(await server.db.$count(signInTickets)).toBe(0);
});

test('guessing codes waits and locks by user over all sign-ins, and without the password locks nobody out', async () => {
  const { secret } = await withFactor('guessed');
  const right = () => codeAt(secret);
  const wrong = () => (right() === '000000' ? '111111' : '000000');
  const seen: unknown[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    server.clock.advance(40_000);
    const { ticket } = await ticketOf('guessed');
    seen.push(codeOf((await second({ ticket, code: wrong() })).body));
  }
  expect(seen.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 'auth/factor-wrong'));
  expect(seen.slice(10)).toEqual(['auth/locked', 'auth/locked']);
  const { ticket } = await ticketOf('guessed');
  expect(codeOf((await second({ ticket, code: right() })).body)).toBe('auth/locked');
  server.clock.advance(15 * 60_000);
  const open = await ticketOf('guessed');
  expect((await second({ ticket: open.ticket, code: right() })).status).toBe(200);
  await server.db.delete(loginFailures);
});

test('a recovery code works once, in any spelling, and is notified', async () => {
  const { id, token, codes } = await withFactor('forgot');
  await server.db.update(users).set({ email: 'forgot@minato.example' }).where(eq(users.id, id));
  await takeMails(server.db);
  const typed = codes[3]?.toLowerCase().replace('-', ' ') ?? '';
  const { ticket } = await ticketOf('forgot');
  expect((await second({ ticket, recovery_code: typed })).status).toBe(200);
  expect((await takeMails(server.db)).map(({ code }) => code)).toContain('factors-changed');
  const again = await ticketOf('forgot');
  expect((await second({ ticket: again.ticket, recovery_code: typed })).status).toBe(406);
  const read = await server.call('GET', 'user/factors', token);
  expect(read.body).toMatchObject({ recovery_codes_left: 9 });
  const renewed = await server.call('POST', 'user/factors/recovery-codes', token, {
    current_password: goodPassword,
  });
  expect(withCodes.parse(renewed.body).recovery_codes).toHaveLength(10);
  expect((await second({ ticket: again.ticket, recovery_code: codes[4] })).status).toBe(406);
});

test('a new app replaces the former one only after its code', async () => {
  const { token, secret } = await withFactor('phone');
  const next = begun.parse((await begin(token)).body).secret;
  const { ticket } = await ticketOf('phone');
  expect((await second({ ticket, code: codeAt(secret) })).status).toBe(200);
  nextStep();
  expect(withCodes.parse((await confirm(token, codeAt(next))).body).recovery_codes).toBeNull();
  nextStep();
  const after = await ticketOf('phone');
  expect((await second({ ticket: after.ticket, code: codeAt(secret) })).status).toBe(406);
  expect((await second({ ticket: after.ticket, code: codeAt(next) })).status).toBe(200);
  await begin(token);
  server.clock.advance(14 * 60_000);
  const late = begun.parse((await begin(token)).body).secret;
  server.clock.advance(14 * 60_000);
  await server.call('GET', 'user/me', token);
  server.clock.advance(60_000);
  expect(codeOf((await confirm(token, codeAt(late))).body)).toBe('auth/factor-begun-not');
});

test('removing needs the password and ends the second step; a required last factor stays', async () => {
  const { token, secret } = await withFactor('remover');
  const remove = (current_password?: string) =>
    server.call('DELETE', 'user/factors/authenticator', token, { current_password });
  expect((await remove()).status).toBe(422);
  await rule('required');
  const kept = await remove(goodPassword);
  expect([kept.status, codeOf(kept.body)]).toEqual([406, 'auth/factor-kept']);
  const { ticket } = await ticketOf('remover');
  expect((await second({ ticket, code: codeAt(secret) })).status).toBe(200);
  await rule('offered');
  expect((await remove(goodPassword)).status).toBe(200);
  expect((await server.signIn('remover')).body).toMatchObject({ second_step: null });
});

test('off offers nothing, but an existing factor is required', async () => {
  await withFactor('offline');
  const { token } = await newUser('nothing');
  await rule('off');
  expect(codeOf((await begin(token)).body)).toBe('auth/factor-off');
  expect((await ticketOf('offline')).ways).toContain('authenticator');
  await rule('offered');
});

test('required gives seven days, then a sign-in only allows to set one up', async () => {
  const { id } = await newUser('graced');
  await rule('required');
  await server.db.insert(userGroupHistory).values({
    ...{ user_group_id: server.groups.hospital, version: 9, action: 'change', field: 'two_factor' },
    ...{ before: 'offered', after: 'required', request_id: 'test', created_at: server.clock.now() },
  });
  const due_at = new Date(server.clock.now().getTime() + 7 * 86_400_000).toISOString();
  const before = await server.tokenOf('graced');
  expect((await server.call('GET', 'user/me', before)).body).toMatchObject({
    must_enrol: false,
    factor_due_at: due_at,
  });
  server.clock.advance(7 * 86_400_000);
  const token = await server.tokenOf('graced');
  expect((await server.call('GET', 'user/me', token)).body).toMatchObject({ must_enrol: true });
  for (const [method, url] of [
    ['GET', 'user/sessions'],
    ['GET', 'user/facilities'],
    ['DELETE', 'user/factors/authenticator'],
    ['POST', 'user/factors/recovery-codes'],
    ['PUT', 'user/profile'],
  ] as const) {
    const refused = await server.call(method, url, token, method === 'GET' ? undefined : {});
    expect([url, refused.status, codeOf(refused.body)]).toEqual([url, 406, 'auth/factor-due']);
  }
  await enrol(token);
  expect((await server.call('GET', 'user/sessions', token)).status).toBe(200);
  expect((await server.call('GET', 'user/me', token)).body).toMatchObject({
    must_enrol: false,
    factor_due_at: null,
  });
  await server.db.delete(recoveryCodes).where(eq(recoveryCodes.user_id, id));
  expect((await ticketOf('graced')).ways).toEqual(['authenticator']);
  await rule('offered');
});

test('an administrator resets the factors and never reads them; the user is notified by bell and mail', async () => {
  const { id, token } = await withFactor('loser');
  await server.db.update(users).set({ email: 'loser@minato.example' }).where(eq(users.id, id));
  await takeMails(server.db);
  const manager = await server.tokenOf('manager');
  const resetAs = async (who: string, target: number) => {
    const { status, body } = await server.call('DELETE', `user/user/${String(target)}/factors`, who);
    return [status, codeOf(body)];
  };
  expect(await resetAs(token, id)).toEqual([403, 'auth/role-never']);
  expect(await resetAs(manager, server.ids.manager)).toEqual([406, 'user/level-too-high']);
  expect(await resetAs(manager, server.ids.doctor2)).toEqual([404, 'object/not-found']);
  expect(await resetAs(manager, id)).toEqual([200, undefined]);
  expect((await server.call('GET', 'user/me', token)).status).toBe(403);
  expect((await server.signIn('loser')).body).toMatchObject({ second_step: null });
  expect(await server.db.$count(recoveryCodes, eq(recoveryCodes.user_id, id))).toBe(0);
  const notified = await takeMails(server.db);
  expect(notified.map(({ code, to, parameters }) => [code, to, parameters['by']])).toEqual([
    ['factors-reset', 'loser@minato.example', 'Name of manager'],
  ]);
  expect(await server.db.$count(notifications, eq(notifications.code, 'factors-reset'))).toBe(1);
  const logged = await server.db.select().from(auditLog).where(eq(auditLog.action, 'two-factor.reset'));
  const done = logged.filter(({ outcome }) => outcome === 'done');
  expect(done.map(({ user_id, target }) => [user_id, target])).toEqual([
    [server.ids.manager, `user/${String(id)}`],
  ]);
});

test('a deleted user leaves no factor', async () => {
  const { id, token } = await withFactor('leaver2');
  const gone = await server.call('DELETE', 'user/user', token, { user_id: id, password: goodPassword });
  expect(gone.status).toBe(200);
  expect(await server.db.$count(authenticators, eq(authenticators.user_id, id))).toBe(0);
  expect(await server.db.$count(recoveryCodes, eq(recoveryCodes.user_id, id))).toBe(0);
});
