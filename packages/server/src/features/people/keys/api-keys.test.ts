/**
 * Tests API keys over HTTP: who creates one for which institution, what a key may do, and that it ends at once when it
 * is revoked, expires or is exchanged. No one can sign in to its account, and no list of users shows it.
 */
import { apiKeyRoutes } from '@rhythmdesk/contract/api-keys';
import { desc, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { apiKeys } from '../../../platform/db/schema/api-keys.ts';
import { sessions, users } from '../../../platform/db/schema/people.ts';
import { codeOf, institutionWorld, listed, totalOf } from '../../../testing/test-institutions.ts';

let world: Awaited<ReturnType<typeof institutionWorld>>;
let hospital: number;
let center: number;
beforeAll(async () => {
  world = await institutionWorld();
  hospital = await world.idOf('Hospital');
  center = await world.idOf('Center');
});

const keysOf = (id: number) => `user/usergroup/${String(id)}/keys`;
const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const cases = `case/cases?from_time=${dayAgo(30)}&to_time=${dayAgo(-1)}`;
const wanted = { name: 'Ward system', scopes: ['case.read'], days: 365 };

async function made(id: number, more: object = {}, who = 'admin') {
  const answer = await world.ask(who, 'POST', keysOf(id), { ...wanted, ...more });
  expect([answer.status, answer.body]).toEqual([201, answer.body]);
  return apiKeyRoutes.createApiKey.output.parse(answer.body);
}

async function codeBy(secret: string, path: string, options: object = {}): Promise<number | string> {
  const answer = await world.call(path, secret, options);
  if (answer.ok) return answer.status;
  return codeOf({ status: answer.status, body: await answer.json() })[1];
}

const keysSeen = async (id: number, who = 'admin') =>
  apiKeyRoutes.apiKeys.output.parse((await world.ask(who, 'GET', keysOf(id))).body);

test('a key reads its institution’s cases by its scopes and nothing else', async () => {
  await world.caseIn('start');
  const { secret, key } = await made(hospital);
  expect(secret).toMatch(/^rdk_[\w-]{43}$/);
  expect(key).toMatchObject({ name: 'Ward system', state: 'valid', last_used_at: null });
  expect(secret.startsWith(key.hint)).toBe(true);
  const own = await world.call(cases, secret);
  const doctors = await world.call(cases, world.person('doctor').token);
  expect(totalOf({ status: own.status, body: await own.json() })).toBe(
    totalOf({ status: doctors.status, body: await doctors.json() }),
  );
  expect(await codeBy(secret, `recording/1/analysis`)).toBe('auth/key-scope');
  expect(await codeBy(secret, 'user/me')).toBe('auth/key-scope');
  expect(await codeBy(secret, keysOf(hospital))).toBe('auth/key-scope');
});

test('a key sees no case of another institution', async () => {
  const case_id = await world.caseIn('start');
  const { secret } = await made(await world.idOf('Far hospital'));
  expect(await codeBy(secret, `case/case/${String(case_id)}`)).toBe('object/not-found');
});

test('who may create a key: an administrator of the institution, up to the own level', async () => {
  const asked = (who: string, id: number) => world.ask(who, 'POST', keysOf(id), wanted);
  expect((await asked('manager', hospital)).status).toBe(201);
  expect((await asked('center', center)).status).toBe(201);
  expect((await asked('center', hospital)).status).toBe(201);
  expect(codeOf(await asked('center', await world.idOf('Far hospital')))[1]).toBe('object/not-found');
  expect(codeOf(await asked('manager', await world.idOf('Neighbour')))[1]).toBe('object/not-found');
  expect(codeOf(await asked('doctor', hospital))[1]).toBe('auth/role-never');
  expect(codeOf(await asked('admin', await world.idOf('Team')))[1]).toBe('key/kind');
});

test('a scope that the key’s role lacks is refused, and no scope exists for signing or accounts', async () => {
  const answer = await world.ask('admin', 'POST', keysOf(center), {
    ...wanted,
    scopes: ['case.edit_patient', 'file.signal'],
  });
  expect(codeOf(answer)).toEqual([422, 'key/scope']);
  for (const scope of ['case.verify', 'self', 'user.write', 'institution.keys'])
    expect(
      codeOf(await world.ask('admin', 'POST', keysOf(hospital), { ...wanted, scopes: [scope] }))[1],
    ).toBe('input/invalid');
});

test('a revoked key is refused from the next request on, and stays in the list without its secret', async () => {
  const { secret, key } = await made(hospital, { name: 'Lost laptop' });
  expect(await codeBy(secret, cases)).toBe(200);
  const path = `${keysOf(hospital)}/${String(key.key_id)}`;
  expect((await world.ask('manager', 'DELETE', path)).status).toBe(200);
  expect(await codeBy(secret, cases)).toBe('auth/session-revoked');
  expect(codeOf(await world.ask('manager', 'DELETE', path))[1]).toBe('key/over');
  const { items } = await keysSeen(hospital);
  const listedKey = items.find(({ key_id }) => key_id === key.key_id);
  expect(listedKey).toMatchObject({ state: 'revoked', revoked_by: { name: 'Name of manager' } });
  expect(JSON.stringify(items)).not.toContain(secret);
});

test('a key whose session was ended otherwise is no longer shown as valid, and cannot be exchanged', async () => {
  const { secret, key } = await made(hospital);
  const ended = { revoked_at: new Date(), revoked_because: 'administrator' };
  await world.db.update(sessions).set(ended).where(eq(sessions.user_agent, wanted.name));
  expect(await codeBy(secret, cases)).toBe('auth/session-revoked');
  const { items } = await keysSeen(hospital);
  expect(items.find(({ key_id }) => key_id === key.key_id)).toMatchObject({
    state: 'ended',
    revoked_by: null,
  });
  const rotated = { days: 365, overlap_hours: 0 };
  const path = `${keysOf(hospital)}/${String(key.key_id)}/rotate`;
  expect(codeOf(await world.ask('admin', 'POST', path, rotated))[1]).toBe('key/over');
});

test('an exchanged secret works beside the new one until its time is over, or ends at once', async () => {
  const { secret, key } = await made(hospital);
  const path = `${keysOf(hospital)}/${String(key.key_id)}/rotate`;
  const rotated = await world.ask('admin', 'POST', path, { days: 90, overlap_hours: 24 });
  const next = apiKeyRoutes.rotateApiKey.output.parse(rotated.body);
  expect(next.key).toMatchObject({ name: key.name, scopes: key.scopes });
  expect(await codeBy(secret, cases)).toBe(200);
  expect(await codeBy(next.secret, cases)).toBe(200);
  const nextPath = `${keysOf(hospital)}/${String(next.key.key_id)}/rotate`;
  const last = apiKeyRoutes.rotateApiKey.output.parse(
    (await world.ask('admin', 'POST', nextPath, { days: 90, overlap_hours: 0 })).body,
  );
  expect(await codeBy(next.secret, cases)).toBe('auth/session-revoked');
  expect(await codeBy(last.secret, cases)).toBe(200);
});

async function accountOf(name: string) {
  const [row] = await world.db.select().from(users).where(eq(users.name, name));
  if (row === undefined) throw new Error(`no account is called ${name}`);
  return row;
}

test('a key does not end without activity, but at its end', async () => {
  const { secret } = await made(hospital, { name: 'Rarely used' });
  const { id } = await accountOf('Rarely used');
  const monthAgo = new Date(Date.now() - 30 * 86_400_000);
  const ofKey = eq(sessions.user_id, id);
  await world.db.update(sessions).set({ created_at: monthAgo, last_seen_at: monthAgo }).where(ofKey);
  expect(await codeBy(secret, cases)).toBe(200);
  await world.db.update(sessions).set({ expires_at: new Date() }).where(ofKey);
  expect(await codeBy(secret, cases)).toBe('auth/session-expired');
});

test('a carrier’s key stays valid when the carrier gets another hospital, and reaches it', async () => {
  const carriers = await world.idOf('Carriers');
  const { secret } = await made(carriers, { scopes: ['case.create'] });
  const create = (hospital_id: number) =>
    codeBy(secret, 'case/case', { method: 'POST', body: { hn_id: 'HN900001', hospital_id } });
  const neighbour = await world.idOf('Neighbour');
  expect(await create(neighbour)).not.toBe(201);
  await world.serve(carriers, neighbour);
  expect(await create(neighbour)).toBe(201);
});

test('nobody signs in to the account of a key, and no list or count of users shows it', async () => {
  const countBefore = (await world.ask('admin', 'GET', 'user/users/counts')).body;
  await made(hospital, { name: 'Hidden account' });
  const { user_id } = await accountOf('Hidden account');
  const signIn = await world.call('auth/login', null, {
    method: 'POST',
    body: { user_id, password: '-' },
  });
  expect(codeOf({ status: signIn.status, body: await signIn.json() })[1]).toBe('auth/login-failed');
  expect(
    listed.parse((await world.ask('admin', 'GET', 'user/users?size=100')).body).items,
  ).not.toContainEqual(expect.objectContaining({ name: 'Hidden account' }));
  expect((await world.ask('admin', 'GET', 'user/users/counts')).body).toEqual(countBefore);
});

test('an institution has at most 50 valid keys', async () => {
  const id = await world.idOf('Far hospital');
  const before = (await keysSeen(id)).items.filter(({ state }) => state === 'valid').length;
  for (let valid = before; valid < 50; valid += 1) await made(id);
  expect(codeOf(await world.ask('admin', 'POST', keysOf(id), wanted))[1]).toBe('key/too-many');
  // A key that ended otherwise leaves its place.
  const [{ token_hash } = { token_hash: Buffer.alloc(0) }] = await world.db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.user_group_id, id))
    .orderBy(desc(apiKeys.key_id))
    .limit(1);
  const ended = { revoked_at: new Date(), revoked_because: 'administrator' };
  await world.db.update(sessions).set(ended).where(eq(sessions.token_hash, token_hash));
  expect((await world.ask('admin', 'POST', keysOf(id), wanted)).status).toBe(201);
  expect(codeOf(await world.ask('admin', 'POST', keysOf(id), wanted))[1]).toBe('key/too-many');
});
