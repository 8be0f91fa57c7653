import { passkeyAnswer } from '@rhythmdesk/contract/passkeys';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { passkeys, recoveryCodes } from '../../platform/db/schema/sign-in-factors.ts';
import { makeCheckPasskey } from './passkey-handlers.ts';
import { makeIdentify } from './identify.ts';
import { relyingPartyOf } from './relying-party.ts';
import { addUser, goodPassword, peopleServer } from './test-people.ts';
import { softwareKey, type Forged } from './test-passkey.ts';

const host = 'desk.example';
const origin = 'https://desk.example';

let server: Awaited<ReturnType<typeof peopleServer>>;
beforeAll(async () => {
  server = await peopleServer();
  await rule('offered');
});

const rule = (two_factor: string) =>
  server.db.update(userGroups).set({ two_factor }).where(eq(userGroups.id, server.groups.hospital));
const codeOf = (body: unknown): unknown => z.looseObject({ code: z.unknown().optional() }).parse(body).code;
const passkeyShape = z.object({ ticket: z.string(), options: z.looseObject({ challenge: z.string() }) });
const firstStep = z.looseObject({ second_step: z.object({ ticket: z.string(), ways: z.array(z.string()) }) });
const withToken = z.looseObject({ token: z.string().min(40) });

const ask = (token: string) =>
  server.call('POST', 'user/passkeys/options', token, { current_password: goodPassword });

async function newUser(user_id: string) {
  const id = await addUser(server.db, user_id, 'DOCTOR', server.groups.hospital);
  return { id, token: await server.tokenOf(user_id) };
}

async function add(token: string, key = softwareKey(host, origin), forged: Forged = {}) {
  const { ticket, options } = passkeyShape.parse((await ask(token)).body);
  const answer = key.create(options.challenge, forged);
  const { status, body } = await server.call('POST', 'user/passkeys', token, {
    ticket,
    name: 'Ward key',
    answer,
  });
  return { key, status, code: codeOf(body), body };
}

async function withPasskey(user_id: string) {
  const { id, token } = await newUser(user_id);
  const { key, status } = await add(token);
  expect(status).toBe(200);
  return { id, token, key };
}

type Key = ReturnType<typeof softwareKey>;

async function signInWith(key: Key, forged: Forged = {}) {
  const response = await server.call('POST', 'auth/passkey-options', null, { ticket: null });
  const { ticket, options } = passkeyShape.parse(response.body);
  const answer = key.get(options.challenge, forged);
  const { status, body } = await server.call('POST', 'auth/passkey', null, { ticket, answer });
  return { status, code: codeOf(body), body, again: { ticket, answer } };
}

async function secondStepWith(user_id: string, key: Key, forged: Forged = {}) {
  const { ticket } = firstStep.parse((await server.signIn(user_id)).body).second_step;
  const challenged = passkeyShape.parse(
    (await server.call('POST', 'auth/passkey-options', null, { ticket })).body,
  );
  const passkey = key.get(challenged.options.challenge, forged);
  const { status, body } = await server.call('POST', 'auth/second-step', null, { ticket, passkey });
  return { status, code: codeOf(body), options: challenged.options };
}

test('a key is added with the password, named, listed, renamed and removed', async () => {
  const { token } = await newUser('adder');
  const bare = await server.call('POST', 'user/passkeys/options', token, {});
  expect([bare.status, codeOf(bare.body)]).toEqual([422, 'auth/password-missing']);
  const { key, body } = await add(token);
  expect(z.object({ recovery_codes: z.array(z.string()) }).parse(body).recovery_codes).toHaveLength(10);
  expect((await add(token, key)).code).toBe('auth/passkey-known');
  const second = await add(token);
  expect(second.body).toEqual({ recovery_codes: null });
  const read = z.looseObject({
    passkeys: z.array(z.looseObject({ passkey_id: z.number(), name: z.string() })),
  });
  const listed = read.parse((await server.call('GET', 'user/factors', token)).body).passkeys;
  expect(listed).toMatchObject([
    { name: 'Ward key', backed_up: false, last_used_at: null },
    { name: 'Ward key' },
  ]);
  const path = `user/passkeys/${String(listed[0]?.passkey_id)}`;
  expect((await server.call('PUT', path, token, { name: 'Blue key' })).status).toBe(200);
  const stranger = await server.tokenOf('doctor');
  expect((await server.call('PUT', path, stranger, { name: 'Mine' })).status).toBe(404);
  expect((await server.call('DELETE', path, stranger, { current_password: goodPassword })).status).toBe(404);
  expect((await server.call('DELETE', path, token, { current_password: goodPassword })).status).toBe(200);
  const left = read.parse((await server.call('GET', 'user/factors', token)).body).passkeys;
  expect(left.map(({ name }) => name)).toEqual(['Ward key']);
});

test('the options for a browser name the host, the user, and the existing keys', async () => {
  const { token, key } = await withPasskey('asked');
  const { options } = passkeyShape.parse((await ask(token)).body);
  expect(options).toMatchObject({
    rp: { id: host, name: 'Rhythmdesk' },
    user: { name: 'asked', displayName: 'Name of asked' },
    excludeCredentials: [{ id: key.id, type: 'public-key', transports: ['usb'] }],
    attestation: 'none',
  });
  expect(JSON.stringify(options)).not.toContain(goodPassword);
});

test.each<[string, Forged]>([
  ['another origin', { origin: 'https://desk.example.evil.example' }],
  ['the origin without encryption', { origin: 'http://desk.example' }],
  ['another challenge', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
  ['another relying party', { rpId: 'evil.example' }],
  ['an answer to a sign-in', { type: 'webauthn.get' }],
])('a key made for %s is not added', async (_what, forged) => {
  const token = await server.tokenOf('doctor2');
  await server.db
    .update(userGroups)
    .set({ two_factor: 'offered' })
    .where(eq(userGroups.id, server.groups.otherHospital));
  expect(await add(token, undefined, forged)).toMatchObject({ status: 406, code: 'auth/passkey-refused' });
  expect(await server.db.$count(passkeys, eq(passkeys.user_id, server.ids.doctor2))).toBe(0);
});

test('a key that verified its user signs in alone, without password and second step', async () => {
  const { key } = await withPasskey('alone');
  const { status, body, again } = await signInWith(key);
  expect([status, body]).toMatchObject([200, { user_id: 'alone', second_step: null }]);
  const { token } = withToken.parse(body);
  expect((await server.call('GET', 'user/me', token)).body).toMatchObject({ has_passkey: true });
  const replayed = await server.call('POST', 'auth/passkey', null, again);
  expect([replayed.status, codeOf(replayed.body)]).toEqual([410, 'auth/second-step-gone']);
});

test.each<[string, Forged]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['another challenge', { challenge: Buffer.alloc(32, 2).toString('base64url') }],
  ['another relying party', { rpId: 'evil.example' }],
  ['a user who was not verified', { unverified: true }],
  ['a making of a key', { type: 'webauthn.create' }],
  ['a signature of something else', { signature: Buffer.alloc(70, 3).toString('base64url') }],
])('an answer with %s signs nobody in', async (what, forged) => {
  const { key } = await withPasskey(`forged${what.replaceAll(' ', '')}`);
  expect(await signInWith(key, forged)).toMatchObject({ status: 406, code: 'auth/passkey-refused' });
});

test('a counter that decreases or does not change is a copy of the key, and refused', async () => {
  const { key, id } = await withPasskey('copied');
  expect((await signInWith(key, { counter: 40 })).status).toBe(200);
  for (const counter of [39, 40, 0]) {
    expect(await signInWith(key, { counter })).toMatchObject({ status: 406, code: 'auth/passkey-refused' });
  }
  const [row] = await server.db.select().from(passkeys).where(eq(passkeys.user_id, id));
  expect(row?.counter).toBe(40);
  expect((await signInWith(key, { counter: 41 })).status).toBe(200);
});

test('an unknown key, a dormant and a deleted user cannot sign in', async () => {
  expect(await signInWith(softwareKey(host, origin))).toMatchObject({
    status: 406,
    code: 'auth/passkey-refused',
  });
  const { key, id, token } = await withPasskey('sleeper');
  await server.db.update(users).set({ use_flag: 'D' }).where(eq(users.id, id));
  expect((await signInWith(key)).body).toMatchObject({ use_flag: 'D', token: '' });
  await server.db.update(users).set({ use_flag: 'Y' }).where(eq(users.id, id));
  const gone = await server.call('DELETE', 'user/user', token, { user_id: id, password: goodPassword });
  expect(gone.status).toBe(200);
  expect((await signInWith(key)).code).toBe('auth/passkey-refused');
});

test('as second step a touch is enough; another’s key is refused; a challenge is valid once', async () => {
  const { key } = await withPasskey('second');
  const other = await withPasskey('other');
  const { ticket } = firstStep.parse((await server.signIn('second')).body).second_step;
  const unexpected = key.get(Buffer.alloc(32, 4).toString('base64url'));
  const early = await server.call('POST', 'auth/second-step', null, { ticket, passkey: unexpected });
  expect(codeOf(early.body)).toBe('auth/passkey-refused');
  expect((await secondStepWith('second', other.key)).code).toBe('auth/passkey-refused');
  const done = await secondStepWith('second', key, { unverified: true });
  expect([done.status, done.options['allowCredentials']]).toEqual([
    200,
    [{ id: key.id, type: 'public-key', transports: ['usb'] }],
  ]);
});

test('the caller’s own key replaces the password, once for each challenge', async () => {
  const { key, token } = await withPasskey('signer');
  const other = await withPasskey('signer2');
  const identify = makeIdentify(server.db, server.dependencies.session, server.clock);
  const identified = await identify(token);
  if (!('caller' in identified)) throw new Error('not signed in');
  const check = makeCheckPasskey(server.dependencies, { userVerified: false });
  const checkOptions = async (by = token) =>
    passkeyShape.parse((await server.call('POST', 'user/passkeys/check', by, {})).body);
  const prove = (by: Key, { ticket, options }: z.output<typeof passkeyShape>, forged: Forged = {}) =>
    check(identified.caller, { ticket, answer: passkeyAnswer.parse(by.get(options.challenge, forged)) });
  const one = await checkOptions();
  await prove(key, one);
  await expect(prove(key, one)).rejects.toMatchObject({ code: 'auth/second-step-gone' });
  await expect(prove(other.key, await checkOptions())).rejects.toMatchObject({
    code: 'auth/passkey-refused',
  });
  await expect(prove(other.key, await checkOptions(other.token))).rejects.toMatchObject({
    code: 'auth/second-step-gone',
  });
  await expect(prove(key, await checkOptions(), { origin: 'https://evil.example' })).rejects.toMatchObject({
    code: 'auth/passkey-refused',
  });
  server.clock.advance(60_000);
  const late = await checkOptions();
  server.clock.advance(5 * 60_000);
  await expect(prove(key, late)).rejects.toMatchObject({ code: 'auth/second-step-gone' });
});

test('a key that has verified its user replaces the password before a change of the account', async () => {
  const { key, token } = await withPasskey('keyonly');
  const prove = async (forged: Forged = {}) => {
    const asked = await server.call('POST', 'user/passkeys/check', token, {});
    const { ticket, options } = passkeyShape.parse(asked.body);
    return { passkey: { ticket, answer: key.get(options.challenge, forged) } };
  };
  const email = 'keyonly@elsewhere.example';
  const touched = await server.call('PUT', 'user/profile', token, {
    email,
    ...(await prove({ unverified: true })),
  });
  expect(codeOf(touched.body)).toBe('auth/passkey-refused');
  expect((await server.call('PUT', 'user/profile', token, { email, ...(await prove()) })).status).toBe(200);
  const { id } = z.object({ id: z.number() }).parse((await server.call('GET', 'user/me', token)).body);
  const withdrawn = await server.call('DELETE', 'user/user', token, { user_id: id, ...(await prove()) });
  expect(withdrawn.status).toBe(200);
});

test('a required last key stays; a reset removes keys and codes', async () => {
  const { id, token } = await withPasskey('lastkey');
  const [row] = await server.db.select().from(passkeys).where(eq(passkeys.user_id, id));
  const path = `user/passkeys/${String(row?.passkey_id)}`;
  await rule('required');
  const kept = await server.call('DELETE', path, token, { current_password: goodPassword });
  expect(codeOf(kept.body)).toBe('auth/factor-kept');
  await rule('offered');
  const manager = await server.tokenOf('manager');
  expect((await server.call('DELETE', `user/user/${String(id)}/factors`, manager)).status).toBe(200);
  expect(await server.db.$count(passkeys, eq(passkeys.user_id, id))).toBe(0);
  expect(await server.db.$count(recoveryCodes, eq(recoveryCodes.user_id, id))).toBe(0);
});

test.each([
  [undefined, 'localhost', 'http://localhost:8104', ['http://localhost:8104']],
  [undefined, 'localhost', 'http://localhost.evil.example', []],
  [undefined, 'localhost', 'https://evil.example', []],
  ['http://127.0.0.1:8080', 'localhost', 'http://localhost:8080', ['http://localhost:8080']],
  ['http://[::1]:8080', 'localhost', 'https://evil.example', []],
  ['https://desk.b.kr/', 'desk.b.kr', 'https://evil.example', ['https://desk.b.kr']],
])('the relying party of %s is %s', (public_url, id, named, origins) => {
  const party = relyingPartyOf(public_url);
  expect([party.id, party.originsFor(named)]).toEqual([id, origins]);
});
