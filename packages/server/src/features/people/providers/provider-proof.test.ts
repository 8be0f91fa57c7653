/**
 * Tests users who sign in only by a provider: a proof instead of a password; linking, unlinking, and the second step.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { userGroups, users } from '../../../platform/db/schema/people.ts';
import { makeIdentify } from '../identify.ts';
import { goodPassword } from '../test-people.ts';
import { silentProvider } from './test-provider.ts';
import { codeOf, providerServer } from './test-provider-server.ts';

let server: Awaited<ReturnType<typeof providerServer>>;
beforeAll(async () => {
  server = await providerServer({ mfa: { amr: ['mfa'], acr: ['loa3'] } });
  await server.openDoor(true);
});
afterAll(() => server.house.stop());

const proofOf = (body: unknown): string => z.object({ ticket: z.string() }).parse(body).ticket;
const listed = z.object({
  items: z.array(z.looseObject({ identity_id: z.number(), name: z.string(), removable: z.boolean() })),
  providers: z.array(z.looseObject({ provider: z.string() })),
});
const identities = async (token: string) =>
  listed.parse((await server.call('GET', 'user/identities', token)).body);

async function callerOf(token: string) {
  const found = await makeIdentify(server.db, server.dependencies.session, server.clock)(token);
  if (!('caller' in found)) throw new Error(found.refused);
  return found.caller;
}

test('an account without a password gets a clear answer wherever one is required, and signing in with one reveals nothing', async () => {
  const login = server.stranger('passless');
  const token = await server.tokenAs(login);
  const me = await server.call('GET', 'user/me', token);
  expect(me.body).toMatchObject({ has_password: false, provider: 'House of Hearts' });
  const change = { password: 'tidal8Marble9quiet', current_password: goodPassword };
  const response = await server.call('PUT', 'user/profile', token, change);
  expect([response.status, response.body]).toMatchObject([
    406,
    { code: 'auth/no-password', detail: 'No registered password.' },
  ]);
  const caller = await callerOf(token);
  await expect(server.dependencies.checkPassword(caller, goodPassword)).rejects.toMatchObject({
    code: 'auth/no-password',
  });
  const guessed = await server.signIn('passless', goodPassword);
  expect([guessed.status, codeOf(guessed.body)]).toEqual([401, 'auth/login-failed']);
});

test('a new identification by the provider replaces the password, once, in that session', async () => {
  const login = server.stranger('prover');
  const token = await server.tokenAs(login);
  const other = await server.tokenAs(login);
  const { checkProviderProof } = server.dependencies;
  const proof = proofOf((await server.prove(token, login)).body);
  await expect(checkProviderProof(await callerOf(other), proof)).rejects.toMatchObject({
    code: 'auth/second-step-gone',
  });
  await expect(checkProviderProof(await callerOf(token), proof)).rejects.toThrow();
  const again = proofOf((await server.prove(token, login)).body);
  const change = { password: 'tidal8Marble9quiet', provider_proof: again };
  expect((await server.call('PUT', 'user/profile', token, change)).status).toBe(200);
  const used = await server.call('PUT', 'user/profile', token, change);
  expect([used.status, codeOf(used.body)]).toEqual([410, 'auth/second-step-gone']);
  expect((await server.call('GET', 'user/me', token)).body).toMatchObject({ has_password: true });
});

test('neither another user at the provider, nor an old identification there, is accepted', async () => {
  const login = server.stranger('owner');
  const token = await server.tokenAs(login);
  const colleague = await server.prove(token, server.stranger('colleague'));
  expect([colleague.status, codeOf(colleague.body)]).toEqual([406, 'auth/provider-refused']);
  const auth_time = Math.floor(Date.now() / 1000) - 3600;
  const stale = await server.prove(token, login, { claims: { auth_time } });
  expect([stale.status, codeOf(stale.body)]).toEqual([406, 'auth/provider-refused']);
  const { ticket, url } = await server.begin('user/identities/proof/begin', token, {});
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
  const signIn = await server.answerAs(login, { ticket, url });
  const mixed = await server.call('POST', 'auth/provider/answer', null, signIn);
  expect([mixed.status, codeOf(mixed.body)]).toEqual([410, 'auth/second-step-gone']);
});

test('a provider is linked with the password, belongs to one account, and can be removed', async () => {
  const { login } = await server.newUser('linker');
  const token = await server.tokenOf('linker');
  expect(await identities(token)).toMatchObject({ items: [], providers: [{ provider: 'house' }] });
  const bare = await server.call('POST', 'user/identities/begin', token, { provider: 'house' });
  expect([bare.status, codeOf(bare.body)]).toEqual([422, 'auth/password-missing']);
  const proved = { provider: 'house', current_password: goodPassword };
  const link = async (as: string, by: string) => {
    const answer = await server.answerAs(as, await server.begin('user/identities/begin', by, proved));
    return server.call('POST', 'user/identities', by, answer);
  };
  expect((await link(login, token)).status).toBe(200);
  const { items, providers } = await identities(token);
  expect([items, providers]).toMatchObject([[{ name: 'House of Hearts', removable: true }], []]);
  const manager = await server.tokenOf('manager');
  const taken = await link(login, manager);
  expect([taken.status, codeOf(taken.body)]).toEqual([409, 'auth/identity-taken']);
  const path = `user/identities/${String(items[0]?.identity_id)}`;
  const byOther = await server.call('DELETE', path, manager, { current_password: goodPassword });
  expect(byOther.status).toBe(404);
  expect((await server.call('DELETE', path, token, { current_password: goodPassword })).status).toBe(200);
  expect((await identities(token)).items).toEqual([]);
  const foreign = await server.tokenOf('doctor2');
  expect((await server.call('POST', 'user/identities/begin', foreign, proved)).status).toBe(404);
});

test('the only way to sign in cannot be removed', async () => {
  const login = server.stranger('lastway');
  const token = await server.tokenAs(login);
  const { items } = await identities(token);
  expect(items).toMatchObject([{ removable: false }]);
  const provider_proof = proofOf((await server.prove(token, login)).body);
  const path = `user/identities/${String(items[0]?.identity_id)}`;
  const { status, body } = await server.call('DELETE', path, token, { provider_proof });
  expect([status, codeOf(body)]).toEqual([406, 'auth/last-way']);
  expect((await identities(token)).items).toHaveLength(1);
});

test('no new password is mailed around the provider; an administrator sees that there is none', async () => {
  const login = server.stranger('mailless');
  await server.tokenAs(login);
  const { mailLinkFor } = await import('../one-time-link.ts');
  const admin = await callerOf(await server.tokenOf('admin'));
  const request = { user_id: 'mailless', email: 'mailless@house.example' };
  const dependencies = { ...server.dependencies, oneTime: server.oneTime };
  await expect(mailLinkFor(dependencies, admin, request)).rejects.toMatchObject({ code: 'auth/no-password' });
});

test('the second step is required unless the provider states in the configured values that it required one', async () => {
  const { id, login } = await server.linkedUser('stepper');
  await server.tokenAs(login);
  const rule = (two_factor: string) =>
    server.db.update(userGroups).set({ two_factor }).where(eq(userGroups.id, server.groups.hospital));
  await rule('required');
  await server.db
    .update(users)
    .set({ created_at: new Date('2020-01-01T00:00:00Z') })
    .where(eq(users.id, id));
  await server.db
    .update(userGroups)
    .set({ created_at: new Date('2020-01-01T00:00:00Z') })
    .where(eq(userGroups.id, server.groups.hospital));
  const limited = await server.tokenAs(login);
  expect((await server.call('GET', 'user/me', limited)).body).toMatchObject({ must_enrol: true });
  for (const claims of [{ amr: ['pwd', 'mfa'] }, { acr: 'loa3' }]) {
    const { body } = await server.signInAs(login, { claims });
    const { token } = z.looseObject({ token: z.string() }).parse(body);
    const me = await server.call('GET', 'user/me', token);
    expect(me.body).toMatchObject({ must_enrol: false, factor_due_at: null });
  }
  const weak = await server.signInAs(login, { claims: { amr: ['pwd'], acr: 'loa1' } });
  const { token } = z.looseObject({ token: z.string() }).parse(weak.body);
  expect((await server.call('GET', 'user/me', token)).body).toMatchObject({ must_enrol: true });
  await rule('off');
});

test('an unavailable or silent provider is reported with a text, and soon', async () => {
  const away = await server.call('POST', 'auth/provider', null, { provider: 'hidden' });
  expect([away.status, codeOf(away.body)]).toEqual([406, 'auth/provider-down']);
  const silent = await providerServer({ issuer: await silentProvider() }, 200);
  const waited = await silent.call('POST', 'auth/provider', null, { provider: 'house' });
  expect([waited.status, codeOf(waited.body)]).toEqual([406, 'auth/provider-down']);
  expect(silent.faults).toMatchObject([{ provider: 'house', code: 'OAUTH_TIMEOUT' }]);
  await silent.house.stop();
});

test('a provider removed between the two steps opens nothing', async () => {
  const leaving = await providerServer();
  const { login } = await leaving.linkedUser('between');
  const answer = await leaving.answerAs(login, await leaving.begin());
  await leaving.house.stop();
  const { status, body } = await leaving.call('POST', 'auth/provider/answer', null, answer);
  expect([status, codeOf(body)]).toEqual([406, 'auth/provider-down']);
});
