/**
 * Tests programs that sign in by SMART backend services: who registers one, which signed requests are accepted, what a
 * token may do, and that it ends at once when its program is revoked.
 */
import { readFile } from 'node:fs/promises';
import { smartClientRoutes, type SmartClient } from '@rhythmdesk/contract/smart-clients';
import { assertionType, smartRoutes } from '@rhythmdesk/contract/smart';
import { fhirScopes } from '@rhythmdesk/domain/people/fhir-scopes';
import { and, eq, isNotNull } from 'drizzle-orm';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../../platform/db/test-database.ts';
import { auditLog } from '../../../platform/db/schema/operations.ts';
import { sessions, userGroups } from '../../../platform/db/schema/people.ts';
import { fhirReader, validFhir } from '../../../testing/test-fhir.ts';
import { codeOf } from '../../../testing/test-institutions.ts';
import { tenantsOf } from '../../../testing/test-two-centers.ts';
import { startWebPart } from '../../../testing/test-web-part.ts';
import { issueToken } from './smart-tokens.ts';

const site = 'https://rhythmdesk.example';
const endpoint = `${site}/fhir/R4/token`;

async function keyPair(alg: 'RS384' | 'ES384', kid: string) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg };
  return { alg, kid, privateKey, jwk, secret: { ...(await exportJWK(privateKey)), kid } };
}
type Pair = Awaited<ReturnType<typeof keyPair>>;

let world: Awaited<ReturnType<typeof tenantsOf>>;
let fhir: ReturnType<typeof fhirReader>;
let hospital: number;
let pair: Pair;
let other: Pair;

beforeAll(async () => {
  world = await tenantsOf(await startWebPart(await testDatabase(), { PUBLIC_URL: site }));
  fhir = fhirReader(world.address);
  const [row] = await world.db.select().from(userGroups).where(eq(userGroups.name, 'Hospital'));
  hospital = row?.id ?? 0;
  [pair, other] = await Promise.all([keyPair('ES384', 'one'), keyPair('RS384', 'two')]);
});

const clientsOf = (id: number) => `user/usergroup/${String(id)}/clients`;
async function ask(who: string, method: string, path: string, body?: object) {
  const answer = await world.call(path, world.person(who).token, { method, body });
  const read: unknown = await answer.json();
  return { status: answer.status, body: read };
}
const wanted = (more: object = {}) => ({
  ...{ name: 'Archive', scopes: ['system/Observation.rs', 'system/DiagnosticReport.rs'] },
  jwks: { keys: [pair.jwk, other.jwk] },
  ...more,
});
async function registered(more: object = {}): Promise<SmartClient> {
  const answer = await ask('admin', 'POST', clientsOf(hospital), wanted(more));
  expect([answer.status, answer.body]).toEqual([201, answer.body]);
  return smartClientRoutes.createSmartClient.output.parse(answer.body);
}

let serial = 0;
type Signed = { by?: Pair; aud?: string; iss?: string; jti?: string; seconds?: number; kid?: string | null };

/** Signs a request as a program does. */
function signed(client_id: string, { by = pair, ...claims }: Signed = {}): Promise<string> {
  const { aud = endpoint, iss = client_id, seconds = 240, kid = by.kid } = claims;
  serial += 1;
  return new SignJWT({ jti: claims.jti ?? `jti-${String(serial)}` })
    .setProtectedHeader({ alg: by.alg, ...(kid !== null && { kid }), typ: 'JWT' })
    .setIssuer(iss)
    .setSubject(iss)
    .setAudience(aud)
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(by.privateKey);
}

async function post(fields: Record<string, string>) {
  const answer = await fetch(`${world.address}/fhir/R4/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  const body: unknown = await answer.json();
  return { status: answer.status, body, headers: answer.headers };
}
const request = (client_assertion: string, scope = 'system/*.rs', more: Record<string, string> = {}) =>
  post({
    ...{ grant_type: 'client_credentials', scope, client_assertion },
    client_assertion_type: assertionType,
    ...more,
  });
async function tokenOf({ client_id }: SmartClient, scope = 'system/*.rs') {
  const answer = await request(await signed(client_id), scope);
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return smartRoutes.smartToken.output.parse(answer.body);
}
const oauthError = z.object({ error: z.string() });
const errorOf = ({ status, body }: { readonly status: number; readonly body: unknown }) => [
  status,
  oauthError.parse(body).error,
];

test('the configuration names the token endpoint, and the CapabilityStatement refers to it', async () => {
  const answer = await fetch(`${world.address}/fhir/R4/.well-known/smart-configuration`);
  expect(await answer.json()).toMatchObject({
    token_endpoint: endpoint,
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
    capabilities: ['client-confidential-asymmetric', 'permission-v1', 'permission-v2'],
  });
  const { body } = await fhir('metadata', null);
  expect(validFhir(body)).toMatchObject({
    rest: [{ security: { service: [{ coding: [{ code: 'SMART-on-FHIR' }] }] } }],
  });
});

test('a program gets a token with each of its keys, and the token reads what its scopes name', async () => {
  const case_id = String(await world.caseIn('complete'));
  const client = await registered();
  expect(client).toMatchObject({ key_ids: ['one', 'two'], last_used_at: null });
  const first = await request(await signed(client.client_id, { by: other }));
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(first.body).toMatchObject({ token_type: 'bearer', expires_in: 300 });
  const { access_token: token, scope } = await tokenOf(client);
  expect(scope).toBe('system/Observation.rs system/DiagnosticReport.rs');
  expect((await fhir(`DiagnosticReport/${case_id}`, token)).status).toBe(200);
  expect((await fhir('Observation', token)).status).toBe(200);
  expect((await fhir(`Patient/${case_id}`, token)).status).toBe(403);
  const all = await fhir(`DiagnosticReport?_include=DiagnosticReport:subject`, token);
  expect(JSON.stringify(all.body)).not.toContain('"Patient"');
  const listed = await world.call('case/find?q=HNT', token);
  expect(codeOf({ status: listed.status, body: await listed.json() })).toEqual([403, 'auth/key-scope']);
  const seen = smartClientRoutes.smartClients.output.parse(
    (await ask('manager', 'GET', clientsOf(hospital))).body,
  );
  expect(seen).toMatchObject({ token_endpoint: endpoint, scopes: fhirScopes, may_create: true });
  expect(seen.items.find(({ client_id }) => client_id === client.client_id)?.last_used_at).not.toBeNull();
  const named = and(eq(auditLog.action, 'session.begin'), isNotNull(auditLog.user_id));
  expect(await world.db.$count(auditLog, named)).toBeGreaterThan(1);
});

test('a token has only the interactions that the request names', async () => {
  const case_id = String(await world.caseIn('complete'));
  const client = await registered();
  const { access_token: token, scope } = await tokenOf(client, 'system/DiagnosticReport.r openid');
  expect(scope).toBe('system/DiagnosticReport.r');
  expect((await fhir(`DiagnosticReport/${case_id}`, token)).status).toBe(200);
  expect((await fhir('DiagnosticReport', token)).status).toBe(403);
});

test('a program with the scope of orders creates and revokes one', async () => {
  const client = await registered({ scopes: ['system/ServiceRequest.cu'] });
  const { access_token: token } = await tokenOf(client, 'system/ServiceRequest.cu');
  const order = {
    ...{ resourceType: 'ServiceRequest', status: 'active', intent: 'order' },
    subject: { identifier: { value: '7' } },
  };
  const made = await fhir('ServiceRequest', token, { method: 'POST', body: order });
  expect(made.status).toBe(201);
  const id = validFhir(made.body).id ?? '';
  const body = { ...order, id, status: 'revoked' };
  expect((await fhir(`ServiceRequest/${id}`, token, { method: 'PUT', body })).status).toBe(200);
  expect((await fhir(`ServiceRequest/${id}`, token)).status).toBe(403);
});

test('a signed request is accepted once', async () => {
  const { client_id } = await registered();
  const one = await signed(client_id, { jti: 'again' });
  const answers = await Promise.all([request(one), request(one), request(one)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  expect(errorOf(await request(await signed(client_id, { jti: 'again' })))).toEqual([401, 'invalid_client']);
});

test('a request with another signature, audience, end, key or program is refused', async () => {
  const { client_id } = await registered({ jwks: { keys: [pair.jwk] } });
  const faulty: Signed[] = [
    ...[{ aud: `${site}/fhir/R4` }, { aud: 'https://elsewhere.example/token' }],
    ...[{ seconds: -60 }, { seconds: 3600 }, { by: other }, { by: { ...other, kid: 'one' } }],
    ...[{ kid: 'none' }, { kid: null }, { iss: 'rdc_none' }],
  ];
  for (const each of faulty) {
    const answer = await request(await signed(client_id, each));
    expect([each, errorOf(answer)]).toEqual([each, [401, 'invalid_client']]);
  }
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ iss: client_id, sub: client_id, aud: endpoint, jti: 'x', exp: Math.floor(Date.now() / 1000) + 60 })).toString('base64url')}.`;
  expect(errorOf(await request(unsigned))).toEqual([401, 'invalid_client']);
  expect(errorOf(await request('nothing'))).toEqual([401, 'invalid_client']);
  const good = () => signed(client_id);
  expect(errorOf(await request(await good(), 'system/Patient.rs'))).toEqual([400, 'invalid_scope']);
  const password = { grant_type: 'password' };
  expect(errorOf(await request(await good(), 'system/*.rs', password))).toEqual([
    400,
    'unsupported_grant_type',
  ]);
  expect(errorOf(await post({ grant_type: 'client_credentials' }))).toEqual([400, 'invalid_request']);
});

test('the log says why a program got no token', async () => {
  const { client_id } = await registered({ jwks: { keys: [pair.jwk] } });
  const warn = vi.fn();
  const clock = { now: () => new Date() };
  const reasonFor = async (each: Signed) => {
    const client_assertion = await signed(client_id, each);
    const given = {
      grant_type: 'client_credentials',
      client_assertion_type: assertionType,
      client_assertion,
    };
    const input = smartRoutes.smartToken.input.parse({ ...given, scope: 'system/Observation.rs' });
    const token = issueToken({ db: world.db, clock, log: { warn }, token_endpoint: endpoint }, input, '');
    await expect(token).rejects.toThrow('smart/assertion');
    const logged: unknown = warn.mock.lastCall?.[0];
    return z.object({ program: z.literal(client_id), reason: z.string() }).parse(logged).reason;
  };
  expect(await reasonFor({ aud: 'https://elsewhere.example/token' })).toMatch(/"aud"/);
  expect(await reasonFor({ seconds: -60 })).toMatch(/"exp" claim/);
  expect(await reasonFor({ seconds: 3600 })).toMatch(/five minutes/);
  expect(await reasonFor({ by: other })).toMatch(/no applicable key/);
  expect(await reasonFor({ kid: null })).toMatch(/"kid" is missing/);
  expect(await reasonFor({ by: { ...other, kid: 'one' } })).toMatch(/key|signature/);
});

test('a revoked program gets no token, and its tokens are refused from the next request on', async () => {
  const client = await registered();
  const { access_token: token } = await tokenOf(client);
  const path = `${clientsOf(hospital)}/${String(client.smart_client_id)}`;
  expect((await ask('manager', 'DELETE', path)).status).toBe(200);
  expect((await fhir('Observation', token)).status).toBe(403);
  expect(errorOf(await request(await signed(client.client_id)))).toEqual([401, 'invalid_client']);
  expect(codeOf(await ask('manager', 'DELETE', path))[1]).toBe('smart/over');
});

test('a token ends after five minutes', async () => {
  const { access_token: token } = await tokenOf(await registered());
  const [row] = await world.db.select().from(sessions).where(isNotNull(sessions.fhir_scopes));
  expect((row?.expires_at.getTime() ?? 0) - (row?.created_at.getTime() ?? 0)).toBe(300_000);
  await world.db
    .update(sessions)
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where(isNotNull(sessions.fhir_scopes));
  expect((await fhir('Observation', token)).status).toBe(403);
});

test('replaced keys count from the next request on', async () => {
  const client = await registered({ jwks: { keys: [pair.jwk] } });
  const path = `${clientsOf(hospital)}/${String(client.smart_client_id)}`;
  const changed = await ask('admin', 'PUT', path, { jwks: { keys: [other.jwk] } });
  expect(changed).toMatchObject({ status: 200, body: { key_ids: ['two'] } });
  expect(errorOf(await request(await signed(client.client_id)))).toEqual([401, 'invalid_client']);
  expect((await request(await signed(client.client_id, { by: other }))).status).toBe(200);
});

test('who may register a program, and with which keys and scopes', async () => {
  const asked = (who: string, id: number, more: object = {}) => ask(who, 'POST', clientsOf(id), wanted(more));
  expect((await asked('manager', hospital)).status).toBe(201);
  expect((await asked('center', hospital)).status).toBe(201);
  expect(codeOf(await asked('far center', hospital))[1]).toBe('object/not-found');
  expect(codeOf(await asked('neighbour manager', hospital))[1]).toBe('object/not-found');
  expect(codeOf(await asked('doctor', hospital))[1]).toBe('auth/role-never');
  const keys = async (...list: object[]) =>
    codeOf(await asked('admin', hospital, { jwks: { keys: list } }))[1];
  expect(await keys(pair.secret)).toBe('smart/private-key');
  expect(await keys({ kty: 'oct', kid: 'x', k: 'c2VjcmV0' })).toBe('smart/private-key');
  expect(await keys({ ...other.jwk, n: 'AQAB' })).toBe('smart/keys');
  expect(await keys({ ...pair.jwk, x: 'AQAB' })).toBe('smart/keys');
  expect(await keys({ ...pair.jwk, alg: 'HS256' })).toBe('smart/keys');
  expect(await keys(pair.jwk, { ...other.jwk, kid: 'one' })).toBe('smart/keys');
  expect(codeOf(await asked('admin', hospital, { scopes: ['system/*.cruds'] }))[1]).toBe('input/invalid');
});

test('the request of the documentation gets a token', async () => {
  const page = await readFile(new URL('../../../../../../docs/integration.md', import.meta.url), 'utf8');
  const form = /^POST \/fhir\/R4\/token\n\n(\S+)$/m.exec(page)?.[1] ?? '';
  const { client_id } = await registered();
  const body = new URLSearchParams(form.replace('{assertion}', await signed(client_id)));
  const answer = await fetch(`${world.address}/fhir/R4/token`, { method: 'POST', body });
  expect([answer.status, await answer.json()]).toMatchObject([200, { scope: 'system/Observation.rs' }]);
  const rows = fhirScopes.filter((scope) => !page.includes(scope.replace('system/', '')));
  expect(rows).toEqual([]);
});
